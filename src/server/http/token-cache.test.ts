import { expect, test } from 'vitest'
import { fail, succeed } from '#core/wire/result.ts'
import { cacheVerifiedTokens } from './token-cache.ts'

const minute = 60_000

// A provider with tokens of the form `name expiry-minute`. Counts its calls.
function start() {
  const state = { now: 0, calls: 0, withdrawn: false }
  const verify = cacheVerifiedTokens(
    async (token) => {
      state.calls += 1
      const [username = '', ends] = token.split(' ')
      const tokenEnds = Number(ends) * minute
      if (state.withdrawn) return fail('invalid')
      if (tokenEnds <= state.now) return fail('expired')
      return succeed({ username, groups: [], tokenEnds, tokenId: token, issuedAt: 0 })
    },
    () => state.now,
  )
  const nameOf = async (token: string) => {
    const verified = await verify(token)
    return verified.ok ? verified.value.username : verified.error
  }
  return { state, nameOf }
}

test('verifies each token once', async () => {
  const { state, nameOf } = start()
  expect(await nameOf('pia 3')).toBe('pia')
  expect(await nameOf('pia 3')).toBe('pia')
  expect(await nameOf('ravi 3')).toBe('ravi')
  expect(state.calls).toBe(2)
})

test('refuses a cached token after its expiry', async () => {
  const { state, nameOf } = start()
  expect(await nameOf('pia 3')).toBe('pia')
  state.now = 3 * minute - 1
  expect(await nameOf('pia 3')).toBe('pia')
  state.now = 3 * minute
  expect(await nameOf('pia 3')).toBe('expired')
})

test('refuses tokens within five minutes after the provider withdraws their key', async () => {
  const { state, nameOf } = start()
  expect(await nameOf('pia 60')).toBe('pia')
  state.withdrawn = true
  state.now = 5 * minute
  expect(await nameOf('pia 60')).toBe('invalid')
})

test('does not cache refused tokens', async () => {
  const { state, nameOf } = start()
  state.withdrawn = true
  expect(await nameOf('pia 3')).toBe('invalid')
  state.withdrawn = false
  expect(await nameOf('pia 3')).toBe('pia')
})

test('caches at most 10,000 tokens and evicts the oldest', async () => {
  const { state, nameOf } = start()
  for (let n = 0; n <= 10_000; n += 1) await nameOf(`p${n} 3`)
  state.calls = 0
  await nameOf('p10000 3')
  await nameOf('p1 3')
  expect(state.calls).toBe(0)
  await nameOf('p0 3')
  expect(state.calls).toBe(1)
})
