import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import type { RecordDetail, RecordKind } from '#features/maintenance/common/maintenance.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import {
  barcodeOf,
  type Clerk,
  moreLots,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let admin: Clerk
let ada: TransferClerk
const first = 701
let next = first
const fresh = () => {
  next += 1
  return barcodeOf(next - 1)
}
// Two empty locations, the ends of the transfers below.
const [from, to] = ['EMA', 'EMB']

beforeAll(async () => {
  warehouse = await openWarehouse(moreLots(first, 20, 100))
  const { pool } = warehouse.database
  await pool.query(`insert into location (code, description, time_zone)
    values ('EMA', 'Empty A', 'America/Los_Angeles'), ('EMB', 'Empty B', 'America/Los_Angeles')`)
  await pool.query(`insert into person_location (username, location)
    select username, code from (values ('ada.admin'), ('sam.super')) as person (username), (values ('EMA'), ('EMB')) as place (code)`)
  admin = warehouse.clerk('ada.admin')
  ada = new TransferClerk(admin)
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

const setActive = async (kind: RecordKind, key: string, active: boolean) => {
  const { Record: now } = (await admin.get<RecordDetail>(`maintenance/records/${kind}/${key}`)).body
  const body = { Key: key, Version: now.Version, Active: active, Values: now.Values }
  return admin.call<ProblemBody>('POST', `maintenance/records/${kind}`, { body })
}
const inUse = (name: string, numbers: readonly string[]) => ({
  status: 409,
  body: {
    state: {
      refusal: {
        code: 'recordHasDocuments',
        facts: { name, documents: numbers.length, numbers: numbers.join(', ') },
      },
    },
  },
})
const shippedFrom = async (header: Readonly<Record<string, string>>) => {
  const number = await ada.create(header)
  await ada.order(number, fresh(), 30, { header })
  await ada.step(await ada.line(number), 'PICKED', 30)
  await ada.end(number, 'SHIPPED')
  return number
}

describe('a location stays active', () => {
  test('while a transfer to it is open or in transit, or waits for a decision there', async () => {
    const header = { DestinationLocationID: to }
    const number = await ada.create(header)
    expect(await setActive('locations', to, false)).toMatchObject(inUse(to, [number]))

    const code = fresh()
    await ada.order(number, code, 30)
    await ada.step(await ada.line(number), 'PICKED', 30)
    await ada.end(number, 'SHIPPED')
    expect(await setActive('locations', to, false)).toMatchObject(inUse(to, [number]))

    await ada.step(await ada.line(number), 'RECEIVED', 0)
    await ada.end(number, 'RECEIVED')
    expect(await setActive('locations', to, false)).toMatchObject({ status: 200 })
    expect(await setActive('locations', to, true)).toMatchObject({ status: 200 })
  })

  test('while plants from it are in transit, and until their request is decided', async () => {
    const { pool } = warehouse.database
    const code = fresh()
    const incoming = await ada.create({ DestinationLocationID: from })
    await ada.order(incoming, code, 30)
    await ada.step(await ada.line(incoming), 'PICKED', 30)
    await ada.end(incoming, 'SHIPPED')
    await ada.step(await ada.line(incoming), 'RECEIVED', 30)
    await ada.end(incoming, 'RECEIVED')

    const header = { OriginLocationID: from, DestinationLocationID: 'SAL' }
    const number = await ada.create(header)
    await ada.save({ ...header, TransferNbr: number, Status: 'RESERVED' }, [
      { ID: null, BarcodeID: code, Status: 'RESERVED', OrderQty: 30, StorageLocation: 'A-01' },
    ])
    const { ID } = await ada.line(number)
    await ada.save({ ...header, TransferNbr: number, Status: 'RESERVED' }, [
      { ID, BarcodeID: code, Status: 'PICKED', PickQty: 30 },
    ])
    await ada.save({ ...header, TransferNbr: number, Status: 'SHIPPED' })
    expect(await warehouse.balance(code, stockAccount(from, 'A-01'))).toEqual({ qty: 0, reserved: 0 })
    expect(await setActive('locations', from, false)).toMatchObject(inUse(from, [number]))

    await ada.save({ ...header, TransferNbr: number, Status: 'SHIPPED' }, [
      { ID, BarcodeID: code, Status: 'RECEIVED', ReceiveQty: 20 },
    ])
    await ada.save({ ...header, TransferNbr: number, Status: 'RECEIVED' })
    const { rows } = await pool.query<{ number: number }>(
      'select number from adjustment_request where of_number = $1',
      [number],
    )
    expect(await setActive('locations', from, false)).toMatchObject(inUse(from, [String(rows[0]?.number)]))
  })

  test('while it has plants in stock', async () => {
    expect(await setActive('locations', 'OXN', false)).toMatchObject({
      status: 409,
      body: { state: { refusal: { code: 'recordHasPlants', facts: { name: 'OXN', plants: 100 } } } },
    })
  })
})

describe('a location that was deactivated too early', () => {
  const deactivate = (code: string) =>
    warehouse.database.pool.query('update location set active = false where code = $1', [code])

  test('gets no plants: the transfer cannot be shipped, but can be cancelled', async () => {
    const header = { DestinationLocationID: to }
    const code = fresh()
    const number = await ada.create(header)
    await ada.order(number, code, 30)
    await ada.step(await ada.line(number), 'PICKED', 30)
    await deactivate(to)
    expect(await ada.end<ProblemBody>(number, 'SHIPPED')).toMatchObject({
      status: 409,
      body: { state: { refusal: { code: 'destinationInactive', facts: { location: to } } } },
    })
    expect(await ada.end(number, 'CANCELLED')).toMatchObject({ status: 200 })
    expect(await warehouse.balance(code, stockAccount('WAT', 'A-01'))).toEqual({ qty: 100, reserved: 0 })
    await setActive('locations', to, true)
  })

  test('is activated again to receive a transfer in transit', async () => {
    const number = await shippedFrom({ DestinationLocationID: to })
    await deactivate(to)
    const line = await ada.line(number)
    expect(await ada.step(line, 'RECEIVED', 30)).toMatchObject({ status: 403 })
    expect(await setActive('locations', to, true)).toMatchObject({ status: 200 })
    await ada.step(line, 'RECEIVED', 30)
    expect(await ada.end(number, 'RECEIVED')).toMatchObject({ status: 200 })
    expect(await warehouse.balance(line.BarcodeID, stockAccount(to, 'A-01'))).toEqual({
      qty: 30,
      reserved: 0,
    })
  })
})

test('a season stays active while it has open documents', async () => {
  const header = { TrimSeasonID: 'S2' }
  const number = await ada.create(header)
  expect(await setActive('seasons', 'S2', false)).toMatchObject(inUse('Straw 2027', [number]))
  await ada.save({ ...header, TransferNbr: number, Status: 'CANCELLED' })
  expect(await setActive('seasons', 'S2', false)).toMatchObject({ status: 200 })
})

test('a grower with plants in grower storage stays active: otherwise those plants could not be chosen', async () => {
  expect(await setActive('growers', 'G2', false)).toMatchObject({
    status: 409,
    body: { state: { refusal: { code: 'recordHasPlants', facts: { name: 'Birch Ranch', plants: 40 } } } },
  })
  expect(await setActive('growers', 'G3', false)).toMatchObject({ status: 200 })
})

test('documents that name a deactivated record can still be finished', async () => {
  const code = fresh()
  const grower = { Id: 'G60', GrowerEntity: 'Sixty', Commodity: 'STRAW' }
  const more = {
    PickUpLocationId: '',
    GrowingArea: '',
    GrowingDistrict: '',
    VendorInvoiceAccNum: '',
    FieldType: '',
  }
  const body = { Key: null, Version: 0, Active: true, Values: { ...grower, ...more } }
  expect(await admin.call('POST', 'maintenance/records/growers', { body })).toMatchObject({ status: 200 })
  const header = { IssueToNbr: 'G60' }
  const tag = await admin.create(header)
  await admin.order(tag, code, 10, { header })
  for (const [kind, key] of [
    ['growers', 'G60'],
    ['varieties', 'ALB'],
    ['trimTypes', '1'],
  ] as const) {
    expect(await setActive(kind, key, false)).toMatchObject({ status: 200 })
  }
  const [line] = (await admin.detail(tag)).InventoryLines ?? []
  await admin.line(tag, line?.ID ?? null, code, 'PICKED', 10)
  expect(await admin.ship(tag, [], header)).toMatchObject({ status: 200 })
  expect(await warehouse.balance(code, stockAccount('WAT', 'A-01'))).toEqual({ qty: 90, reserved: 0 })
  await setActive('varieties', 'ALB', true)
})
