import { expect, test } from 'vitest'
import type { SignedIn } from './ports.ts'
import { createRevokedTokens, type Revocation } from './revoked-tokens.ts'

const second = 1_000
const token = (tokenId: string, issuedAt: number, more: Partial<SignedIn> = {}): SignedIn => ({
  username: 'pia',
  groups: [],
  tokenId,
  issuedAt,
  tokenEnds: (issuedAt + 900) * second,
  ...more,
})
// Creates servers that share one store.
function start() {
  const rows: Revocation[] = []
  const state = { now: 1_000 * second }
  const store = {
    read: async () => rows.filter(({ endsAt }) => endsAt > state.now),
    write: async (ending: Revocation) => void rows.push(ending),
  }
  const open = () => createRevokedTokens(store, () => state.now)
  return { rows, state, store, open }
}

test('revokes all earlier tokens of another provider’s session, but not those of a later sign-in', async () => {
  const { open } = start()
  const ended = open()
  const session = { sessionId: 'S' }
  await ended.revoke(token('two', 990, session))
  expect(ended.has(token('one', 900, session))).toBe(true)
  expect(ended.has(token('later', 1_000, session))).toBe(false)
  expect(ended.has(token('other', 900, { sessionId: 'T' }))).toBe(false)
})

test('revokes earlier tokens of the user if the token has no session', async () => {
  const { open } = start()
  const ended = open()
  await ended.revoke(token('two', 990))
  expect(ended.has(token('one', 900))).toBe(true)
  expect(ended.has(token('later', 1_000))).toBe(false)
  expect(ended.has(token('other', 900, { username: 'ravi' }))).toBe(false)
})

test('keeps a revocation made during a slower read of older rows', async () => {
  const { store, state } = start()
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = {
    // Returns the rows present when the read began.
    read: async () => {
      const found = await store.read()
      await gate
      return found
    },
    write: async () => {
      await gate
    },
  }
  const ended = createRevokedTokens(slow, () => state.now)
  const reads = [ended.refresh()]
  const ending = ended.revoke(token('one', 990, { grantId: 'G' }))
  reads.push(ended.refresh())
  release()
  await Promise.all([...reads, ending])
  expect(ended.has(token('one', 990, { grantId: 'G' }))).toBe(true)
  expect(ended.has(token('older', 900, { grantId: 'G' }))).toBe(true)
})

test('reads revocations of other servers and notifies listeners once', async () => {
  const { open, state } = start()
  const [one, other] = [open(), open()]
  let notifications = 0
  other.onRevoked(() => {
    notifications += 1
  })
  await one.revokeGrant('G')
  expect(other.has(token('any', 990, { grantId: 'G' }))).toBe(false)
  await other.refresh()
  expect(other.has(token('any', 990, { grantId: 'G' }))).toBe(true)
  await other.refresh()
  expect(notifications).toBe(1)
  state.now += 2 * 86_400 * second
  await other.refresh()
  expect(notifications).toBe(1)
})
