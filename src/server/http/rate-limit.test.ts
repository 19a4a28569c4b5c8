import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

test('a burst passes, the next request waits until the bucket has refilled', () => {
  let clock = 0
  const take = createRateLimiter({ perMinute: 60, burst: 3 }, () => clock)
  expect([take('pia'), take('pia'), take('pia')].every((verdict) => verdict.admitted)).toBe(true)
  expect(take('pia')).toEqual({ admitted: false, retryAfterSeconds: 1 })
  clock = 999
  expect(take('pia').admitted).toBe(false)
  clock = 1000
  expect(take('pia').admitted).toBe(true)
})

test('people do not spend each other’s requests', () => {
  const take = createRateLimiter({ perMinute: 1, burst: 1 }, () => 0)
  expect(take('pia').admitted).toBe(true)
  expect(take('ravi').admitted).toBe(true)
  expect(take('pia')).toEqual({ admitted: false, retryAfterSeconds: 60 })
})

test('a flood of made-up keys does not grow without end', () => {
  const take = createRateLimiter({ perMinute: 60, burst: 1 }, () => 0)
  for (let key = 0; key < 50_000; key += 1) expect(take(`made-up-${key}`).admitted).toBe(true)
})
