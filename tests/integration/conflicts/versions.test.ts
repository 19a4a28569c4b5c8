// Every answer to a change has the document's version before and after it. A step that ends a document needs
// the current version.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  barcodeOf,
  type Clerk,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
let lena: Clerk
beforeAll(async () => {
  warehouse = await openWarehouse()
  pia = warehouse.clerk('pia.picker')
  lena = warehouse.clerk('lena.lead')
})
afterAll(() => warehouse.close())

interface Versions {
  readonly VersionBefore: number | null
  readonly VersionAfter: number | null
}
const versionsIn = ({ body }: { readonly body: object }) => {
  const { VersionBefore, VersionAfter } = body as Versions
  return [VersionBefore, VersionAfter]
}
const versionOf = async (tag: string) => (await pia.detail(tag)).IssuanceHeader?.DocumentVersion ?? null
const refusalIn = ({ status, body }: { readonly status: number; readonly body: ProblemBody }) => [
  status,
  body.state?.refusal.code,
]

test('a new document, a line, a refused line, a header, a deletion and the end return their versions', async () => {
  const created = await pia.save({})
  const tag = created.body.TagNbr ?? ''
  expect(versionsIn(created)).toEqual([null, 1])
  const ordered = await pia.order(tag, barcodeOf(1), 10)
  expect(versionsIn(ordered)).toEqual([1, 2])
  expect(versionsIn(await pia.order(tag, barcodeOf(2), 1000))).toEqual([2, 2])
  expect(versionsIn(await pia.save({ TagNbr: tag, Status: 'RESERVED', Comments: 'By noon' }))).toEqual([2, 3])
  const other = (await pia.order(tag, barcodeOf(3), 10)).body.InventoryLines[0]?.ID ?? ''
  expect(versionsIn(await pia.deleteLine(tag, other))).toEqual([4, 5])
  const id = ordered.body.InventoryLines[0]?.ID ?? ''
  expect(versionsIn(await pia.line(tag, id, barcodeOf(1), 'PICKED', 10))).toEqual([5, 6])
  expect(await versionOf(tag)).toBe(6)
  expect(versionsIn(await pia.ship(tag))).toEqual([6, 7])
  expect(await versionOf(tag)).toBe(7)
})

test('a new document with lines has the version after its lines', async () => {
  const line = { ID: null, BarcodeID: barcodeOf(4), Status: 'RESERVED', OrderQty: 1, StorageLocation: 'A-01' }
  const created = await pia.save({ Status: 'RESERVED' }, [line])
  expect(versionsIn(created)).toEqual([null, 2])
  expect(await versionOf(created.body.TagNbr ?? '')).toBe(2)
})

test('a repeated request gets the versions of the first answer', async () => {
  const tag = await pia.create()
  const key = crypto.randomUUID()
  const edit = () => pia.save({ TagNbr: tag, Comments: 'Twice' }, [], key)
  expect(versionsIn(await edit())).toEqual([1, 2])
  expect(versionsIn(await edit())).toEqual([1, 2])
})

test('a document that was read as empty is not cancelled if another person has added a line meanwhile', async () => {
  const tag = await pia.create()
  const DocumentVersion = await versionOf(tag)
  await lena.order(tag, barcodeOf(5), 10)
  expect(refusalIn(await pia.cancel(tag, { DocumentVersion }))).toEqual([409, 'documentChanged'])
  expect((await pia.detail(tag)).IssuanceHeader?.Status).toBe('RESERVED')
})

test('an empty document is not cancelled if another person has edited it meanwhile', async () => {
  const tag = await pia.create()
  const DocumentVersion = await versionOf(tag)
  await lena.save({ TagNbr: tag, Comments: 'Keep this one' })
  expect(refusalIn(await pia.cancel(tag, { DocumentVersion }))).toEqual([409, 'documentChanged'])
})

test('a document is not shipped if its grower has changed, even if all lines are as read', async () => {
  const tag = await pia.create()
  const id = (await pia.order(tag, barcodeOf(6), 10)).body.InventoryLines[0]?.ID ?? ''
  await pia.line(tag, id, barcodeOf(6), 'PICKED', 10)
  const DocumentVersion = await versionOf(tag)
  await lena.save({ TagNbr: tag, Status: 'RESERVED', IssueToNbr: 'G2' })
  const lines = [{ ID: id, BarcodeID: barcodeOf(6), Status: 'SHIPPED', SeenStatus: 'PICKED', SeenQty: 10 }]
  expect(refusalIn(await pia.ship<ProblemBody>(tag, lines, { DocumentVersion }))).toEqual([
    409,
    'documentChanged',
  ])
  const again = { IssueToNbr: 'G2', DocumentVersion: await versionOf(tag) }
  expect((await pia.ship(tag, lines, again)).status).toBe(200)
})

test('an app without versions ends a document by its lines, as specified', async () => {
  const tag = await pia.create()
  const id = (await pia.order(tag, barcodeOf(7), 10)).body.InventoryLines[0]?.ID ?? ''
  await pia.line(tag, id, barcodeOf(7), 'PICKED', 10)
  await lena.save({ TagNbr: tag, Status: 'RESERVED', Comments: 'Changed' })
  expect((await pia.ship(tag)).status).toBe(200)
})

test('an app without versions may send back the header that it read before it picked', async () => {
  const tag = await pia.create()
  const id = (await pia.order(tag, barcodeOf(8), 10)).body.InventoryLines[0]?.ID ?? ''
  const DocumentVersion = await versionOf(tag)
  await pia.line(tag, id, barcodeOf(8), 'PICKED', 10)
  const lines = [{ ID: id, BarcodeID: barcodeOf(8), Status: 'SHIPPED', PickQty: 10 }]
  expect((await pia.ship(tag, lines, { DocumentVersion })).status).toBe(200)
})
