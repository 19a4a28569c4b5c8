import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
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
afterAll(async () => {
  const broken = await findBrokenInvariants(warehouse.database.pool)
  await warehouse.close()
  expect(broken).toEqual([])
})

const documents = async () =>
  Number((await warehouse.database.pool.query('select count(*) from document')).rows[0].count)

// Creates an issuance with one line in this status.
async function inStatus(status: 'RESERVED' | 'PICKED' | 'SHIPPED' | 'CANCELLED') {
  const tag = await pia.create()
  const id = (await pia.order(tag, barcodeOf(1), 1)).body.InventoryLines[0]?.ID ?? ''
  if (status === 'CANCELLED') await pia.cancel(tag)
  if (status === 'PICKED' || status === 'SHIPPED') await pia.line(tag, id, barcodeOf(1), 'PICKED', 1)
  if (status === 'SHIPPED') await pia.ship(tag)
  return { tag, id }
}

describe('the header', () => {
  test.each([
    ['IssueToNbr', { IssueToNbr: 'G404' }, 'an active grower'],
    ['IssueToNbr', { IssueToNbr: 'G9' }, 'an active grower'],
    ['IssueToNbr', { IssueToNbr: 'N1' }, 'an active grower'],
    ['TrimSeasonID', { TrimSeasonID: 'S404' }, 'a trim season'],
  ])('is not created with an invalid %s: %o', async (name, header, expected) => {
    const before = await documents()
    const { status, body } = await pia.save<ProblemBody>(header)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'malformed_request',
      errors: [{ path: `body.IssuanceHeader.${name}`, expected }],
    })
    expect(await documents()).toBe(before)
  })

  test.each([
    ['ReferenceNbr', { ReferenceNbr: 'x'.repeat(51) }],
    ['Comments', { Comments: 'x'.repeat(256) }],
    ['IssueDate', { IssueDate: '2026-02-30' }],
    ['IssueDate', { IssueDate: '0000-01-01' }],
    ['IssueToType', { IssueToType: 'Garden' }],
  ])('is malformed with an invalid %s', async (name, header) => {
    const { status, body } = await pia.save<ProblemBody>(header)
    expect(status).toBe(400)
    expect(body.errors?.[0]?.path).toBe(`body.IssuanceHeader.${name}`)
  })

  test('is not created after the last number of its kind; other kinds are, and nothing is left behind', async () => {
    const { pool } = warehouse.database
    const before = await documents()
    const last = (await pool.query('select last_value from issuance_number')).rows[0].last_value
    await pool.query(`select setval('issuance_number', 19999998)`)
    try {
      expect(await pia.create()).toBe('19999999')
      const { status, body } = await pia.save<ProblemBody>({})
      expect(status).toBe(409)
      expect(body).toMatchObject({
        code: 'state_conflict',
        detail: 'Refused: numbersUsedUp',
        state: { refusal: { code: 'numbersUsedUp' } },
      })
      expect(await documents()).toBe(before + 1)
    } finally {
      await pool.query(`select setval('issuance_number', ${last})`)
    }
    expect(Number(await pia.create())).toBe(Number(last) + 1)
  })

  test('cannot be created as shipped or cancelled', async () => {
    for (const Status of ['SHIPPED', 'CANCELLED']) {
      const { status, body } = await pia.save<ProblemBody>({ Status })
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'state_conflict' })
    }
  })

  test('can be edited while OPEN or RESERVED: destination, reference, date, comment', async () => {
    const { tag } = await inStatus('RESERVED')
    const { status, body } = await pia.save({
      TagNbr: tag,
      IssueToNbr: 'G2',
      ReferenceNbr: 'R-2',
      IssueDate: '2026-12-01',
      Comments: 'Later',
    })
    expect({ status, message: body.Message }).toEqual({
      status: 200,
      message: 'Issuance processed successfully',
    })
    expect((await pia.detail(tag)).IssuanceHeader).toMatchObject({
      Status: 'RESERVED',
      IssueToNbr: 'G2',
      EntityName: 'Birch Ranch',
      ReferenceNbr: 'R-2',
      IssueDate: '2026-12-01',
      Comments: 'Later',
    })
  })

  test('keeps an edit when a line is saved from an older state', async () => {
    const tag = await pia.create({ Comments: 'First' })
    await lena.save({ TagNbr: tag, Comments: 'Second' })
    await pia.order(tag, barcodeOf(2), 1, { header: { Comments: 'First' } })
    expect((await pia.detail(tag)).IssuanceHeader?.Comments).toBe('Second')
  })

  test.each([
    ['IssueToType', { IssueToType: 'Nursery', IssueToNbr: 'N1' }],
    ['InventoryLocation', { InventoryLocation: 'SAL' }],
    ['TrimSeasonID', { TrimSeasonID: 'S2' }],
  ])('keeps its %s once there is a tag number', async (name, header) => {
    const tag = await lena.create()
    const { status, body } = await lena.save<ProblemBody>({ TagNbr: tag, ...header })
    expect(status).toBe(400)
    expect(body.errors?.[0]?.path).toBe(`body.IssuanceHeader.${name}`)
    expect((await lena.detail(tag)).IssuanceHeader).toMatchObject({
      IssueToType: 'Grower',
      InventoryLocation: 'WAT',
      TrimSeasonID: 'S1',
    })
  })

  test('cannot have a destination that does not exist', async () => {
    const tag = await pia.create()
    expect((await pia.save({ TagNbr: tag, IssueToNbr: 'G404' })).status).toBe(400)
  })
})

describe.each(['SHIPPED', 'CANCELLED'] as const)('once %s', (status) => {
  test('nothing can change any more, and the answer has the state', async () => {
    const { tag, id } = await inStatus(status)
    const before = await pia.detail(tag)
    const attempts = [
      await pia.save<ProblemBody>({ TagNbr: tag, Comments: 'Too late' }),
      await pia.ship<ProblemBody>(tag),
      await pia.cancel<ProblemBody>(tag),
      await pia.save<ProblemBody>({ TagNbr: tag, Status: 'RESERVED' }, [
        { ID: id, BarcodeID: barcodeOf(1), Status: 'PICKED', PickQty: 1 },
      ]),
      await pia.save<ProblemBody>({ TagNbr: tag, Status: 'RESERVED' }, [
        { BarcodeID: barcodeOf(2), Status: 'RESERVED', OrderQty: 1, StorageLocation: 'A-01' },
      ]),
      await pia.deleteLine<ProblemBody>(tag, id),
    ]
    for (const attempt of attempts) {
      expect(attempt.status).toBe(409)
      expect(attempt.headers.get('content-type')).toContain('application/problem+json')
      expect(attempt.body).toMatchObject({
        code: 'state_conflict',
        state: { number: tag, status, refusal: { code: 'notWhileStatus' } },
      })
    }
    expect(await pia.detail(tag)).toEqual(before)
  })
})

test('an issuance without lines cannot be shipped, but can be cancelled', async () => {
  const tag = await pia.create()
  const { status, body } = await pia.ship<ProblemBody>(tag)
  expect(status).toBe(409)
  expect(body.state).toMatchObject({ status: 'OPEN' })
  expect((await pia.cancel(tag)).status).toBe(200)
})

describe('a line', () => {
  const line = (more: Readonly<Record<string, unknown>>) => ({
    ID: null,
    BarcodeID: barcodeOf(3),
    Status: 'RESERVED',
    OrderQty: 1,
    StorageLocation: 'A-01',
    ...more,
  })

  test.each([
    ['an unknown barcode', { BarcodeID: 'X000000000' }, 'Inventory Not found'],
    ['a barcode of another location', { BarcodeID: barcodeOf(13) }, 'Inventory Not found'],
    [
      'a barcode of another commodity',
      { BarcodeID: barcodeOf(16), StorageLocation: 'A-03' },
      'Inventory Not found',
    ],
    ['a storage location without the barcode', { StorageLocation: 'Z-99' }, 'Inventory Not found'],
    [
      'plants kept for a grower',
      { BarcodeID: barcodeOf(17), StorageLocation: '#GRG1' },
      'Inventory Not found',
    ],
    ['a barcode that has run out', { BarcodeID: barcodeOf(12) }, 'Insufficient quantity'],
    ['more than the stock', { OrderQty: 999_999_999 }, 'Insufficient quantity'],
    ['no quantity', { OrderQty: null }, 'Quantity is missing'],
    ['a pick that was never ordered', { Status: 'PICKED', PickQty: 1 }, `${barcodeOf(3)} is OPEN`],
    ['an unknown id', { ID: '999999999' }, `${barcodeOf(3)} is not on the document`],
    ['an id that is no number', { ID: 'x' }, `${barcodeOf(3)} is not on the document`],
    ['a final status for one line', { Status: 'SHIPPED' }, `${barcodeOf(3)} is OPEN`],
  ])('with %s is refused, and a valid line in the same request is saved', async (_, wrong, message) => {
    const { status, body } = await pia.save({ Status: 'RESERVED' }, [
      line(wrong),
      line({ BarcodeID: barcodeOf(4) }),
    ])
    expect(status).toBe(200)
    expect(body.InventoryLines.map((each) => each.Message)).toEqual([
      message,
      'Inventory Line RESERVED successfully',
    ])
    const { InventoryLines } = await pia.detail(body.TagNbr ?? '')
    expect(InventoryLines.map((each) => each.BarcodeID)).toEqual([barcodeOf(4)])
  })

  test('with a barcode that is already listed is refused, and the first line keeps its quantity', async () => {
    const tag = await pia.create()
    await pia.order(tag, barcodeOf(3), 2)
    const { body } = await pia.order(tag, barcodeOf(3), 5)
    expect(body.InventoryLines[0]?.Message).toBe(`${barcodeOf(3)} is on the document already`)
    const twice = await pia.save({ Status: 'RESERVED' }, [line({}), line({ OrderQty: 9 })])
    expect(twice.body.InventoryLines.map((each) => each.Message)).toEqual([
      'Inventory Line RESERVED successfully',
      `${barcodeOf(3)} is on the document already`,
    ])
    expect((await pia.detail(tag)).InventoryLines).toMatchObject([{ Qty: 2 }])
  })

  test('cannot be picked with 0, but can be saved with 0', async () => {
    const tag = await pia.create()
    const id = (await pia.order(tag, barcodeOf(5), 0)).body.InventoryLines[0]?.ID ?? ''
    expect((await pia.detail(tag)).InventoryLines).toMatchObject([
      { Status: 'RESERVED', OrderQty: 0, Qty: 0 },
    ])
    const { body } = await pia.line(tag, id, barcodeOf(5), 'PICKED', 0)
    expect(body.InventoryLines).toMatchObject([
      { Message: 'Quantity cannot be zero', ID: id, Status: 'RESERVED', Qty: 0 },
    ])
  })

  test.each([[-1], [1.5], [1_000_000_000], ['7']])('with the quantity %s is malformed', async (OrderQty) => {
    const { status, body } = await pia.save<ProblemBody>({ Status: 'RESERVED' }, [line({ OrderQty })])
    expect(status).toBe(400)
    expect(body.errors?.[0]?.path).toBe('body.InventoryLines.0.OrderQty')
  })

  test('that is the only refused line leaves the header unchanged', async () => {
    const tag = await pia.create()
    await pia.order(tag, barcodeOf(3), 1_000_000)
    expect(await pia.detail(tag)).toMatchObject({ IssuanceHeader: { Status: 'OPEN' }, InventoryLines: [] })
  })
})

describe('an idempotency key', () => {
  test('repeats the first answer and reserves once', async () => {
    const before = await warehouse.balance(barcodeOf(6), stockAccount('WAT', 'A-01'))
    const send = () =>
      pia.save(
        { Status: 'RESERVED' },
        [{ BarcodeID: barcodeOf(6), Status: 'RESERVED', OrderQty: 7, StorageLocation: 'A-01' }],
        'create-once',
      )
    const first = await send()
    const again = await send()
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const after = await warehouse.balance(barcodeOf(6), stockAccount('WAT', 'A-01'))
    expect(after.reserved - before.reserved).toBe(7)
  })

  test('remembers refusals: a quantity that was too large stays refused for that key, even if plants came back', async () => {
    const holder = await lena.create()
    await lena.order(holder, barcodeOf(7), 95)
    const tag = await pia.create()
    const send = (key: string) =>
      pia.save(
        { TagNbr: tag, Status: 'RESERVED' },
        [{ BarcodeID: barcodeOf(7), Status: 'RESERVED', OrderQty: 10, StorageLocation: 'A-01' }],
        key,
      )
    expect((await send('late')).body.InventoryLines[0]?.Message).toBe('Insufficient quantity')
    await lena.cancel(holder)
    expect((await send('late')).body.InventoryLines[0]?.Message).toBe('Insufficient quantity')
    expect((await send('late-again')).body.InventoryLines[0]?.Message).toBe(
      'Inventory Line RESERVED successfully',
    )
  })

  test('remembers problems: a ship that came too early stays refused for that key', async () => {
    const { tag, id } = await inStatus('RESERVED')
    const send = (key: string) => pia.save<ProblemBody>({ TagNbr: tag, Status: 'SHIPPED' }, [], key)
    const first = await send('early')
    expect(first.status).toBe(409)
    await pia.line(tag, id, barcodeOf(1), 'PICKED', 1)
    expect((await send('early')).body).toEqual(first.body)
    expect((await send('in-time')).status).toBe(200)
  })

  test('of a deletion deletes once', async () => {
    const { tag, id } = await inStatus('RESERVED')
    const path = `issuancedetail?${new URLSearchParams({ id, tagnbr: tag })}`
    const first = await pia.call('DELETE', path, { key: 'delete-once' })
    const again = await pia.call('DELETE', path, { key: 'delete-once' })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
  })
})
