// Two people edit the header of one document: neither edit undoes the other.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TransferClerk } from '#tests/support/transfers.ts'
import { type Clerk, openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
let lena: Clerk

beforeAll(async () => {
  warehouse = await openWarehouse()
  pia = warehouse.clerk('pia.picker')
  lena = warehouse.clerk('lena.lead')
})
afterAll(() => warehouse.close())

type Header = Readonly<Record<string, string>>
const start: Header = {
  IssueToType: 'Grower',
  IssueToNbr: 'G1',
  IssueDate: '',
  ReferenceNbr: '',
  Comments: '',
}
// Sends the whole header like the app, with the values from before the edit.
const edit = (clerk: Clerk, tag: string, change: Header, seen: Header = start) =>
  clerk.call<ProblemBody>('POST', 'issuance', {
    body: {
      IssuanceHeader: {
        TagNbr: tag,
        Status: 'OPEN',
        InventoryLocation: 'WAT',
        TrimSeasonID: 'S1',
        StorageType: 'INVENTORY',
        ...seen,
        ...change,
      },
      InventoryLines: [],
      SeenHeader: seen,
    },
  })
const headerOf = async (tag: string) => (await pia.detail(tag)).IssuanceHeader

test('edits of different fields are both kept', async () => {
  const tag = await pia.create({ IssueDate: '' })
  expect((await edit(lena, tag, { IssueToNbr: 'G2', ReferenceNbr: 'PO 7' })).status).toBe(200)
  expect((await edit(pia, tag, { Comments: 'gate 4' })).status).toBe(200)
  expect(await headerOf(tag)).toMatchObject({ IssueToNbr: 'G2', ReferenceNbr: 'PO 7', Comments: 'gate 4' })
})

test('edits of the same field are a conflict: nothing is saved until the person has seen the other value', async () => {
  const tag = await pia.create({ IssueDate: '' })
  await edit(lena, tag, { Comments: 'gate 5' })
  expect(await edit(pia, tag, { Comments: 'gate 4', ReferenceNbr: 'PO 9' })).toMatchObject({
    status: 409,
    body: { code: 'state_conflict', state: { number: tag, refusal: { code: 'headerChanged' } } },
  })
  expect(await headerOf(tag)).toMatchObject({ Comments: 'gate 5', ReferenceNbr: '' })
  const seen = { ...start, Comments: 'gate 5' }
  expect((await edit(pia, tag, { Comments: 'gate 4', ReferenceNbr: 'PO 9' }, seen)).status).toBe(200)
  expect(await headerOf(tag)).toMatchObject({ Comments: 'gate 4', ReferenceNbr: 'PO 9' })
})

test('the same edit by two people is no conflict', async () => {
  const tag = await pia.create({ IssueDate: '' })
  await edit(lena, tag, { Comments: 'gate 5' })
  expect((await edit(pia, tag, { Comments: 'gate 5' })).status).toBe(200)
})

test('without the values from before the edit, the header is saved as sent, as from other clients', async () => {
  const tag = await pia.create({ Comments: 'gate 3' })
  expect((await pia.save({ TagNbr: tag, Comments: 'gate 4' })).status).toBe(200)
  expect(await headerOf(tag)).toMatchObject({ Comments: 'gate 4' })
})

test('does not overwrite a temperature that another person has entered meanwhile', async () => {
  const ada = new TransferClerk(warehouse.clerk('ada.admin'))
  const number = await ada.shipped({ B000000001: 5 })
  const { TransferHeader: header } = await ada.detail(number)
  const save = (temperature: string, seen: string) =>
    ada.clerk.call<ProblemBody>('POST', 'transfers', {
      body: {
        TransferHeader: { ...header, ReceiptPlantTemperature: temperature },
        TransferLines: [],
        SeenHeader: { ReceiptPlantTemperature: seen },
      },
    })
  expect((await save('4', '')).status).toBe(200)
  expect(await save('7', '')).toMatchObject({
    status: 409,
    body: { state: { refusal: { code: 'headerChanged' } } },
  })
  expect((await save('7', '4')).status).toBe(200)
})

test('refuses an edit as a whole if ship date and arrival date do not fit together after another edit', async () => {
  const ada = new TransferClerk(warehouse.clerk('ada.admin'))
  const number = await ada.create()
  const seen = {
    DestinationLocationID: 'SAL',
    ExpectedShipDate: '2026-11-21',
    ExpectedArrivalDate: '2026-11-25',
  }
  const save = (change: Header) =>
    ada.clerk.call<ProblemBody>('POST', 'transfers', {
      body: {
        TransferHeader: {
          TransferNbr: number,
          OriginLocationID: 'WAT',
          Status: 'OPEN',
          TrimSeasonID: 'S1',
          ...seen,
          ...change,
        },
        TransferLines: [],
        SeenHeader: seen,
      },
    })
  await ada.save({ TransferNbr: number, ...seen })
  expect((await save({ ExpectedArrivalDate: '2026-11-22' })).status).toBe(200)
  expect(await save({ ExpectedShipDate: '2026-11-24' })).toMatchObject({
    status: 409,
    body: { state: { refusal: { code: 'shipAfterArrival' } } },
  })
  const { TransferHeader: header } = await ada.detail(number)
  expect(header).toMatchObject({ ExpectedShipDate: '2026-11-21', ExpectedArrivalDate: '2026-11-22' })
})
