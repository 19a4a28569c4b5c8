import { expect, test } from 'vitest'
import { createEndedTokens, type Ending } from './ended-tokens.ts'
import type { SignedIn } from './ports.ts'

const second = 1_000
const token = (tokenId: string, issuedAt: number, more: Partial<SignedIn> = {}): SignedIn => ({
  username: 'pia',
  groups: [],
  tokenId,
  issuedAt,
  tokenEnds: (issuedAt + 900) * second,
  ...more,
})
// Two servers on one store.
function start() {
  const rows: Ending[] = []
  const state = { now: 1_000 * second }
  const store = {
    read: async () => rows.filter(({ endsAt }) => endsAt > state.now),
    write: async (ending: Ending) => void rows.push(ending),
  }
  const open = () => createEndedTokens(store, () => state.now)
  return { rows, state, store, open }
}

test('another provider’s session ends with all its tokens; a later sign-in in it is a new one', async () => {
  const { open } = start()
  const ended = open()
  const session = { sessionId: 'S' }
  await ended.end(token('two', 990, session))
  expect(ended.has(token('one', 900, session))).toBe(true)
  expect(ended.has(token('later', 1_000, session))).toBe(false)
  expect(ended.has(token('other', 900, { sessionId: 'T' }))).toBe(false)
})

test('without a session, tokens of the person end that were issued until then', async () => {
  const { open } = start()
  const ended = open()
  await ended.end(token('two', 990))
  expect(ended.has(token('one', 900))).toBe(true)
  expect(ended.has(token('later', 1_000))).toBe(false)
  expect(ended.has(token('other', 900, { username: 'ravi' }))).toBe(false)
})

test('what ends while older rows are read stays ended', async () => {
  const { store, state } = start()
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = {
    // What was there when the read began.
    read: async () => {
      const found = await store.read()
      await gate
      return found
    },
    write: async () => {
      await gate
    },
  }
  const ended = createEndedTokens(slow, () => state.now)
  const reads = [ended.refresh()]
  const ending = ended.end(token('one', 990, { grantId: 'G' }))
  reads.push(ended.refresh())
  release()
  await Promise.all([...reads, ending])
  expect(ended.has(token('one', 990, { grantId: 'G' }))).toBe(true)
  expect(ended.has(token('older', 900, { grantId: 'G' }))).toBe(true)
})

test('other servers learn of it when they read, and streams are told', async () => {
  const { open, state } = start()
  const [one, other] = [open(), open()]
  let told = 0
  other.follow(() => {
    told += 1
  })
  await one.endGrant('G')
  expect(other.has(token('any', 990, { grantId: 'G' }))).toBe(false)
  await other.refresh()
  expect(other.has(token('any', 990, { grantId: 'G' }))).toBe(true)
  await other.refresh()
  expect(told).toBe(1)
  state.now += 2 * 86_400 * second
  await other.refresh()
  expect(told).toBe(1)
})
