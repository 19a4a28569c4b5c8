import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

test('admits a burst and delays the next request until the bucket refills', () => {
  let clock = 0
  const take = createRateLimiter({ perMinute: 60, burst: 3 }, () => clock)
  expect([take('pia'), take('pia'), take('pia')].every((verdict) => verdict.admitted)).toBe(true)
  expect(take('pia')).toEqual({ admitted: false, retryAfterSeconds: 1 })
  clock = 999
  expect(take('pia').admitted).toBe(false)
  clock = 1000
  expect(take('pia').admitted).toBe(true)
})

test('counts the requests of each user separately', () => {
  const take = createRateLimiter({ perMinute: 1, burst: 1 }, () => 0)
  expect(take('pia').admitted).toBe(true)
  expect(take('ravi').admitted).toBe(true)
  expect(take('pia')).toEqual({ admitted: false, retryAfterSeconds: 60 })
})

test('limits memory under a flood of random keys', () => {
  const take = createRateLimiter({ perMinute: 60, burst: 1 }, () => 0)
  for (let key = 0; key < 50_000; key += 1) expect(take(`made-up-${key}`).admitted).toBe(true)
})
