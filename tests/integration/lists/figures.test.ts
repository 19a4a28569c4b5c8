import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { figuresOf } from '#core/kinds/progress.ts'
import { CountClerk } from '#tests/support/counts.ts'
import { DumpClerk } from '#tests/support/dumps.ts'
import { ReturnClerk } from '#tests/support/returns.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import { barcodeOf, type Clerk, moreLots, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

// Checks the figures that each list shows for its documents' lines: [lines, done, plants].

let warehouse: Warehouse
let ada: Clerk
const shelf = 'S-1'
const onShelf = [601, 602, 603].map(barcodeOf)

beforeAll(async () => {
  const lots = moreLots(601, 3, 100).map((lot) => ({ ...lot, account: stockAccount('WAT', shelf) }))
  warehouse = await openWarehouse(lots)
  ada = warehouse.clerk('ada.admin')
})
afterAll(() => warehouse.close())

type Row = Readonly<Record<string, unknown>>

// Returns the same figures from the document's own lines, like the app when it finds a document by its
// number.
const counted = async (path: string, number: string, query: Readonly<Record<string, string>>) => {
  const kind: Kind = kinds[path === 'transfers' ? 'transfer' : isKind(path) ? path : 'issuance']
  const view = kind.modes.inventory.lists.find((each) => each.locationField.toLowerCase() in query)
  const { of, read } = kind.wire.detail(place, 'inventory', number)
  const { body } = await ada.get<never>(of.path.replace(/\{\w+\}/, number), {
    trimseasonid: 'S1',
    [kind.names.at]: query[view?.locationField.toLowerCase() ?? ''] ?? '',
  })
  const document = read(body)
  if (!view || !document) throw new Error(`No ${path} ${number}`)
  const { lines, done, plants } = figuresOf(kind, view, document)
  return [lines, done, plants]
}
const isKind = (path: string): path is keyof typeof kinds => Object.hasOwn(kinds, path)
const place = { location: 'WAT', season: { id: 'S1', name: 'S1', commodity: 'STRAW' } }

const figures = async (path: string, number: string, query: Readonly<Record<string, string>>) => {
  const { status, body } = await ada.get<{ Records: Row[] }>(path, { trimseasonid: 'S1', ...query })
  expect(status).toBe(200)
  const row = body.Records.find((each) => Object.values(each).includes(number))
  const listed = row && [row.LineCount, row.DoneLineCount, row.PlantQty]
  expect(await counted(path, number, query)).toEqual(listed)
  return listed
}

test('an issuance: picked lines are done, and its plants are the picked quantity, else the ordered one', async () => {
  const at = { inventorylocation: 'WAT', all: 'true' }
  const tag = await ada.create()
  expect(await figures('issuance', tag, at)).toEqual([0, 0, 0])
  await ada.order(tag, barcodeOf(1), 10)
  await ada.order(tag, barcodeOf(2), 20)
  expect(await figures('issuance', tag, at)).toEqual([2, 0, 30])
  const [line] = (await ada.detail(tag)).InventoryLines ?? []
  await ada.line(tag, line?.ID ?? null, line?.BarcodeID ?? '', 'PICKED', 8)
  expect(await figures('issuance', tag, at)).toEqual([2, 1, 28])
  await ada.cancel(tag)
  expect((await figures('issuance', tag, at))?.slice(0, 2)).toEqual([2, 0])
})

test('a transfer: lines are done at the origin when picked, and at the destination when received', async () => {
  const clerk = new TransferClerk(ada)
  const number = await clerk.shipped({ [barcodeOf(1)]: 10, [barcodeOf(2)]: 20 })
  const origin = { originlocationid: 'WAT', status: 'SHIPPED' }
  const destination = { destinationlocationid: 'SAL', status: 'SHIPPED' }
  expect(await figures('transfers', number, origin)).toEqual([2, 2, 30])
  expect(await figures('transfers', number, destination)).toEqual([2, 0, 30])
  await clerk.step(await clerk.line(number, barcodeOf(2)), 'RECEIVED', 17)
  expect(await figures('transfers', number, destination)).toEqual([2, 1, 27])
})

test('a dump: dumped lines are done', async () => {
  const clerk = new DumpClerk(ada)
  const number = await clerk.create()
  await clerk.add(number, barcodeOf(1), 5)
  await clerk.add(number, barcodeOf(2), 7)
  await clerk.step(await clerk.line(number, barcodeOf(1)), 'DUMPED', 5)
  expect(await figures('dump', number, { dumpwarehouse: 'WAT' })).toEqual([2, 1, 12])
})

test('a return: a line with plants and a reason is done', async () => {
  const clerk = new ReturnClerk(ada)
  await clerk.issued({ [barcodeOf(1)]: 10, [barcodeOf(2)]: 10 })
  const number = await clerk.create()
  await clerk.add(number, barcodeOf(1), 4)
  await clerk.add(number, barcodeOf(2), 0)
  expect(await figures('return', number, { returnwarehouse: 'WAT' })).toEqual([2, 1, 4])
})

test('a count shows its plants after it is closed, or always if it is not blind', async () => {
  const clerk = new CountClerk(ada)
  const at = { inventorylocation: 'WAT' }
  const blind = await clerk.create(shelf)
  const shown = await clerk.create(shelf, { Blind: 'NO' })
  for (const barcode of onShelf) await clerk.count({ CountNbr: blind, Shelf: shelf }, barcode, 99)
  await clerk.count({ CountNbr: shown, Shelf: shelf, Blind: 'NO' }, onShelf[0] ?? '', 100)
  expect(await figures('count', blind, at)).toEqual([3, 3, null])
  expect(await figures('count', shown, at)).toEqual([1, 1, 100])
  await clerk.close({ CountNbr: blind, Shelf: shelf })
  expect(await figures('count', blind, { ...at, status: 'CLOSED' })).toEqual([3, 3, 297])
})
