import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// Every promise of docs/outbox.md must have a group of tests with the same sentence.

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/outbox.md'), 'utf8')
const tests = ['src', 'tests']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  )
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => readFileSync(name, 'utf8'))

const promises = page
  .slice(page.indexOf('\n## Guarantees\n'))
  .split('\n')
  .filter((line) => /^\d+\. /.test(line))

it('docs/outbox.md makes fifteen promises', () => {
  expect(promises.map((line) => Number.parseInt(line, 10))).toEqual(
    Array.from({ length: 15 }, (_, at) => at + 1),
  )
})

it.each(promises)('a group of tests proves: %s', (promise) => {
  const groups = [`'${promise}'`, `"${promise}"`].flatMap((title) =>
    tests.filter((text) => text.includes(`describe(${title},`) || text.includes(`describe(\n  ${title},`)),
  )
  expect(groups.length).toBeGreaterThan(0)
})
