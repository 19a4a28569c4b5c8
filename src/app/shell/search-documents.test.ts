import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createClient, installClient } from '#app/api/client.ts'
import { masterQuery, sources } from '#app/api/master-data.ts'
import { queryClient } from '#app/api/query-client.ts'
import { queryKeys } from '#app/api/query-keys.ts'
import { installOutbox, outbox } from '#app/outbox/page-outbox.ts'
import { networkNoticeAtom } from '#app/state/online.ts'
import { placeAtom } from '#app/state/place.ts'
import { groupsAtom, identityAtom, permissionsAtom, userLocationsAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import type { Document } from '#core/kinds/document.ts'
import { issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { findDocuments } from './search-documents.ts'

// Searches scanned document numbers while the server is unreachable.

const document: Document = {
  kind: 'issuance',
  mode: 'inventory',
  number: '10000909',
  status: 'RESERVED',
  header: { IssueToType: 'Grower', IssueToNbr: 'G1', EntityName: 'Coast Berries', InventoryLocation: 'WAT' },
  lines: [],
}

let asked: number
beforeEach(() => {
  asked = 0
  queryClient.clear()
  installOutbox(memoryStorage().storage)
  const base = 'http://127.0.0.1:9/api/'
  const tokens = {
    get: () => {
      asked += 1
      return Promise.resolve('token')
    },
    replace: () => Promise.resolve(undefined),
  }
  installClient(createClient({ apiBase: base, tokens }))
  store.set(groupsAtom, { admin: [], regular: ['users'], readOnly: [], entityAdmin: [] })
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: ['users'] })
  store.set(permissionsAtom, [
    { id: null, roleName: '', securityItem: 'ISSUANCEADMINKEY' },
    { id: null, roleName: '', securityItem: 'GROWERISSUANCEADMINKEY' },
  ])
  store.set(userLocationsAtom, [{ id: null, username: 'pia', location: 'WAT' }])
  store.set(placeAtom, { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } })
  onTestFinished(() => store.set(networkNoticeAtom, null))
})

const find = async (number: string) => {
  const opened: unknown[] = []
  const result = await findDocuments(number, (route, parameters) => void opened.push([route, parameters]))
  if (result.ok) for (const hit of result.hits) hit.open()
  return { result, opened }
}
const DETAIL = [['issuanceDetail', { type: 'Grower', number: '10000909' }]]

it('opens a document that was open on this device, without a request while offline', async () => {
  await outbox().cacheDocument(document, performance.now())
  store.set(networkNoticeAtom, 'offline')
  const { result, opened } = await find('10000909')
  expect(opened).toEqual(DETAIL)
  const facts = { what: 'Issuance 10000909', n: document.lines.length }
  const outcome = { tone: 'ok', code: 'scan-document-lines', facts }
  expect(result).toMatchObject({ ok: true, hits: [{ opened: outcome }] })
  expect(asked).toBe(0)
})

it('opens a document that was open on this device if the server turns out to be unreachable', async () => {
  await outbox().cacheDocument(document, performance.now())
  expect((await find('10000909')).opened).toEqual(DETAIL)
})

it('opens a document of a list that was loaded on this device', async () => {
  const key = queryKeys.list('issuance', { mode: 'inventory', location: 'WAT' })
  const { lines: _none, ...row } = document
  queryClient.setQueryData(key, { pages: [{ documents: [row], total: 1, next: null }], pageParams: [{}] })
  expect((await find('10000909')).opened).toEqual(DETAIL)
})

it('reports that another document is not on this device, and mentions no work', async () => {
  const { result } = await find('10000910')
  expect(result).toEqual({
    ok: false,
    failure: { tone: 'error', code: 'scan-document-offline', facts: { number: '10000910' } },
  })
})

const seasons = [
  { Id: 'S1', TrimSeason: 'Straw 2026', Commodity: 'STRAW' },
  { Id: 'S0', TrimSeason: 'Straw 2025', Commodity: 'STRAW' },
]
const tells = {
  tone: 'error',
  code: 'scan-document-other-season',
  facts: {
    what: 'Issuance 10000909, RESERVED, Coast Berries',
    toSeason: 'Straw 2025',
    season: 'Straw 2026',
    path: '/Issuance/Grower/10000909',
  },
  next: ['switchPlace'],
}

it('names the season of another season’s document that was open on this device, and does not open it', async () => {
  queryClient.setQueryData(masterQuery(sources.seasons()).queryKey, seasons)
  await outbox().cacheDocument(
    { ...document, header: { ...document.header, TrimSeasonID: 'S0' } },
    performance.now(),
  )
  store.set(networkNoticeAtom, 'offline')
  const { result, opened } = await find('10000909')
  expect(result).toMatchObject({ ok: false, failure: tells })
  expect(opened).toEqual([])
})

it('does the same for a document in a loaded list of another season', async () => {
  queryClient.setQueryData(masterQuery(sources.seasons()).queryKey, seasons)
  const key = queryKeys.list('issuance', { mode: 'inventory', location: 'WAT', season: 'S0' })
  const { lines: _none, ...row } = document
  queryClient.setQueryData(key, { pages: [{ documents: [row], total: 1, next: null }], pageParams: [{}] })
  expect((await find('10000909')).result).toMatchObject({ ok: false, failure: tells })
})

it('names the other season of a document that the server has', async () => {
  const server = await startContractServer()
  const { header, lines } = issuanceOf('10000909', { TrimSeasonID: 'S0' }, [{ BarcodeID: 'B000000001' }])
  server.answer('GET issuance/:id', ({ query }) =>
    query['trimseasonid'] === 'S0'
      ? { IssuanceHeader: header, InventoryLines: lines }
      : { IssuanceHeader: null, InventoryLines: [] },
  )
  queryClient.setQueryData(masterQuery(sources.seasons()).queryKey, seasons)
  installClient(
    createClient({
      apiBase: server.base,
      tokens: { get: () => Promise.resolve('token'), replace: () => Promise.resolve(undefined) },
    }),
  )
  expect((await find('10000909')).result).toMatchObject({ ok: false, failure: tells })
})
