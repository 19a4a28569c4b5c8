import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { english } from '#text/en/language.ts'

/**
 * The compiler checks that a language is complete. These tests compile a correct language and others with one
 * mistake each: the compiler must report exactly that mistake, at its line.
 */

const root = resolve(import.meta.dirname, '../..')

// A language with four plural forms: all sentences differ from English and have the same facts.
const translated = Object.fromEntries(
  Object.entries<string>(english.sentences).map(([code, sentence]) => [
    code,
    `«${sentence.replace(/\{(\w+)\|[^|}]*\|([^|}]*)\}/g, '{$1|$2|$2|$2|$2}')}»`,
  ]),
)

const without = (good: Record<string, string>, code: string) =>
  Object.fromEntries(Object.entries(good).filter(([each]) => each !== code))

const mistakes: Readonly<Record<string, (good: Record<string, string>) => Record<string, string>>> = {
  'missing-sentence': (good) => without(good, 'linesUnsaved'),
  'missing-sentence-on-paper': (good) => without(good, 'paperPage'),
  'unknown-sentence': (good) => ({ ...good, linesUnsavedd: 'x' }),
  'missing-fact': (good) => ({ ...good, lineGone: 'gone' }),
  'unknown-fact': (good) => ({ ...good, noLines: 'none of {n}' }),
  'wrong-fact': (good) => ({ ...good, lineGone: '{barkode} is gone' }),
  'fact-only-as-word': (good) => ({ ...good, lineGone: '{barcodes|a|b|c|d}' }),
  'missing-plural-form': (good) => ({ ...good, linesStillOpen: '{open} {open|a|b|c}' }),
  'too-many-plural-forms': (good) => ({ ...good, linesStillOpen: '{open} {open|a|b|c|d|e}' }),
}

// The sentence that has the mistake.
const places: Readonly<Record<string, string>> = {
  'missing-sentence': 'linesUnsaved',
  'missing-sentence-on-paper': 'paperPage',
  'unknown-sentence': 'linesUnsavedd',
  'missing-fact': 'lineGone',
  'unknown-fact': 'noLines',
  'wrong-fact': 'lineGone',
  'fact-only-as-word': 'lineGone',
  'missing-plural-form': 'linesStillOpen',
  'too-many-plural-forms': 'linesStillOpen',
}

let folder: string
let output: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-languages-'))
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(folder, name))
  for (const name of ['src', 'node_modules']) symlinkSync(join(root, name), join(folder, name), 'dir')
  write('good', translated)
  for (const [name, spoil] of Object.entries(mistakes)) write(name, spoil(translated))
  writeFileSync(
    join(folder, 'tsconfig.languages.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: [],
      files: ['good', ...Object.keys(mistakes)].map((name) => `${name}.ts`),
    }),
  )
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [tsc, '-p', 'tsconfig.languages.json', '--pretty', 'false'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  output = stdout + stderr
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, of: Readonly<Record<string, string>>): void {
  const code = `import { defineLanguage } from '#text/language.ts'
export const spoken = defineLanguage({ locale: 'pl', forms: ['one', 'few', 'many', 'other'], sentences: ${JSON.stringify(of, null, 1)} })
`
  writeFileSync(join(folder, `${name}.ts`), code)
}

// Returns the compiler's errors of a file, each after the key of its line.
function complaintsOf(name: string): readonly string[] {
  const lines = readFileSync(join(folder, `${name}.ts`), 'utf8').split('\n')
  return output
    .split(/\n(?=\S)/)
    .filter((complaint) => complaint.startsWith(`${name}.ts`))
    .map((complaint) => `${lines[Number(/\((\d+),/.exec(complaint)?.[1]) - 1]}\n${complaint}`)
}

it('accepts a language with every sentence, every fact and every form', () => {
  expect(output).not.toMatch(/^good\.ts/m)
  const files = output.split('\n').flatMap((line) => /^(\S+\.ts)\(/.exec(line)?.[1] ?? [])
  expect([...new Set(files)].sort()).toEqual(
    Object.keys(mistakes)
      .map((name) => `${name}.ts`)
      .sort(),
  )
})

it.each(Object.keys(mistakes))('refuses %s and reports its line', (name) => {
  const complaints = complaintsOf(name)
  expect(complaints).toHaveLength(1)
  expect(complaints[0]).toContain(places[name])
})
