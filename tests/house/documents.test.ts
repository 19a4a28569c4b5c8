import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { settingNames } from '#server/boot/environment.ts'
import { writeKeysPage } from '#tests/support/keys.ts'
import { drawTransitions } from '#tests/support/transitions.ts'

// Checks that the documents are short, match the code, and exist where comments point to them.

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]

const headingsOf = (path: string): readonly string[] =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)

// Returns the anchor of a heading: `## A person's habits` is `#a-persons-habits`.
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

it('README has at most 950 words', () => {
  expect(read('README.md').match(/\S*\w\S*/g)?.length).toBeLessThanOrEqual(950)
})

it('docs/keys.md has the keys and barcodes of the registry (npm run docs writes it)', () => {
  expect(read('docs/keys.md')).toBe(writeKeysPage())
})

it('docs/transitions.md matches the current tables (npm run docs writes it)', () => {
  expect(read('docs/transitions.md')).toBe(drawTransitions())
})

it.each(settingNames)('docs/settings.md explains %s', (name) => {
  expect(read('docs/settings.md')).toContain(`\`${name}\``)
})

it('docs/walk.md names only files that exist', () => {
  const named = [...read('docs/walk.md').matchAll(/`([\w-]+\/[\w/.-]+\.tsx?)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((file) => !existsSync(join(root, 'src', file)))).toEqual([])
})

describe.each(documents)('%s', (path) => {
  it('links only to existing targets', () => {
    const links = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const broken = links
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [file = '', anchor] = link.split('#')
        const target = file === '' ? path : join(dirname(path), file)
        if (!existsSync(join(root, target))) return true
        return anchor !== undefined && !headingsOf(target).some((heading) => anchorOf(heading) === anchor)
      })
    expect(broken).toEqual([])
  })
})

const comment = /(?:^|\s)(\/\*[^]*?\*\/|\/\/.*(?:\n\s*\/\/.*)*)/g
// A document, optionally followed by a comma and a section: `docs/scanning.md, Detection, rule 8`.
const reference = /([\w/.-]*\w\.md)\b(?:, ([^.,;:)]+))?/g

// Returns the references in the comments of a source to missing documents or sections.
const brokenReferences = (source: string): readonly string[] =>
  [...source.matchAll(comment)].flatMap(([, text = '']) =>
    // Joins the lines of a comment, since a reference can span two lines.
    [...text.replace(/\n\s*(?:\*|\/\/) ?/g, ' ').matchAll(reference)].flatMap(
      ([whole, path = '', section]) => {
        if (!existsSync(join(root, path))) return [path]
        if (!path.startsWith('docs/') || section === undefined) return []
        return headingsOf(path).some((heading) => section.trim().startsWith(heading)) ? [] : [whole]
      },
    ),
  )

it('finds references to missing documents and sections', () => {
  expect(brokenReferences('// as it is (docs/scanning.md, Detection, rule 8) and in README.md')).toEqual([])
  expect(brokenReferences("/*\n * (docs/scanning.md, A\n * person's habits: held errors)\n */")).toEqual([])
  const gone = 'gone.md'
  expect(brokenReferences(`const a = 1 // as it was (${gone})`)).toEqual([gone])
  expect(brokenReferences('// as it was (docs/scanning.md,\n// Guesses)')).toEqual([
    'docs/scanning.md, Guesses',
  ])
})

it('no comment points to a missing document', () => {
  const sources = ['src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs|css)$/.test(name))
      .map((name) => join(folder, name)),
  )
  const found = sources.flatMap((path) => brokenReferences(read(path)).map((what) => `${path}: ${what}`))
  expect(found).toEqual([])
})
