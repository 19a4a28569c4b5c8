import { expect, it } from 'vitest'
import { installClient } from '#app/api/client.ts'
import { fail } from '#core/wire/result.ts'
import { prefetchDocument } from './screens.tsx'

const place = { location: 'WAT', season: { id: '425', name: '2025', commodity: 'STRAW' } } as const

const askedAt = (path: string) => {
  const asked: unknown[] = []
  installClient(async (ask) => {
    asked.push([ask.call, Object(ask.input.query).storagetype])
    return fail({ code: 'offline', status: 0, detail: '', facts: {} })
  })
  prefetchDocument(path, place)
  return asked
}

it.each([
  ['/Issuance/Grower/10000123', 'issuance.detail', 'INVENTORY'],
  ['/Issuance/Edit/10000123', 'issuance.detail', 'INVENTORY'],
  ['/issuance/10000123', 'issuance.detail', 'INVENTORY'],
  ['/GrowerStorage/Issuance/Grower/10000123', 'issuance.detail', 'GROWERSTORAGE'],
  ['/ReceiveInventory/20000123', 'transfer.detail', undefined],
  ['/Dump/40000123', 'dump.detail', 'INVENTORY'],
  ['/Count/60000123', 'count.detail', undefined],
])('a start on %s requests its document immediately', (path, call, storagetype) => {
  expect(askedAt(path)).toEqual([[call, storagetype]])
})

it.each(['/Issuance/', '/Setup/', '/Issuance/Grower/new', '/AdjustTrim/Request/10000123'])(
  'a start on %s requests no document',
  (path) => {
    expect(askedAt(path)).toEqual([])
  },
)
