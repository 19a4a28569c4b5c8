import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import { count } from '#core/kinds/count/rules.ts'
import type { Document } from '#core/kinds/document.ts'
import { emptyLine } from '#core/kinds/document.ts'
import { issuance } from '#core/kinds/issuance/rules.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { openWarehouse, plant, type Warehouse } from '#tests/support/warehouse.ts'

// A document with more lines than one save can have is read, changed by another person, and ended, with the
// app's own bodies.

const PLACE = { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } }
const MANY = 10_000
const barcodes = Array.from({ length: MANY }, (_, at) => `L${String(at + 1).padStart(9, '0')}`)

let warehouse: Warehouse
beforeAll(async () => {
  const account = stockAccount('WAT', 'Z-01')
  warehouse = await openWarehouse(
    barcodes.map((barcode) => ({ plant: plant(barcode), account, quantity: 10 })),
  )
})
afterAll(() => warehouse.close())

const chunks = Array.from({ length: MANY / 2000 }, (_, at) => barcodes.slice(at * 2000, (at + 1) * 2000))
const pia = () => warehouse.clerk('pia.picker')

const read = async (tag: string): Promise<Document> => {
  const answer = await pia().detail(tag)
  const document = issuance.wire.detail(PLACE, 'inventory', tag).read(answer as never, answer)
  if (!document) throw new Error('It is not there')
  return document
}
const send = (ask: PreparedCall<unknown>) => pia().call('POST', 'issuance', { body: ask.input.body })
const shipping = (document: Document) =>
  issuance.wire.save(PLACE, 'inventory', { type: 'document', step: 'ship', document })

test('10,000 lines are shipped in one step, unless one of them has changed since they were read', async () => {
  const tag = await pia().create()
  for (const part of chunks) {
    const lines = part.map((BarcodeID) => ({
      ID: null,
      BarcodeID,
      Status: 'RESERVED' as const,
      OrderQty: 10,
      StorageLocation: 'Z-01',
    }))
    expect((await pia().save({ TagNbr: tag, Status: 'RESERVED' }, lines)).status).toBe(200)
  }
  const { lines } = await read(tag)
  for (let at = 0; at < MANY; at += 2000) {
    const picked = lines
      .slice(at, at + 2000)
      .map(({ id, barcode }) => ({ ID: id, BarcodeID: barcode, Status: 'PICKED' as const, PickQty: 10 }))
    expect((await pia().save({ TagNbr: tag, Status: 'RESERVED' }, picked)).status).toBe(200)
  }
  const seen = await read(tag)
  expect(seen.lines).toHaveLength(MANY)

  const [first] = seen.lines
  await pia().line(tag, first?.id ?? '', first?.barcode ?? '', 'PICKED', 9)
  const refused = await send(shipping(seen))
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'state_conflict', state: { refusal: { code: 'documentChanged' } } },
  ])
  expect((await read(tag)).status).toBe('RESERVED')

  const ask = shipping(await read(tag))
  expect(JSON.stringify(ask.input.body).length).toBeLessThan(2000)
  expect((await send(ask)).status).toBe(200)
  const shipped = await read(tag)
  expect(shipped.status).toBe('SHIPPED')
  expect(shipped.lines.filter(({ status }) => status === 'SHIPPED')).toHaveLength(MANY)
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})

test('to a server without versions all lines are sent in one body', () => {
  const lines = barcodes.map((barcode, at) => ({
    ...emptyLine,
    id: String(at),
    barcode,
    status: 'PICKED' as const,
  }))
  const document: Document = {
    kind: 'issuance',
    mode: 'inventory',
    number: '10000001',
    status: 'RESERVED',
    header: {},
    lines,
  }
  expect(shipping(document).input.body).toMatchObject({ InventoryLines: { length: MANY } })
  const own = { ...document, asRead: { DocumentVersion: 7 }, header: { DocumentVersion: '7' } }
  expect(shipping(own).input.body).toMatchObject({
    IssuanceHeader: { DocumentVersion: 7 },
    InventoryLines: { length: 0 },
  })
})

test('the unlisted stock of a count of a whole location is found in one pass', () => {
  let reads = 0
  const records = barcodes.map((barcode) => ({
    ID: '1',
    StorageLocation: 'Z-01',
    ReceivedQty: 10,
    Qty: 10,
    AvailableQty: 10,
    get BarcodeID() {
      reads += 1
      return barcode
    },
  }))
  const lines = barcodes.slice(1).map((barcode) => ({ ...emptyLine, id: '1', barcode }))
  const document: Document = {
    kind: 'count',
    mode: 'inventory',
    number: '60000001',
    status: 'OPEN',
    header: { Scope: 'LOCATION' },
    lines,
  }
  const found = count.stages.detail.unlisted.of(PLACE, document).read({ records, total: MANY } as never)
  expect(found.map(({ barcode }) => barcode)).toEqual(barcodes.slice(0, 1))
  expect(reads).toBeLessThan(10 * MANY)
})
