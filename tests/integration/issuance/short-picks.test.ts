// A line that was picked short has a reason: in the document, in lists, in the history and on paper.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '#features/history/common/history.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import { barcodeOf, type Clerk, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let lena: Clerk
beforeAll(async () => {
  warehouse = await openWarehouse()
  lena = warehouse.clerk('ada.admin')
})
afterAll(async () => {
  const broken = await findBrokenInvariants(warehouse.database.pool)
  await warehouse.close()
  expect(broken).toEqual([])
})

const ordered = async (number: number) => {
  const BarcodeID = barcodeOf(number)
  const tag = await lena.create()
  const { body } = await lena.order(tag, BarcodeID, 40)
  return { tag, line: { ID: body.InventoryLines[0]?.ID ?? '', BarcodeID } }
}
const pick = (tag: string, line: object, PickQty: number, ShortReasonCode?: string) =>
  lena.save({ TagNbr: tag, Status: 'RESERVED' }, [
    { ...line, Status: 'PICKED', PickQty, ...(ShortReasonCode !== undefined && { ShortReasonCode }) },
  ])
const reasonOn = async (tag: string) => (await lena.detail(tag)).InventoryLines?.[0]?.ShortReasonCode
const history = async (tag: string) =>
  (await lena.get<{ Records: HistoryEntry[] }>(`history/document/${tag}`)).body.Records

test('a short pick keeps its reason until all plants are picked or the line is ordered again', async () => {
  const { tag, line } = await ordered(1)
  await pick(tag, line, 30, 'UNSOLD')
  expect(await reasonOn(tag)).toBe('UNSOLD')
  await pick(tag, line, 35)
  expect(await reasonOn(tag)).toBe('UNSOLD')
  await pick(tag, line, 40, 'UNSOLD')
  expect(await reasonOn(tag)).toBe('')
  await pick(tag, line, 30, 'UNSOLD')
  await lena.line(tag, line.ID, line.BarcodeID, 'RESERVED', 50)
  expect(await reasonOn(tag)).toBe('')
})

test('the same pick with another reason changes only the reason', async () => {
  const { tag, line } = await ordered(5)
  await pick(tag, line, 30, 'UNSOLD')
  await pick(tag, line, 30, 'OPENING')
  expect(await reasonOn(tag)).toBe('OPENING')
  expect((await lena.detail(tag)).InventoryLines?.[0]?.PickQty).toBe(30)
})

test('a short pick needs no reason; an unknown one is refused, a deactivated one is accepted', async () => {
  const { tag, line } = await ordered(2)
  expect((await pick(tag, line, 30)).body.InventoryLines[0]?.Status).toBe('PICKED')
  expect((await pick(tag, line, 31, 'NEVER')).body.InventoryLines[0]?.Message).toContain('NEVER')
  expect((await lena.detail(tag)).InventoryLines?.[0]?.PickQty).toBe(30)
  await warehouse.database.pool.query("update reason_code set active = false where code = 'OPENING'")
  await pick(tag, line, 31, 'OPENING')
  expect(await reasonOn(tag)).toBe('OPENING')
})

test('lists show how many lines and plants are short, the history shows the order and the reason', async () => {
  const { tag, line } = await ordered(3)
  await pick(tag, line, 30, 'UNSOLD')
  const listed = async () => {
    const query = { inventorylocation: 'WAT', trimseasonid: 'S1', all: 'true' }
    const { body } = await lena.get<{ Records: Record<string, unknown>[] }>('issuance', query)
    const row = body.Records.find(({ TagNbr }) => TagNbr === tag)
    return [row?.PlantQty, row?.ShortLineCount, row?.ShortQty]
  }
  expect(await listed()).toEqual([30, 1, 10])
  const short = { Qty: 30, WantedQty: 40, ReasonCode: 'UNSOLD', ReasonDescript: 'Not planted' }
  expect((await history(tag)).find(({ Event }) => Event === 'LINE')).toMatchObject(short)
  expect((await lena.ship(tag)).status).toBe(200)
  expect(await listed()).toEqual([30, 1, 10])
  expect((await history(tag)).find(({ Event }) => Event === 'MOVED')).toMatchObject(short)
  // The movement to the grower has no reason: that other plants are missing is not its cause.
  const { rows } = await warehouse.database.pool.query(
    'select reason from movement where document_number = $1',
    [Number(tag)],
  )
  expect(rows).toEqual([{ reason: '' }])
})

test('a transfer keeps the reason after its arrival, and plants lost in transit do not get it', async () => {
  const clerk = new TransferClerk(lena)
  const number = await clerk.create()
  await clerk.order(number, barcodeOf(4), 40)
  const { ID, BarcodeID } = await clerk.line(number)
  const line = { ID, BarcodeID, Status: 'PICKED', PickQty: 30, ShortReasonCode: 'UNSOLD' }
  await clerk.save({ TransferNbr: number, Status: 'RESERVED' }, [line])
  await clerk.end(number, 'SHIPPED')
  await clerk.receive(number, { [barcodeOf(4)]: 28 })
  expect(await clerk.line(number)).toMatchObject({ ShortReasonCode: 'UNSOLD', ReceivedQty: 28 })
  const { rows } = await warehouse.database.pool.query(
    "select line.reason from document_line as line join document on document.number = line.number where document.kind = 'request'",
  )
  expect(rows).toEqual([{ reason: '' }])
  const moved = (await history(number)).filter(({ Event }) => Event === 'MOVED')
  expect(moved.map(({ Qty, WantedQty, ReasonCode }) => [Qty, WantedQty, ReasonCode])).toEqual([
    [28, 30, ''],
    [30, 40, 'UNSOLD'],
  ])
})
