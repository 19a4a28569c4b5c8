import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClient } from '#app/api/client.ts'
import { fetchDocument } from '#app/api/early-document.ts'
import { writeTokens } from '#app/api/token-store.ts'
import { kinds } from '#core/kinds/index.ts'
import { prepareCall } from '#core/wire/calls.ts'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'

// After a reload on a document, the page's first script requests it before the app has loaded.

const { wire } = kinds.issuance
const place = { location: 'WAT', season: { id: '425', name: '2025', commodity: 'STRAW' } } as const
const detail = (number: string) => wire.detail(place, 'inventory', number)
const decision = { body: { AdjustmentRequest: { RequestID: '10000001', Status: 'ACCEPT' } } }
const change = prepareCall('adjustmentrequest.decide', decision as never, (answer) => answer.Message)

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

it('uses the early response once', async () => {
  load()
  await window.earlyDocument?.answer
  expect(timesAsked()).toBe(1)
  expect((await client()(detail('10000123'))).ok).toBe(true)
  expect(timesAsked()).toBe(1)
  await client()(detail('10000123'))
  expect(timesAsked()).toBe(2)
})

it('requests again after a change, because the early response may be older', async () => {
  load()
  await client()(change)
  await client()(detail('10000123'))
  expect(timesAsked()).toBe(2)
})

it('requests again if the app took long to load', async () => {
  load()
  const later = performance.now() + 6000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  await client()(detail('10000123'))
  expect(timesAsked()).toBe(2)
})

it('requests again if the early request was refused', async () => {
  server.answer('GET issuance/:id', () => problemAnswer('unavailable'))
  load()
  await window.earlyDocument?.answer
  server.answer('GET issuance/:id', undefined)
  expect((await client()(detail('10000123'))).ok).toBe(true)
})

it.each([
  ['at another address', () => window.history.replaceState(null, '', '/Issuance/Grower/10000124')],
  ['on a list', () => window.history.replaceState(null, '', '/Issuance/')],
  ['with an expired token', () => signIn(-1)],
  ['after a sign-out', () => (writeTokens(undefined), signIn())],
])('requests nothing %s', (_, happens) => {
  happens()
  load()
  expect(window.earlyDocument).toBeUndefined()
})

it('requests the document of the address, and no other', async () => {
  await client()(detail('10000999'))
  load()
  await window.earlyDocument?.answer
  expect(server.asked.at(-1)?.path).toBe('issuance/10000123')
})
