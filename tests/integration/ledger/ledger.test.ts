import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { adjustedAccount, growerStorageAccount, stockAccount } from '#core/kinds/accounts.ts'
import { importOpeningStock } from '#features/stock-files/server/opening-stock.ts'
import { createPorts } from '#server/database/ports.ts'
import { sqlState, violatedConstraint } from '#server/database/transaction.ts'
import { openLedger } from '#server/domain/ledger.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { barcodeOf, moreLots, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
const shelf = stockAccount('WAT', 'A-01')

beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

describe('two people at once', () => {
  test('reserve the last ten plants once; the other person gets insufficient quantity', async () => {
    const [pia, lena] = [warehouse.clerk('pia.picker'), warehouse.clerk('lena.lead')]
    for (let barcode = 1; barcode <= 8; barcode += 1) {
      const tags = [await pia.create(), await lena.create()] as const
      const filler = await pia.create()
      await pia.order(filler, barcodeOf(barcode), 90)
      const answers = await Promise.all([
        pia.order(tags[0], barcodeOf(barcode), 10),
        lena.order(tags[1], barcodeOf(barcode), 10),
      ])
      const messages = answers.map((answer) => answer.body.InventoryLines[0]?.Message ?? '')
      expect(messages.toSorted()).toEqual(['Insufficient quantity', 'Inventory Line RESERVED successfully'])
      expect(await warehouse.balance(barcodeOf(barcode), shelf)).toEqual({ qty: 100, reserved: 100 })
    }
  })

  test('who name the same barcodes in opposite order both get an answer', async () => {
    const [pia, lena] = [warehouse.clerk('pia.picker'), warehouse.clerk('lena.lead')]
    const line = (barcode: number) => ({
      BarcodeID: barcodeOf(barcode),
      Status: 'RESERVED',
      OrderQty: 1,
      StorageLocation: barcode === 15 ? 'A-02' : 'A-01',
    })
    const numbers = [9, 10, 11, 15]
    const attempts = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? pia.save({ Status: 'RESERVED' }, numbers.map(line))
        : lena.save({ Status: 'RESERVED' }, numbers.toReversed().map(line)),
    )
    const answers = await Promise.all(attempts)
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  })

  test('ship the same issuance once', async () => {
    const pia = warehouse.clerk('pia.picker')
    const tag = await pia.create()
    const id = (await pia.order(tag, barcodeOf(9), 5)).body.InventoryLines[0]?.ID ?? ''
    await pia.line(tag, id, barcodeOf(9), 'PICKED', 5)
    const answers = await Promise.all([
      pia.ship<unknown>(tag),
      warehouse.clerk('lena.lead').ship<unknown>(tag),
      pia.cancel<unknown>(tag),
    ])
    const statuses = answers.map((answer) => String(answer.status))
    expect(statuses.toSorted()).toEqual(['200', '409', '409'])
  })

  test('add the first line and cancel: one of them fails', async () => {
    const pia = warehouse.clerk('pia.picker')
    for (let round = 0; round < 5; round += 1) {
      const tag = await pia.create()
      const [ordered, cancelled] = await Promise.all([
        pia.order(tag, barcodeOf(10), 1),
        warehouse.clerk('lena.lead').cancel(tag),
      ])
      expect(cancelled.status).toBe(200)
      expect([200, 409]).toContain(ordered.status)
    }
  })
})

describe('the database itself', () => {
  /** Returns PostgreSQL's error code of the refusal, with the name of the constraint, if any. */
  const refusalOf = async (statement: string) => {
    try {
      await warehouse.database.pool.query(statement)
      return 'done'
    } catch (error) {
      return [sqlState(error), violatedConstraint(error)].filter(Boolean).join(' ')
    }
  }

  test.each([['update movement set qty = qty + 1'], ['delete from movement'], ['truncate movement']])(
    'forbids: %s',
    async (statement) => {
      expect(await refusalOf(statement)).toBe('23001')
    },
  )

  test.each([
    ["update balance set qty = -1, reserved = 0 where kind = 'stock'", '23514 balance_not_below_zero'],
    ["update balance set reserved = qty + 1 where kind = 'stock'", '23514 balance_reserved_within_quantity'],
    ['update balance set reserved = -1', '23514 balance_reserved_within_quantity'],
    ["update balance set reserved = 1 where kind = 'opening'", '23514 balance_reserved_within_quantity'],
    [
      `insert into movement (by, barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty, reason)
       values ('x', '${barcodeOf(1)}', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 0, 'OPENING')`,
      '23514 movement_some_plants',
    ],
    [
      `insert into movement (by, barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty)
       values ('x', '${barcodeOf(1)}', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 1)`,
      '23514 movement_has_a_cause',
    ],
    [
      `insert into movement (by, barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty, reason)
       values ('', '${barcodeOf(1)}', 'opening', 'WAT', '', 'stock', 'WAT', 'A-01', 1, 'OPENING')`,
      '23514 movement_by_someone',
    ],
  ])('refuses: %s', async (statement, refusal) => {
    expect(await refusalOf(statement)).toBe(refusal)
  })

  test('numbers each kind of document in its own range', async () => {
    const { rows } = await warehouse.database.pool.query<{ name: string; start: string; most: string }>(
      "select sequencename as name, start_value as start, max_value as most from pg_sequences where sequencename like '%_number' order by start_value",
    )
    expect(rows.map(({ name, start, most }) => [name, start, most])).toEqual([
      ['issuance_number', '10000001', '19999999'],
      ['transfer_number', '20000001', '29999999'],
      ['dump_number', '30000001', '39999999'],
      ['return_number', '40000001', '49999999'],
      ['request_number', '50000001', '59999999'],
      ['count_number', '60000001', '69999999'],
    ])
  })
})

test.each([
  ['add up to 0', "update balance set qty = qty + 1 where kind = 'stock'"],
  ['is the sum of its movements', "update balance set qty = qty + 1 where kind = 'stock'"],
  [
    'is what open lines hold',
    "update balance set reserved = reserved + 1 where kind = 'stock' and reserved < qty",
  ],
  ['is what open lines hold', 'update document_line set held = held - 1 where held > 0'],
  ['holds what its status says', "update document_line set status = 'OPEN'"],
  ['without lines is open', "update document set status = 'RESERVED'"],
])('a search for broken invariants finds … %s, after: %s', async (expected, statement) => {
  const pia = warehouse.clerk('pia.picker')
  await pia.create()
  await pia.order(await pia.create(), barcodeOf(10), 1)
  const client = await warehouse.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    expect((await findBrokenInvariants(client)).join('\n')).toContain(expected)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

describe('opening stock', () => {
  test('is posted in bulk, each lot with its movement', async () => {
    const lots = moreLots(5000, 2500, 7)
    await warehouse.database.transaction((transaction) =>
      importOpeningStock(createPorts(transaction), 'stocktaker', 'OPENING', lots),
    )
    const { rows } = await warehouse.database.pool.query(
      `select count(*)::int as lots, sum(qty)::int as plants, min(by) as by, min(reason) as reason
       from movement where barcode between '${barcodeOf(5000)}' and '${barcodeOf(7499)}'`,
    )
    expect(rows).toEqual([{ lots: 2500, plants: 17_500, by: 'stocktaker', reason: 'OPENING' }])
  })

  test('of a known barcode adds to its quantity', async () => {
    const [lot] = moreLots(5000, 1, 3)
    if (!lot) throw new Error('One lot')
    const before = await warehouse.balance(lot.plant.barcode, lot.account)
    const kept = { ...lot, account: growerStorageAccount('WAT', 'G1') }
    await warehouse.database.transaction((transaction) =>
      importOpeningStock(createPorts(transaction), 'stocktaker', 'OPENING', [lot, lot, kept]),
    )
    const after = await warehouse.balance(lot.plant.barcode, lot.account)
    expect(after.qty - before.qty).toBe(6)
    expect((await warehouse.balance(lot.plant.barcode, kept.account)).qty).toBe(3)
  })
})

test('plants leave an account only as far as they are not held; a contra account can go below 0', async () => {
  const pia = warehouse.clerk('pia.picker')
  const tag = await pia.create()
  await pia.order(tag, barcodeOf(15), 60, { line: { StorageLocation: 'A-02' } })
  const stock = stockAccount('WAT', 'A-02')
  const adjusted = adjustedAccount('WAT')
  const of = (account: typeof stock) => ({ barcode: barcodeOf(15), account })
  await warehouse.database.transaction(async (transaction) => {
    const ledger = await openLedger(createPorts(transaction).ledger, [of(stock)], [of(adjusted)])
    const move = (from: typeof stock, to: typeof stock, qty: number) =>
      ledger.move({
        by: 'tester',
        barcode: barcodeOf(15),
        from,
        to,
        qty,
        cause: { reason: 'COUNT' },
        claimedAt: null,
      })
    const free = ledger.available(of(stock))
    expect(move(stock, adjusted, free + 1)).toBe(false)
    expect(move(stock, adjusted, free)).toBe(true)
    expect(ledger.hold(of(stock), 1)).toBe(false)
    expect(move(adjusted, stock, free + 5)).toBe(true)
    await ledger.write()
  })
  expect((await warehouse.balance(barcodeOf(15), adjusted)).qty).toBe(-5)
})
