import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { advisoryLocks } from './advisory-locks.ts'

const source = join(import.meta.dirname, '..', '..')

// The first argument of each advisory lock call in the source.
const lockArguments = () =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const queries = readFileSync(join(source, file), 'utf8').matchAll(
        /pg_(?:try_)?advisory_\w*lock\w*\(([^,)]*)[^\n]*/g,
      )
      return [...queries].map(([query, argument = '']) => ({ file, query, argument }))
    })

test('each advisory lock has its own number', () => {
  const numbers = Object.values(advisoryLocks)
  expect(numbers.length).toBeGreaterThan(3)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('every advisory lock uses a number from the list or the hash of a key', () => {
  const found = lockArguments()
  expect(found.length).toBeGreaterThan(4)
  const known = /advisoryLocks\.\w+|^hashtextextended\(/
  expect(found.filter(({ query, argument }) => !known.test(argument === '$1' ? query : argument))).toEqual([])
})
