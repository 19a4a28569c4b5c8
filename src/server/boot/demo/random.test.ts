import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

const draw = (seed: number) => {
  const random = createRandom(seed)
  return Array.from({ length: 50 }, () => random.whole(1, 1_000_000))
}

test('the same seed gives the same sequence, another seed another one', () => {
  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
  // A snapshot: a change of the generator would change everybody's demo data.
  expect(draw(1).slice(0, 3)).toMatchInlineSnapshot(`
    [
      627074,
      2736,
      527448,
    ]
  `)
})

test('whole numbers stay within their bounds and reach both', () => {
  const random = createRandom(7)
  const drawn = new Set(Array.from({ length: 500 }, () => random.whole(3, 6)))
  expect(drawn).toEqual(new Set([3, 4, 5, 6]))
})

test('weights say how often a name comes', () => {
  const random = createRandom(7)
  const names = Array.from({ length: 2_000 }, () => random.weighted({ often: 90, seldom: 10, never: 0 }))
  const seldom = names.filter((name) => name === 'seldom').length
  expect(names).not.toContain('never')
  expect(seldom).toBeGreaterThan(120)
  expect(seldom).toBeLessThan(280)
})

test('what a fork draws leaves the sequence where it is', () => {
  const [one, other] = [createRandom(3), createRandom(3)]
  const fork = one.fork()
  other.fork()
  fork.whole(1, 9)
  expect(one.whole(1, 1_000_000)).toBe(other.whole(1, 1_000_000))
})

test('nothing can be picked from nothing', () => {
  expect(() => createRandom(1).pick([])).toThrow('nothing to pick from')
})
