import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dumpedAccount, issuedAccount, stockAccount } from '#core/kinds/accounts.ts'
import { DumpClerk } from '#tests/support/dumps.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import {
  type Answer,
  barcodeOf,
  type Clerk,
  moreLots,
  openWarehouse,
  type Warehouse,
} from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
let lena: Clerk
const firstShelf = stockAccount('WAT', 'A-01')
const secondShelf = stockAccount('WAT', 'B-02')
const first = 601
let next = first
// Plants that no other test uses: 100 on each of two shelves.
const fresh = () => {
  next += 1
  return barcodeOf(next - 1)
}

beforeAll(async () => {
  const lots = moreLots(first, 20, 100)
  warehouse = await openWarehouse([...lots, ...lots.map((lot) => ({ ...lot, account: secondShelf }))])
  pia = warehouse.clerk('pia.picker')
  lena = warehouse.clerk('lena.lead')
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

const second = { StorageLocation: 'B-02', IsSecondShelf: true }
const messages = ({ body }: Answer<{ InventoryLines?: { Message: string }[] | null }>) =>
  (body.InventoryLines ?? []).map(({ Message }) => Message)
const reserved = 'Inventory Line RESERVED successfully'
const listed = (barcode: string) => `${barcode} is on the document already`
const lines = async (tag: string) => (await pia.detail(tag)).InventoryLines

// Creates an issuance with a line of 100 on one shelf and a line of 40 on the other.
async function atTwoShelves() {
  const barcode = fresh()
  const tag = await pia.create()
  expect(messages(await pia.order(tag, barcode, 100))).toEqual([reserved])
  expect(messages(await pia.order(tag, barcode, 40, { line: second }))).toEqual([reserved])
  const [one, other] = await lines(tag)
  return { barcode, tag, one: one?.ID ?? '', other: other?.ID ?? '' }
}

test('an issuance takes the plants of a barcode from two shelves, each line from its own', async () => {
  const { barcode, tag, one, other } = await atTwoShelves()
  expect(await lines(tag)).toMatchObject([
    { ID: one, StorageLocation: 'A-01', OrderQty: 100 },
    { ID: other, StorageLocation: 'B-02', OrderQty: 40 },
  ])
  expect(await warehouse.balance(barcode, firstShelf)).toEqual({ qty: 100, reserved: 100 })
  expect(await warehouse.balance(barcode, secondShelf)).toEqual({ qty: 100, reserved: 40 })
  await pia.line(tag, other, barcode, 'PICKED', 40)
  expect((await lines(tag)).map(({ Status }) => Status)).toEqual(['RESERVED', 'PICKED'])
  await pia.line(tag, one, barcode, 'PICKED', 90)
  expect((await pia.ship(tag)).status).toBe(200)
  expect(await warehouse.balance(barcode, firstShelf)).toEqual({ qty: 10, reserved: 0 })
  expect(await warehouse.balance(barcode, secondShelf)).toEqual({ qty: 60, reserved: 0 })
  expect(await warehouse.balance(barcode, issuedAccount('Grower', 'G1'))).toMatchObject({ qty: 130 })
})

test.each([
  ['without the flag', { StorageLocation: 'B-02' }],
  ['without a shelf', { StorageLocation: '', IsSecondShelf: true }],
  ['at the same shelf', { StorageLocation: 'A-01', IsSecondShelf: true }],
])('a second line %s is refused, and the first keeps its quantity', async (_, line) => {
  const barcode = fresh()
  const tag = await pia.create()
  await pia.order(tag, barcode, 10)
  expect(messages(await pia.order(tag, barcode, 5, { line }))).toEqual([listed(barcode)])
  expect(await lines(tag)).toMatchObject([{ StorageLocation: 'A-01', OrderQty: 10 }])
  expect(await warehouse.balance(barcode, secondShelf)).toEqual({ qty: 100, reserved: 0 })
})

test('deleting one of two lines keeps the issuance RESERVED; deleting the last one makes it OPEN', async () => {
  const { barcode, tag, one, other } = await atTwoShelves()
  await pia.deleteLine(tag, one)
  expect(await pia.detail(tag)).toMatchObject({
    IssuanceHeader: { Status: 'RESERVED' },
    InventoryLines: [{ ID: other, StorageLocation: 'B-02' }],
  })
  expect(await warehouse.balance(barcode, firstShelf)).toEqual({ qty: 100, reserved: 0 })
  await pia.deleteLine(tag, other)
  expect(await pia.detail(tag)).toMatchObject({ IssuanceHeader: { Status: 'OPEN' }, InventoryLines: [] })
})

test('two people who order the rest at the same time get one line', async () => {
  const barcode = fresh()
  const tag = await pia.create()
  await pia.order(tag, barcode, 100)
  const answers = await Promise.all([pia, lena].map((each) => each.order(tag, barcode, 40, { line: second })))
  expect(answers.flatMap(messages).toSorted()).toEqual([listed(barcode), reserved])
  expect(await warehouse.balance(barcode, secondShelf)).toEqual({ qty: 100, reserved: 40 })
})

test('two people who scan one barcode at the same time get one line, whatever their shelf', async () => {
  const barcode = fresh()
  const tag = await pia.create()
  const answers = await Promise.all([
    pia.order(tag, barcode, 30),
    lena.order(tag, barcode, 30, { line: { StorageLocation: 'B-02' } }),
  ])
  expect(answers.flatMap(messages).toSorted()).toEqual([listed(barcode), reserved])
  expect(await lines(tag)).toHaveLength(1)
})

test('only one of two issuances gets the last plants of a shelf', async () => {
  const barcode = fresh()
  const tags = [await pia.create(), await pia.create()]
  for (const tag of tags) await pia.order(tag, barcode, 50)
  const answers = await Promise.all(tags.map((tag) => pia.order(tag, barcode, 60, { line: second })))
  expect(answers.flatMap(messages).toSorted()).toEqual([reserved, 'Insufficient quantity'].toSorted())
  expect(await warehouse.balance(barcode, secondShelf)).toEqual({ qty: 100, reserved: 60 })
})

test('a dump writes off the plants of two shelves', async () => {
  const ada = new DumpClerk(warehouse.clerk('ada.admin'))
  const barcode = fresh()
  const number = await ada.create()
  await ada.add(number, barcode, 100)
  expect(messages(await ada.add(number, barcode, 40, second))).toEqual(['Dump Log Line OPEN successfully'])
  const dumping = (await ada.detail(number)).DumpLogLines
  for (const line of dumping) await ada.step(line, 'DUMPED', line.DumpQty ?? 0)
  expect(await warehouse.balance(barcode, firstShelf)).toEqual({ qty: 0, reserved: 0 })
  expect(await warehouse.balance(barcode, secondShelf)).toEqual({ qty: 60, reserved: 0 })
  expect(await warehouse.balance(barcode, dumpedAccount('WAT'))).toMatchObject({ qty: 140 })
})

test('a transfer accepts a barcode once, as specified', async () => {
  const ravi = new TransferClerk(warehouse.clerk('ravi.receiver'))
  const barcode = fresh()
  const number = await ravi.create()
  await ravi.order(number, barcode, 10)
  const { body } = await ravi.order(number, barcode, 5, { line: second })
  expect(body.TransferLines?.map(({ Message }) => Message)).toEqual([listed(barcode)])
})
