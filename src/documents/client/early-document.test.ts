import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClient } from '#app/api/client.ts'
import { fetchDocument } from '#app/api/early-document.ts'
import { writeTokens } from '#app/api/kept-tokens.ts'
import { kinds } from '#core/kinds/index.ts'
import { ask } from '#core/wire/ask.ts'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'

// The page is loaded again on a document: its first script asks for it before the app is there.

const { wire } = kinds.issuance
const place = { location: 'WAT', season: { id: '425', name: '2025', commodity: 'STRAW' } } as const
const detail = (number: string) => wire.detail(place, 'inventory', number)
const decision = { body: { AdjustmentRequest: { RequestID: '10000001', Status: 'ACCEPT' } } }
const change = ask('adjustmentrequest.decide', decision as never, (answer) => answer.Message)

let server: ContractServer
const tokens = { get: async () => 'first', replace: async () => undefined }
const client = () => createClient({ apiBase: server.base, tokens })
const signIn = (seconds = 300) =>
  writeTokens({
    access_token: 'first',
    expires_at: Date.now() / 1000 + seconds,
    profile: { sub: 'pia', groups: [] },
  })
const timesAsked = () => server.asked.filter(({ path }) => path === 'issuance/10000123').length
const load = () => {
  window.earlyDocument = fetchDocument()
}

beforeEach(async () => {
  server = await startContractServer()
  for (const number of ['10000123', '10000999']) server.issuances.set(number, issuanceOf(number))
  window.history.replaceState(null, '', '/Issuance/Grower/10000123')
  signIn()
  await client()(detail('10000123'))
  server.asked.length = 0
})
afterEach(async () => {
  vi.restoreAllMocks()
  writeTokens(undefined)
  window.earlyDocument = undefined
  await server.close()
})

it('gets the answer that was asked for early, once', async () => {
  load()
  await window.earlyDocument?.answer
  expect(timesAsked()).toBe(1)
  expect((await client()(detail('10000123'))).ok).toBe(true)
  expect(timesAsked()).toBe(1)
  await client()(detail('10000123'))
  expect(timesAsked()).toBe(2)
})

it('asks again after a change: it may be from before', async () => {
  load()
  await client()(change)
  await client()(detail('10000123'))
  expect(timesAsked()).toBe(2)
})

it('asks again if the app took long', async () => {
  load()
  const later = performance.now() + 6000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  await client()(detail('10000123'))
  expect(timesAsked()).toBe(2)
})

it('asks again where the early one was refused', async () => {
  server.answer('GET issuance/:id', () => problemAnswer('unavailable'))
  load()
  await window.earlyDocument?.answer
  server.answer('GET issuance/:id', undefined)
  expect((await client()(detail('10000123'))).ok).toBe(true)
})

it.each([
  ['at another address', () => window.history.replaceState(null, '', '/Issuance/Grower/10000124')],
  ['on a list', () => window.history.replaceState(null, '', '/Issuance/')],
  ['with a token that is over', () => signIn(-1)],
  ['after a log-out', () => (writeTokens(undefined), signIn())],
])('asks for nothing %s', (_, happens) => {
  happens()
  load()
  expect(window.earlyDocument).toBeUndefined()
})

it('remembers the document of the address, no other one', async () => {
  await client()(detail('10000999'))
  load()
  await window.earlyDocument?.answer
  expect(server.asked.at(-1)?.path).toBe('issuance/10000123')
})
