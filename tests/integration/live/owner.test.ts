import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '#features/history/common/history.ts'
import { openStartedStream } from '#tests/support/change-listener.ts'
import { CountClerk } from '#tests/support/counts.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
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

const ownerOf = async (tag: string) => (await pia.detail(tag)).IssuanceHeader?.OwnedBy
const picked = async (clerk: Clerk, tag: string, barcode: string) => {
  const line = (await clerk.detail(tag)).InventoryLines.find(({ BarcodeID }) => BarcodeID === barcode)
  return clerk.line(tag, line?.ID ?? null, barcode, 'PICKED', 10)
}
const ordered = async (...barcodes: readonly string[]) => {
  const tag = await lena.create()
  for (const barcode of barcodes) await lena.order(tag, barcode, 10)
  return tag
}
const takeOver = <Body = { OwnedBy: string }>(clerk: Clerk, Number: string) =>
  clerk.call<Body>('POST', 'owner', { body: { Number } })
const owners = async (clerk: Clerk, tag: string) => {
  const { body } = await clerk.get<{ Records: HistoryEntry[] }>(`history/document/${tag}`, {})
  return body.Records.filter(({ Event }) => Event === 'OWNED').map(({ By, From }) => [By, From?.Owner ?? ''])
}

test('the first person to pick a line becomes the owner; ordering or picking the next line does not change it', async () => {
  const tag = await ordered(barcodeOf(1), barcodeOf(2))
  expect(await ownerOf(tag)).toBe('')
  await picked(pia, tag, barcodeOf(1))
  expect(await ownerOf(tag)).toBe('pia.picker')
  await picked(lena, tag, barcodeOf(2))
  expect(await ownerOf(tag)).toBe('pia.picker')
  await lena.ship(tag)
  expect(await ownerOf(tag)).toBe('')
  expect(await owners(pia, tag)).toEqual([['pia.picker', '']])
})

test('a refused pick does not make its person the owner', async () => {
  const tag = await ordered(barcodeOf(3))
  const { InventoryLines } = await pia.detail(tag)
  await pia.line(tag, InventoryLines[0]?.ID ?? null, barcodeOf(3), 'PICKED', 1_000)
  expect(await ownerOf(tag)).toBe('')
})

test('shows the time of the owner’s last work; changes of other people do not count', async () => {
  const tag = await ordered(barcodeOf(7), barcodeOf(8), barcodeOf(9))
  const since = async () => (await pia.detail(tag)).IssuanceHeader?.OwnedDateTime
  const long = '2026-01-02T03:04:05.000Z'
  await picked(pia, tag, barcodeOf(7))
  await warehouse.database.pool.query('update document set owned_at = $1 where number = $2', [long, tag])
  await picked(lena, tag, barcodeOf(8))
  expect(await since()).toBe(long)
  await picked(pia, tag, barcodeOf(9))
  expect(Date.parse((await since()) ?? '')).toBeGreaterThan(Date.parse(long))
})

test('a takeover is announced, and the former owner stays on record', async () => {
  const tag = await ordered(barcodeOf(4))
  await picked(pia, tag, barcodeOf(4))
  const ear = await openStartedStream(warehouse, 'pia.picker')
  expect(await takeOver(lena, tag)).toMatchObject({ status: 200, body: { OwnedBy: 'lena.lead' } })
  expect(await ear.until('change')).toMatchObject({ Number: tag, Step: 'takeOver', By: 'lena.lead' })
  await ear.close()
  expect(await ownerOf(tag)).toBe('lena.lead')
  // The document itself has not changed.
  expect((await pia.detail(tag)).IssuanceHeader?.LastChangedBy).toBe('pia.picker')
  // A second takeover changes nothing.
  await takeOver(lena, tag)
  expect(await owners(pia, tag)).toEqual([
    ['lena.lead', 'pia.picker'],
    ['pia.picker', ''],
  ])
  await expect(warehouse.database.pool.query('delete from document_owner')).rejects.toThrow(/append-only/)
})

test('only people who may do the work can take it over, and only while there is open work', async () => {
  const tag = await ordered(barcodeOf(5))
  const refusal = async (username: string) => {
    const { status, body } = await takeOver<ProblemBody>(warehouse.clerk(username), tag)
    return [status, body.code]
  }
  expect(await refusal('ravi.receiver')).toEqual([403, 'key_missing'])
  expect(await refusal('rhea.reader')).toEqual([403, 'read_only'])
  // The right to open is not enough: a nursery's plants need their own key, and a transfer is picked at its
  // origin.
  const ofNursery = await lena.create({ IssueToType: 'Nursery', IssueToNbr: 'N1' })
  expect(await takeOver<ProblemBody>(pia, ofNursery)).toMatchObject({
    status: 403,
    body: { code: 'key_missing' },
  })
  const ada = new TransferClerk(warehouse.clerk('ada.admin'))
  const toHere = await ada.create({ OriginLocationID: 'SAL', DestinationLocationID: 'WAT' })
  expect(await takeOver<ProblemBody>(warehouse.clerk('ravi.receiver'), toHere)).toMatchObject({
    status: 403,
    body: { code: 'location_not_allowed' },
  })
  await picked(pia, tag, barcodeOf(5))
  await pia.ship(tag)
  expect(await refusal('pia.picker')).toEqual([409, 'state_conflict'])
  expect((await takeOver(pia, '19999999')).status).toBe(404)
})

test('receiving belongs to the person who receives, whoever has picked', async () => {
  const ada = new TransferClerk(warehouse.clerk('ada.admin'))
  const number = await ada.create()
  await ada.order(number, barcodeOf(6), 10)
  const owner = async () => (await ada.detail(number)).TransferHeader?.OwnedBy
  const [line] = (await ada.detail(number)).TransferLines
  if (!line) throw new Error('No line')
  await ada.step(line, 'PICKED', 10)
  expect(await owner()).toBe('ada.admin')
  await ada.end(number, 'SHIPPED')
  expect(await owner()).toBe('')
  const sam = new TransferClerk(warehouse.clerk('sam.super'))
  const [shipped] = (await sam.detail(number)).TransferLines
  if (shipped) await sam.step(shipped, 'RECEIVED', 10)
  expect(await owner()).toBe('sam.super')
})

test('the person who counts the first line owns the count until it ends', async () => {
  const ada = new CountClerk(warehouse.clerk('ada.admin'))
  const sam = new CountClerk(warehouse.clerk('sam.super'))
  const CountNbr = await ada.create('A-01')
  expect((await ada.detail(CountNbr)).header.OwnedBy).toBe('')
  await sam.count({ CountNbr }, barcodeOf(10), 100)
  expect((await ada.detail(CountNbr)).header.OwnedBy).toBe('sam.super')
  expect(await takeOver(ada.clerk, CountNbr)).toMatchObject({ status: 200 })
  expect((await ada.save({ CountNbr, Status: 'CANCELLED' })).status).toBe(200)
  expect((await ada.detail(CountNbr)).header.OwnedBy).toBe('')
  expect(await owners(ada.clerk, CountNbr)).toEqual([
    ['ada.admin', 'sam.super'],
    ['sam.super', ''],
  ])
})
