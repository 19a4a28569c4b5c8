import { expect, test } from 'vitest'
import { createSharedLimiter } from './shared-limit.ts'

// Two servers with one count; `writes` is the number of its calls.
function twoServers(perMinute: number) {
  const counts = new Map<string, number>()
  const world = { clock: 0, writes: 0 }
  const count = async (key: string, more: number) => {
    world.writes += 1
    const total = (counts.get(key) ?? 0) + more
    counts.set(key, total)
    return total
  }
  const server = () => createSharedLimiter(perMinute, count, () => world.clock)
  const [one, other] = [server(), server()]
  const ask = async (key: string, requests: number) => {
    const verdicts = Array.from({ length: requests }, (_, at) => (at % 2 === 0 ? one : other)(key))
    return (await Promise.all(verdicts)).filter((verdict) => verdict.admitted).length
  }
  return { world, ask, nextMinute: () => counts.clear() }
}

test('what servers let in together keeps to the limit', async () => {
  const { ask } = twoServers(100)
  expect(await ask('flood', 1000)).toBe(100)
  expect(await ask('somebody', 20)).toBe(20)
})

test('ordinary use writes nothing, and neither does what is refused', async () => {
  const { world, ask } = twoServers(100)
  await ask('somebody', 20)
  expect(world.writes).toBe(0)
  await ask('flood', 1000)
  const { writes } = world
  expect(await ask('flood', 1000)).toBe(0)
  expect(world.writes).toBe(writes)
})

test('says how long to wait, and lets in again when the minute is over', async () => {
  const alone = createSharedLimiter(
    1,
    async () => 2,
    () => 15_000,
  )
  await alone('flood')
  expect(await alone('flood')).toEqual({ admitted: false, retryAfterSeconds: 60 })
  const { world, ask, nextMinute } = twoServers(10)
  expect(await ask('flood', 50)).toBe(10)
  world.clock = 60_000
  nextMinute()
  expect(await ask('flood', 50)).toBe(10)
})

test('a flood of made-up keys does not grow without end', async () => {
  const { world, ask } = twoServers(100)
  for (let key = 0; key < 30_000; key += 1) expect(await ask(`made-up-${key}`, 1)).toBe(1)
  expect(world.writes).toBe(0)
})
