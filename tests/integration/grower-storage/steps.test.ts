import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Account,
  adjustedAccount,
  dumpedAccount,
  growerStorageAccount,
  issuedAccount,
  openingAccount,
  stockAccount,
} from '#core/kinds/accounts.ts'
import type { InventoryRecord } from '#core/wire/inventory.ts'
import type { GrowerEntity } from '#core/wire/master-data.ts'
import { DumpClerk } from '#tests/support/dumps.ts'
import { isHidden } from '#tests/support/hidden.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { ReturnClerk } from '#tests/support/returns.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import {
  type Answer,
  barcodeOf,
  moreLots,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let returns: ReturnClerk
let dumps: DumpClerk
let others: DumpClerk
const first = 501
let next = first
const kept = (grower = 'G1') => growerStorageAccount('WAT', grower)
const storage = { StorageType: 'GROWERSTORAGE' }

beforeAll(async () => {
  warehouse = await openWarehouse(moreLots(first, 40, 100))
  await warehouse.database.pool.query(
    "insert into reason_code (type, code, description) values ('INVENTORY', 'COUNT', 'Count')",
  )
  returns = new ReturnClerk(warehouse.clerk('ada.admin'))
  dumps = new DumpClerk(warehouse.clerk('ada.admin'), 'GROWERSTORAGE')
  others = new DumpClerk(warehouse.clerk('sam.super'), 'GROWERSTORAGE')
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

const messages = ({ body }: Answer<{ InventoryLines?: { Message: string }[] | null }>) =>
  (body.InventoryLines ?? []).map(({ Message }) => Message)
// Fresh plants of which growers have put these quantities into storage.
const stored = async (plants: Readonly<Record<string, number>>) => {
  next += 1
  const barcode = barcodeOf(next - 1)
  for (const [grower, quantity] of Object.entries(plants)) {
    await returns.issued({ [barcode]: quantity }, grower)
    const header = { ReturnedFromNbr: grower }
    const number = await returns.create(header)
    await returns.add(number, barcode, quantity, {}, header)
    await returns.post(number)
  }
  return barcode
}
const quantities = async (barcode: string, accounts: Readonly<Record<string, Account>>) => {
  const entries = Object.entries(accounts).map(
    async ([name, account]) => [name, (await warehouse.balance(barcode, account)).qty] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

test('plants go to a grower, return into storage, go out again, and the rest is written off', async () => {
  next += 1
  const barcode = barcodeOf(next - 1)
  const accounts = {
    stock: stockAccount('WAT', 'A-01'),
    issued: issuedAccount('Grower', 'G1'),
    kept: kept(),
    dumped: dumpedAccount('WAT'),
    opening: openingAccount('WAT'),
  }
  await returns.issued({ [barcode]: 80 })
  expect(await quantities(barcode, accounts)).toEqual({
    stock: 20,
    issued: 80,
    kept: 0,
    dumped: 0,
    opening: -100,
  })

  const back = await returns.create()
  await returns.add(back, barcode, 40)
  await returns.post(back)
  expect(await quantities(barcode, accounts)).toEqual({
    stock: 20,
    issued: 40,
    kept: 40,
    dumped: 0,
    opening: -100,
  })

  const { clerk } = returns
  const tag = await clerk.create(storage)
  const ordered = await clerk.order(tag, barcode, 25, { header: storage, line: { StorageLocation: '#GRG1' } })
  const id = ordered.body.InventoryLines[0]?.ID ?? null
  await clerk.save({ ...storage, TagNbr: tag, Status: 'RESERVED' }, [
    { ID: id, BarcodeID: barcode, Status: 'PICKED', PickQty: 25 },
  ])
  expect(await warehouse.balance(barcode, kept())).toEqual({ qty: 40, reserved: 25 })
  const shipped = await clerk.ship(tag, [], storage)
  expect(shipped.body.Message).toBe('Issuance processed successfully')
  expect(await quantities(barcode, accounts)).toEqual({
    stock: 20,
    issued: 65,
    kept: 15,
    dumped: 0,
    opening: -100,
  })

  const log = await dumps.create()
  await dumps.add(log, barcode, 15)
  expect(await warehouse.balance(barcode, kept())).toEqual({ qty: 15, reserved: 15 })
  expect(messages(await dumps.step(await dumps.line(log), 'DUMPED', 15))).toEqual([
    'Dump Log Line DUMPED successfully',
  ])
  expect((await dumps.end(log, 'DUMPED')).body.Message).toBe('Dump processed successfully')
  expect(await quantities(barcode, accounts)).toEqual({
    stock: 20,
    issued: 65,
    kept: 0,
    dumped: 15,
    opening: -100,
  })
  expect(await dumps.detail(log)).toMatchObject({
    DumpHeader: { Status: 'DUMPED', StorageType: 'GROWERSTORAGE' },
    DumpLogLines: [
      {
        StorageType: 'GROWERSTORAGE',
        StorageLocation: '#GRG1',
        Key: `${barcode}#GRG1`,
        DumpQty: 15,
        Status: 'DUMPED',
      },
    ],
  })
})

describe('a dump from grower storage', () => {
  test('takes the plants of each line’s grower, even for the same barcode', async () => {
    const barcode = await stored({ G1: 30, G2: 20 })
    const log = await dumps.create()
    await dumps.add(log, barcode, 5)
    expect(messages(await dumps.add(log, barcode, 7, { StorageLocation: '#GRG2' }))).toEqual([
      'Dump Log Line OPEN successfully',
    ])
    expect(messages(await dumps.add(log, barcode, 1))).toEqual([`${barcode} is on the document already`])
    const { DumpLogLines: lines } = await dumps.detail(log)
    expect(lines.map(({ Key, DumpQty }) => [Key, DumpQty])).toEqual([
      [`${barcode}#GRG1`, 5],
      [`${barcode}#GRG2`, 7],
    ])
    const [one, other] = lines
    if (!one || !other) throw new Error('There are two lines')
    await dumps.step(other, 'DUMPED', 7)
    expect(await warehouse.balance(barcode, kept('G1'))).toEqual({ qty: 30, reserved: 5 })
    expect(await warehouse.balance(barcode, kept('G2'))).toEqual({ qty: 13, reserved: 0 })
    await dumps.step(one, 'OPEN', 6)
    expect((await dumps.detail(log)).DumpLogLines.map(({ Status, DumpQty }) => [Status, DumpQty])).toEqual([
      ['OPEN', 6],
      ['DUMPED', 7],
    ])
    const twoAtOnce = await dumps.create()
    const line = { ID: null, BarcodeID: barcode, Status: 'OPEN', DumpQty: 2, ReasonCode: 'FROST' }
    const both = await dumps.save({ LogNbr: twoAtOnce }, [
      { ...line, StorageLocation: '#GRG1' },
      { ...line, StorageLocation: '#GRG2' },
    ])
    expect(new Set(both.body.InventoryLines?.map(({ ID }) => ID)).size).toBe(2)
    await dumps.end(twoAtOnce, 'CANCELLED')
    expect(await warehouse.balance(barcode, kept('G1'))).toEqual({ qty: 30, reserved: 6 })
  })

  test('identifies the grower by the key alone, and takes no plants without a named grower', async () => {
    const barcode = await stored({ G1: 30 })
    const log = await dumps.create()
    const nobody = { StorageLocation: '' }
    for (const line of [nobody, { StorageLocation: '#GRG2' }, { StorageLocation: 'A-01' }]) {
      expect(messages(await dumps.add(log, barcode, 5, line))).toEqual(['Inventory Not found'])
    }
    const byKey = await dumps.add(log, barcode, 5, { ...nobody, Key: `${barcode}#GRG1` })
    expect(messages(byKey)).toEqual(['Dump Log Line OPEN successfully'])
    expect(await dumps.line(log)).toMatchObject({ StorageLocation: '#GRG1' })
  })

  test('is separate from a dump of the warehouse’s stock', async () => {
    const barcode = await stored({ G1: 30 })
    const inventory = new DumpClerk(warehouse.clerk('ada.admin'))
    const log = await dumps.create()
    expect(messages(await dumps.add(log, barcode, 31))).toEqual(['Insufficient quantity'])
    expect(isHidden(await inventory.clerk.get(`dump/${log}`))).toBe(true)
    expect(await inventory.save<ProblemBody>({ LogNbr: log })).toMatchObject({ status: 404 })
    const own = await inventory.create()
    expect(messages(await inventory.add(own, barcode, 70))).toEqual(['Dump Log Line OPEN successfully'])
    expect(await warehouse.balance(barcode, kept())).toEqual({ qty: 30, reserved: 0 })
  })

  test('is applied once when two people dump the same line, and when it is sent twice', async () => {
    const barcode = await stored({ G1: 30 })
    const log = await dumps.create()
    await dumps.add(log, barcode, 20)
    const line = await dumps.line(log)
    const words = (
      await Promise.all([dumps.step(line, 'DUMPED', 20), others.step(line, 'DUMPED', 20)])
    ).flatMap(messages)
    expect(words.toSorted()).toEqual([
      `${barcode} was changed meanwhile: DUMPED 20`,
      'Dump Log Line DUMPED successfully',
    ])
    expect(await warehouse.balance(barcode, kept())).toEqual({ qty: 10, reserved: 0 })
    await dumps.add(log, await stored({ G1: 3 }), 3, {})
    const rest = (await dumps.detail(log)).DumpLogLines.find(({ Status }) => Status === 'OPEN')
    if (!rest) throw new Error('There is an open line')
    const once = await dumps.step(rest, 'DUMPED', 3, {}, 'grower-dump-once')
    expect((await dumps.step(rest, 'DUMPED', 3, {}, 'grower-dump-once')).body).toEqual(once.body)
    expect(await warehouse.balance(rest.BarcodeID, kept())).toEqual({ qty: 0, reserved: 0 })
  })
})

describe('an issuance from grower storage', () => {
  test('and a dump of the last plants: one gets them', async () => {
    const barcode = await stored({ G1: 30 })
    const { clerk } = returns
    const [tag, log] = [await clerk.create(storage), await dumps.create()]
    const [issuing, dumping] = await Promise.all([
      clerk.order(tag, barcode, 20, { header: storage }),
      others.add(log, barcode, 20),
    ])
    expect(
      [...messages(issuing), ...messages(dumping)].filter((word) => word === 'Insufficient quantity'),
    ).toHaveLength(1)
    expect(await warehouse.balance(barcode, kept())).toEqual({ qty: 30, reserved: 20 })
  })

  test('that is cancelled releases the grower’s plants', async () => {
    const barcode = await stored({ G1: 30 })
    const { clerk } = returns
    const tag = await clerk.create(storage)
    await clerk.order(tag, barcode, 20, { header: storage })
    await clerk.cancel(tag, storage)
    expect(await warehouse.balance(barcode, kept())).toEqual({ qty: 30, reserved: 0 })
  })
})

describe('an adjustment in grower storage', () => {
  test('sets the quantity of one grower, and not below the quantity that documents hold', async () => {
    const barcode = await stored({ G1: 30, G2: 20 })
    const ada = new TransferClerk(warehouse.clerk('ada.admin'))
    const at = (grower: string) => ({ ...storage, StorageLocation: `#GR${grower}` })
    const log = await dumps.create()
    await dumps.add(log, barcode, 10)
    expect((await ada.adjust(barcode, 9, at('G1'))).body.Message).toBe(
      'Quantity is less than the 10 reserved on open documents',
    )
    expect((await ada.adjust(barcode, 33, at('G1'))).body.Message).toBe('Adjustment processed successfully')
    expect((await ada.adjust(barcode, 0, at('G2'))).body.Message).toBe('Adjustment processed successfully')
    expect(await warehouse.balance(barcode, kept('G1'))).toEqual({ qty: 33, reserved: 10 })
    expect(await warehouse.balance(barcode, kept('G2'))).toEqual({ qty: 0, reserved: 0 })
    expect(await warehouse.balance(barcode, adjustedAccount('WAT'))).toMatchObject({ qty: 17 })
    // Two growers have the barcode: without a named grower neither quantity changes.
    expect((await ada.adjust(barcode, 1, { ...storage, StorageLocation: '' })).body.Message).toBe(
      'Inventory Not found',
    )
    const seen = await ada.adjust(barcode, 40, { ...at('G1'), SeenQty: 30 })
    expect(seen.body.Message).toBe('Quantity has changed meanwhile: it is 33 now')
  })
})

describe('grower storage', () => {
  const query = { trimseasonid: 'S1', inventorylocation: 'WAT', commodity: 'STRAW' }
  const search = async (grower: string, more: Readonly<Record<string, string>> = {}) => {
    const parameters = { ...query, returnedfromnbr: grower, storagelocation: `#GR${grower}`, ...more }
    const { body } = await returns.clerk.get<{ Result: InventoryRecord[] }>('growerdetails', parameters)
    return body.Result
  }

  test('is found by grower and barcode, with the available quantity', async () => {
    const barcode = await stored({ G1: 30, G2: 20 })
    await dumps.add(await dumps.create(), barcode, 12)
    expect(await search('G1', { barcodeid: barcode })).toMatchObject([
      {
        BarcodeID: barcode,
        StorageType: 'GROWERSTORAGE',
        StorageLocation: '#GRG1',
        Qty: 30,
        AvailableQty: 18,
      },
    ])
    expect(await search('#GRG2', { barcodeid: barcode })).toMatchObject([
      { StorageLocation: '#GRG2', AvailableQty: 20 },
    ])
    expect(await search('G3', { barcodeid: barcode })).toEqual([])
    expect(await search('G1', { barcodeid: barcode, stocktype: 'FOUNDATION' })).toEqual([])
  })

  test('lists the growers with plants there', async () => {
    const growers = async (more: Readonly<Record<string, string>>) => {
      const parameters = { trimseasonid: 'S1', commodity: 'STRAW', inventoryeffect: 'GROWERSTORAGE', ...more }
      const { body } = await returns.clerk.get<{ Result: GrowerEntity[] }>('growers', parameters)
      return body.Result.map(({ Id }) => Id)
    }
    await stored({ G1: 1 })
    expect(await growers({ inventorylocation: 'WAT' })).toContain('G1')
    expect(await growers({ inventorylocation: 'SAL' })).toEqual([])
    expect(await growers({})).toEqual(['G1', 'G2'])
  })
})
