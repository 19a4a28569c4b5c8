import { expect, test } from 'vitest'
import { createSharedLimiter } from './shared-limit.ts'

// Two servers with a shared count. `writes` counts its calls.
function twoServers(perMinute: number) {
  const counts = new Map<string, number>()
  const state = { clock: 0, writes: 0 }
  const count = async (key: string, more: number) => {
    state.writes += 1
    const total = (counts.get(key) ?? 0) + more
    counts.set(key, total)
    return total
  }
  const server = () => createSharedLimiter(perMinute, count, () => state.clock)
  const [one, other] = [server(), server()]
  const countAdmitted = async (key: string, requests: number) => {
    const verdicts = Array.from({ length: requests }, (_, at) => (at % 2 === 0 ? one : other)(key))
    return (await Promise.all(verdicts)).filter((verdict) => verdict.admitted).length
  }
  return { state, countAdmitted, nextMinute: () => counts.clear() }
}

test('limits the requests of all servers together', async () => {
  const { countAdmitted } = twoServers(100)
  expect(await countAdmitted('flood', 1000)).toBe(100)
  expect(await countAdmitted('somebody', 20)).toBe(20)
})

test('writes nothing for normal use and for refused keys', async () => {
  const { state, countAdmitted } = twoServers(100)
  await countAdmitted('somebody', 20)
  expect(state.writes).toBe(0)
  await countAdmitted('flood', 1000)
  const { writes } = state
  expect(await countAdmitted('flood', 1000)).toBe(0)
  expect(state.writes).toBe(writes)
})

test('returns the time to wait and admits requests again in the next minute', async () => {
  const alone = createSharedLimiter(
    1,
    async () => 2,
    () => 15_000,
  )
  await alone('flood')
  expect(await alone('flood')).toEqual({ admitted: false, retryAfterSeconds: 60 })
  const { state, countAdmitted, nextMinute } = twoServers(10)
  expect(await countAdmitted('flood', 50)).toBe(10)
  state.clock = 60_000
  nextMinute()
  expect(await countAdmitted('flood', 50)).toBe(10)
})

test('limits memory under a flood of random keys', async () => {
  const { state, countAdmitted } = twoServers(100)
  for (let key = 0; key < 30_000; key += 1) expect(await countAdmitted(`made-up-${key}`, 1)).toBe(1)
  expect(state.writes).toBe(0)
})
