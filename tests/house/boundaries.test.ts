import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * Checks the import table of CONTRIBUTING.md and the linter's rules: it lints deliberately bad files with the
 * real configuration. Otherwise a rule that is mistyped, switched off or not loaded would go unnoticed.
 */

const client = [
  'app/ui',
  'app/state',
  'app/api',
  'input',
  'app/outbox',
  'documents/client',
  'documents/client/lines',
  'features/setup/client',
  'app/worker',
]
const server = [
  'documents/server',
  'documents/server/calls',
  'documents/server/store',
  'server/domain',
  'server/database',
  'server/identity',
  'server/http',
  'features/printing/server',
  'features/maintenance/server',
]
const common = ['features/printing/common', 'features/history/common']
const screens = [
  'core/wire',
  'core/kinds',
  'core/scan',
  'core/commands',
  'core/outbox',
  'app/api',
  'app/state',
  'app/ui',
  'input',
  'app/outbox',
  ...common,
  'text',
]

const featureServer = [
  'core/wire',
  'core/kinds',
  'core/scan',
  'core/commands',
  'core/outbox',
  ...common,
  'text',
  'documents/server',
  'server/domain',
  'server/http',
  'server/database',
]

const mayImport: Readonly<Record<string, readonly string[]>> = {
  'core/wire': [],
  text: ['core/wire', ...common, 'features/printing/text'],
  'features/printing/text': ['core/wire'],
  'features/printing/common': ['core/wire', 'core/kinds'],
  'features/history/common': ['core/wire', 'core/kinds'],
  'core/kinds': ['core/wire'],
  'core/scan': ['core/wire'],
  'core/outbox': ['core/wire'],
  'core/commands': ['core/wire', 'core/kinds'],
  'app/ui': ['core/wire', 'text'],
  'app/state': ['core/wire', ...common, 'text'],
  'app/api': ['core/wire', ...common, 'app/state'],
  input: ['core/wire', 'core/scan', 'core/commands', 'app/state', 'app/ui', 'text'],
  'app/outbox': ['core/wire', 'core/kinds', 'core/outbox', 'app/api', 'app/state', 'app/ui', 'text'],
  'documents/client': [...screens, 'documents/client/lines'],
  'documents/client/lines': screens,
  'features/setup/client': [...screens, 'documents/client/lines'],
  'features/printing/client': [...screens, 'documents/client/lines'],
  'app/worker': ['core/wire'],
  'app/shell': [
    ...client,
    'features/printing/client',
    ...common,
    'core/wire',
    'core/kinds',
    'core/scan',
    'core/commands',
    'core/outbox',
    'text',
  ],
  'server/domain': ['core/wire', 'core/kinds'],
  'server/database': ['core/wire', 'core/kinds', ...common, 'server/domain'],
  'server/identity': ['core/wire', 'text'],
  'documents/server': ['core/wire', 'core/kinds', 'server/domain'],
  'documents/server/calls': ['core/wire', 'core/kinds', 'documents/server', 'server/domain', 'server/http'],
  'documents/server/store': [
    'core/wire',
    'core/kinds',
    'documents/server',
    'server/domain',
    'server/database',
  ],
  'features/maintenance/server': featureServer,
  'features/printing/server': featureServer,
  'server/http': ['core/wire', 'core/kinds', ...common, 'server/domain'],
  'server/boot': [...server, ...common, 'core/wire', 'core/kinds', 'core/commands'],
}
const areas = Object.keys(mayImport)

const pure = [
  'core/wire',
  'text',
  'features/printing/text',
  'features/printing/common',
  'core/kinds',
  'core/scan',
  'core/commands',
  'core/outbox',
  'documents/server',
  'server/domain',
]
const browser = [...client, 'app/shell']

interface Case {
  readonly area: string
  readonly code: string
  readonly rule: string
}

// One file per kind of mistake, with the rule that must report it.
const mistakes: readonly Case[] = [
  ...pure.flatMap((area): Case[] => [
    {
      area,
      code: `import { readFileSync } from 'node:fs'\nexport const x = readFileSync`,
      rule: 'boundaries(dependencies)',
    },
    {
      area,
      code: `import { useState } from 'react'\nexport const x = useState`,
      rule: 'boundaries(dependencies)',
    },
    { area, code: `export const x = () => window.innerWidth`, rule: 'eslint(no-undef)' },
    { area, code: `export const x = () => document.title`, rule: 'eslint(no-undef)' },
    { area, code: `export const x = () => process.argv`, rule: 'eslint(no-undef)' },
    { area, code: `export const x = () => fetch('/')`, rule: 'eslint(no-undef)' },
    { area, code: `export const x = () => crypto.randomUUID()`, rule: 'eslint(no-undef)' },
    { area, code: `export const x = () => setTimeout(() => undefined, 1)`, rule: 'eslint(no-undef)' },
    { area, code: `export const x = () => performance.now()`, rule: 'eslint(no-undef)' },
    { area, code: `export const x = () => globalThis.navigator`, rule: 'eslint(no-restricted-globals)' },
    { area, code: `export const x = () => Date.now()`, rule: 'clock(none)' },
    { area, code: `export const x = () => new Date()`, rule: 'clock(none)' },
    { area, code: `export const x = () => Math.random()`, rule: 'clock(none)' },
    { area, code: `const { random } = Math\nexport const x = random`, rule: 'clock(none)' },
  ]),
  ...browser.flatMap((area): Case[] => [
    {
      area,
      code: `import { readFileSync } from 'node:fs'\nexport const x = readFileSync`,
      rule: 'boundaries(dependencies)',
    },
    { area, code: `import { Hono } from 'hono'\nexport const x = Hono`, rule: 'boundaries(dependencies)' },
    {
      area,
      code: `import { eq } from 'drizzle-orm/pg-core'\nexport const x = eq`,
      rule: 'boundaries(dependencies)',
    },
    { area, code: `export const x = () => process.argv`, rule: 'eslint(no-undef)' },
  ]),
  ...server.flatMap((area): Case[] => [
    {
      area,
      code: `import { useState } from 'react'\nexport const x = useState`,
      rule: 'boundaries(dependencies)',
    },
    { area, code: `export const x = () => document.title`, rule: 'eslint(no-undef)' },
  ]),
  // All forms of an import.
  {
    area: 'core/wire',
    code: `import { x } from '../kinds/clean.ts'\nexport const y = x`,
    rule: 'boundaries(dependencies)',
  },
  { area: 'core/wire', code: `export { x } from '#core/kinds/clean.ts'`, rule: 'boundaries(dependencies)' },
  { area: 'core/wire', code: `export * from '#core/kinds/clean.ts'`, rule: 'boundaries(dependencies)' },
  {
    area: 'core/wire',
    code: `export const y = () => import('#core/kinds/clean.ts')`,
    rule: 'boundaries(dependencies)',
  },
  {
    area: 'core/wire',
    code: `import type { X } from '#core/kinds/clean.ts'\nexport type Y = X`,
    rule: 'boundaries(dependencies)',
  },
  {
    area: 'core/wire',
    code: `export type Y = import('#core/kinds/clean.ts').X`,
    rule: 'boundaries(dependencies)',
  },
  {
    area: 'core/wire',
    code: `import { x } from '#core/kinds/missing.ts'\nexport const y = x`,
    rule: 'boundaries(dependencies)',
  },
  {
    area: 'app/shell',
    code: `import { x } from '#tests/clean.ts'\nexport const y = x`,
    rule: 'boundaries(dependencies)',
  },
  { area: 'elsewhere', code: `export const x = 1`, rule: 'boundaries(no-unknown-files)' },
  {
    area: 'app/ui/deep',
    code: `import { x } from '../../../core/wire/clean.ts'\nexport const y = x`,
    rule: 'eslint(no-restricted-imports)',
  },
  // The most important of the other rules.
  {
    area: 'server/boot',
    code: `export const x = async () => {}\nx()`,
    rule: 'typescript(no-floating-promises)',
  },
  {
    area: 'server/database',
    code: `declare const query: { then(done: (rows: unknown) => void, failed?: (reason: unknown) => void): void }\nexport function x() {\n  query\n  query.then(() => {})\n}`,
    rule: 'typescript(no-floating-promises)',
  },
  {
    area: 'app/shell',
    code: `const x = async () => {}\nexport const y = [1].forEach(x)\nexport const z = x() ? 1 : 2`,
    rule: 'typescript(no-misused-promises)',
  },
  {
    area: 'core/wire',
    code: `export const x = (y: any) => y as unknown`,
    rule: 'typescript(no-explicit-any)',
  },
  {
    area: 'core/wire',
    code: `export const x = (y: string | undefined) => y!`,
    rule: 'typescript(no-non-null-assertion)',
  },
  { area: 'core/wire', code: `export function x(y: unknown) {\n  return y == 1\n}`, rule: 'eslint(eqeqeq)' },
  // Rules of style.
  { area: 'core/wire', code: `export const x = () => 1`, rule: 'dialect(exported-function)' },
  { area: 'app/ui', code: `export const useX = () => 1`, rule: 'dialect(exported-function)' },
  {
    area: 'core/wire',
    code: `/** Of this file only. */\nconst x = 1\n\nexport const y = x`,
    rule: 'dialect(doc-on-exports)',
  },
  {
    area: 'core/wire',
    code: `export const x = async function () {\n  await Promise.resolve()\n}`,
    rule: 'dialect(exported-function)',
  },
  {
    area: 'core/kinds',
    code: `export type X = { readonly y: number }`,
    rule: 'typescript(consistent-type-definitions)',
  },
  {
    area: 'app/ui',
    code: `import { useState } from 'react'\nexport function x(on: boolean) {\n  return on ? useState(1) : undefined\n}`,
    rule: 'react-hooks(rules-of-hooks)',
  },
  {
    area: 'app/ui',
    code: `import { useEffect } from 'react'\nexport function useX(y: () => void) {\n  useEffect(() => y(), [])\n}`,
    rule: 'react-hooks(exhaustive-deps)',
  },
  { area: 'app/ui', code: `export const X = () => <img src="/berry.svg" />`, rule: 'jsx-a11y(alt-text)' },
  {
    area: 'app/shell',
    code: `import { other } from './cycle.ts'\nexport const x = other`,
    rule: 'import(no-cycle)',
  },
]

// Allowed code, so that a rule that forbids everything fails too.
const allowed: readonly Omit<Case, 'rule'>[] = [
  {
    area: 'core/kinds',
    code: `type Give = () => number\nconst local = () => 1\nexport const given: Give = () => local()\nexport type Many = Readonly<Record<string, number>>`,
  },
  { area: 'core/wire', code: `import { object } from 'valibot'\nexport const x = object` },
  {
    area: 'server/domain',
    code: `export function x(at: string) {\n  return new Date(at).getTime() + Date.UTC(2026, 0) + Math.max(1, 2)\n}`,
  },
  { area: 'core/scan', code: `import { x } from './clean.ts'\nexport const y = x` },
  {
    area: 'features/setup/client',
    code: `import { x } from '#features/setup/client/clean.ts'\nexport const y = x`,
  },
  {
    area: 'app/shell',
    code: `import { useState } from 'react'\nexport const x = [window.innerWidth, useState]`,
  },
  {
    area: 'server/database',
    code: `import { readFileSync } from 'node:fs'\nimport { Pool } from 'pg'\nexport const x = [readFileSync, Pool, process.argv]`,
  },
]

const root = resolve(import.meta.dirname, '../..')
let tree: string
let findings: ReadonlyMap<string, readonly string[]>

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'trimline-house-'))
  for (const name of [
    '.oxlintrc.json',
    'package.json',
    'tsconfig.json',
    'tests/house/clock-plugin.mjs',
    'tests/house/dialect-plugin.mjs',
  ])
    cpSync(join(root, name), join(tree, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'dir')
  for (const area of areas) write(`src/${area}/clean.ts`, 'export const x = 1\nexport type X = typeof x\n')
  write('tests/clean.ts', 'export const x = 1\n')
  for (const from of areas)
    for (const to of areas)
      if (from !== to) write(pairFile(from, to), `import { x } from '#${to}/clean.ts'\nexport const y = x\n`)
  for (const [index, { area, code }] of mistakes.entries())
    write(caseFile('mistake', area, index, code), `${code}\n`)
  for (const [index, { area, code }] of allowed.entries())
    write(caseFile('habit', area, index, code), `${code}\n`)
  const cycle = mistakes.findIndex(({ code }) => code.includes('./cycle.ts'))
  write('src/app/shell/cycle.ts', `import { x } from './mistake-${cycle}.ts'\nexport const other = x\n`)
  findings = lint()
})

afterAll(() => {
  rmSync(tree, { recursive: true, force: true })
})

function write(path: string, content: string): void {
  const file = join(tree, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

function pairFile(from: string, to: string): string {
  return `src/${from}/to-${to.replaceAll('/', '-')}.ts`
}

function caseFile(kind: string, area: string, index: number, code: string): string {
  return `src/${area}/${kind}-${index}.${code.includes('<img') ? 'tsx' : 'ts'}`
}

// Runs the linter with the project's configuration over the files and returns the codes of each file's
// findings.
function lint(): ReadonlyMap<string, readonly string[]> {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json'],
    { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  let report: { readonly diagnostics: readonly { readonly filename: string; readonly code: string }[] }
  try {
    report = JSON.parse(stdout)
  } catch {
    throw new Error(`the linter gave no report:\n${stdout.slice(0, 2000)}\n${stderr}`)
  }
  const found = new Map<string, string[]>()
  for (const { filename, code } of report.diagnostics)
    found.set(filename, [...(found.get(filename) ?? []), code])
  return found
}

describe('the import table', () => {
  it.each(areas)('%s imports only what its row allows', (from) => {
    const refused = areas.filter(
      (to) => to !== from && (findings.get(pairFile(from, to)) ?? []).includes('boundaries(dependencies)'),
    )
    const expected = areas.filter((to) => to !== from && !(mayImport[from] ?? []).includes(to))
    expect(refused).toEqual(expected)
  })
})

describe('the linter reports each kind of mistake', () => {
  it.each(
    mistakes.map((mistake, index) => ({
      ...mistake,
      file: caseFile('mistake', mistake.area, index, mistake.code),
    })),
  )('$rule in $area: $code', ({ file, rule }) => {
    expect(findings.get(file) ?? []).toContain(rule)
  })

  it.each(
    allowed.map((example, index) => ({
      ...example,
      file: caseFile('habit', example.area, index, example.code),
    })),
  )('lets be, in $area: $code', ({ file }) => {
    expect(findings.get(file) ?? []).toEqual([])
  })
})
