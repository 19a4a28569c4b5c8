import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// What docs/outbox.md promises has a group of tests under the same sentence, or it is no promise.

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

it('the outbox promises fifteen things', () => {
  expect(promises.map((line) => Number.parseInt(line, 10))).toEqual(
    Array.from({ length: 15 }, (_, at) => at + 1),
  )
})

it.each(promises)('a group of tests shows it: %s', (promise) => {
  const groups = [`'${promise}'`, `"${promise}"`].flatMap((title) =>
    tests.filter((text) => text.includes(`describe(${title},`) || text.includes(`describe(\n  ${title},`)),
  )
  expect(groups.length).toBeGreaterThan(0)
})
