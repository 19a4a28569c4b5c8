import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

const draw = (seed: number) => {
  const random = createRandom(seed)
  return Array.from({ length: 50 }, () => random.whole(1, 1_000_000))
}

test('returns the same sequence for the same seed and a different one for another seed', () => {
  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
  // A snapshot, because a change of the generator would change all demo data.
  expect(draw(1).slice(0, 3)).toMatchInlineSnapshot(`
    [
      627074,
      2736,
      527448,
    ]
  `)
})

test('draws whole numbers within their inclusive bounds', () => {
  const random = createRandom(7)
  const drawn = new Set(Array.from({ length: 500 }, () => random.whole(3, 6)))
  expect(drawn).toEqual(new Set([3, 4, 5, 6]))
})

test('draws names in proportion to their weights', () => {
  const random = createRandom(7)
  const names = Array.from({ length: 2_000 }, () => random.weighted({ often: 90, seldom: 10, never: 0 }))
  const seldom = names.filter((name) => name === 'seldom').length
  expect(names).not.toContain('never')
  expect(seldom).toBeGreaterThan(120)
  expect(seldom).toBeLessThan(280)
})

test('does not advance the sequence when a fork draws', () => {
  const [one, other] = [createRandom(3), createRandom(3)]
  const fork = one.fork()
  other.fork()
  fork.whole(1, 9)
  expect(one.whole(1, 1_000_000)).toBe(other.whole(1, 1_000_000))
})

test('throws when it picks from an empty list', () => {
  expect(() => createRandom(1).pick([])).toThrow('nothing to pick from')
})
