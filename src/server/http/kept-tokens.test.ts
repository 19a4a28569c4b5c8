import { expect, test } from 'vitest'
import { fail, succeed } from '#core/wire/result.ts'
import { keepVerified } from './kept-tokens.ts'

const minute = 60_000

// A provider whose tokens are `name until-minute`, and how often it was asked.
function start() {
  const state = { now: 0, asked: 0, withdrawn: false }
  const verify = keepVerified(
    async (token) => {
      state.asked += 1
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

test('a token is verified once, and each token is its own', async () => {
  const { state, nameOf } = start()
  expect(await nameOf('pia 3')).toBe('pia')
  expect(await nameOf('pia 3')).toBe('pia')
  expect(await nameOf('ravi 3')).toBe('ravi')
  expect(state.asked).toBe(2)
})

test('it ends when it expires', async () => {
  const { state, nameOf } = start()
  expect(await nameOf('pia 3')).toBe('pia')
  state.now = 3 * minute - 1
  expect(await nameOf('pia 3')).toBe('pia')
  state.now = 3 * minute
  expect(await nameOf('pia 3')).toBe('expired')
})

test('a key that the provider withdraws ends its tokens within five minutes', async () => {
  const { state, nameOf } = start()
  expect(await nameOf('pia 60')).toBe('pia')
  state.withdrawn = true
  state.now = 5 * minute
  expect(await nameOf('pia 60')).toBe('invalid')
})

test('what is refused is not kept', async () => {
  const { state, nameOf } = start()
  state.withdrawn = true
  expect(await nameOf('pia 3')).toBe('invalid')
  state.withdrawn = false
  expect(await nameOf('pia 3')).toBe('pia')
})

test('no more than 10,000 are kept: the first one goes', async () => {
  const { state, nameOf } = start()
  for (let n = 0; n <= 10_000; n += 1) await nameOf(`p${n} 3`)
  state.asked = 0
  await nameOf('p10000 3')
  await nameOf('p1 3')
  expect(state.asked).toBe(0)
  await nameOf('p0 3')
  expect(state.asked).toBe(1)
})
