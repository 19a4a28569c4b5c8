import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { DumpClerk } from '#tests/support/dumps.ts'
import { isHidden } from '#tests/support/hidden.ts'
import { ReturnClerk } from '#tests/support/returns.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import {
  barcodeOf,
  giveKeys,
  moreLots,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

// Tests each key of both tables on and off (part 1 section 6, part 2 section 6): Ada prepares, Pia tries.

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse(moreLots(601, 40, 1_000))
})
afterAll(() => warehouse.close())

const outcome = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 ? 'ok' : `${status} ${(body as ProblemBody).code}`
const no = '403 key_missing'
const place = { trimseasonid: 'S1', dumpwarehouse: 'WAT', returnwarehouse: 'WAT', inventorylocation: 'WAT' }
let next = 600

async function tryDump(
  username: string,
  storageType: 'INVENTORY' | 'GROWERSTORAGE' = 'INVENTORY',
): Promise<Readonly<Record<string, string>>> {
  const ada = new DumpClerk(warehouse.clerk('ada.admin'), storageType)
  const tester = new DumpClerk(warehouse.clerk(username), storageType)
  const inventory = storageType === 'INVENTORY'
  next += 1
  const barcode = inventory ? barcodeOf(next) : barcodeOf(17)
  const open = async (quantity = 1) => {
    const number = await ada.create()
    await ada.add(number, barcode, quantity)
    return { number, line: await ada.line(number) }
  }
  const ready = await open()
  await ada.step(ready.line, 'DUMPED', 1)
  const [own, cancelled, saved] = [await open(), await open(), await open()]
  const result = {
    list: outcome(await tester.clerk.get('dump', { ...place, storagetype: storageType })),
    detail: outcome(await tester.clerk.get(`dump/${own.number}`, { storagetype: storageType })),
    create: outcome(await tester.save<unknown>({})),
    edit: outcome(await tester.save<unknown>({ LogNbr: own.number, Comments: 'x' })),
    save: outcome(await tester.step<unknown>(saved.line, 'OPEN', 2)),
    dump: outcome(await tester.step<unknown>(own.line, 'DUMPED', 1)),
    complete: outcome(await tester.save<unknown>({ LogNbr: ready.number, Status: 'DUMPED' })),
    cancel: outcome(await tester.save<unknown>({ LogNbr: cancelled.number, Status: 'CANCELLED' })),
    deleteLine: outcome(await tester.deleteLine<unknown>(saved.number, saved.line.ID)),
  }
  return result
}
const all = (value: string) =>
  Object.fromEntries(
    ['list', 'detail', 'create', 'edit', 'save', 'dump', 'complete', 'cancel', 'deleteLine'].map((name) => [
      name,
      value,
    ]),
  )

describe('dump', () => {
  const creating = { create: 'ok', edit: 'ok', cancel: 'ok', deleteLine: 'ok' }
  const dumping = { list: 'ok', dump: 'ok', complete: 'ok' }
  const cases: [SecurityKey[], Readonly<Record<string, string>>][] = [
    [[], all(no)],
    [['DUMPKEY', 'DUMPCREATEKEY'], all(no)],
    [['DUMPHOMEKEY'], { ...all(no), detail: 'ok' }],
    [['DUMPHOMEKEY', 'DUMPKEY'], { ...all(no), detail: 'ok', save: 'ok', ...dumping }],
    [['DUMPHOMEKEY', 'DUMPCREATEKEY'], { ...all(no), detail: 'ok', save: 'ok', ...creating }],
    [['DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY'], all('ok')],
  ]
  test.each(cases)('with %j', async (keys, expected) => {
    await giveKeys(warehouse, 'pia.picker', keys)
    expect(await tryDump('pia.picker')).toEqual(expected)
  })
})

describe('dump from grower storage', () => {
  const home: SecurityKey[] = ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEDUMPKEY']
  const free = { detail: 'ok', create: 'ok', edit: 'ok', save: 'ok', deleteLine: 'ok' }
  const cases: [SecurityKey[], Readonly<Record<string, string>>][] = [
    [['DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY', 'GROWERSTORAGEDUMPLISTKEY'], all(no)],
    [['GROWERSTORAGEHOMEKEY'], all(no)],
    [['GROWERSTORAGEDUMPKEY'], all(no)],
    [home, { ...all(no), ...free }],
    [[...home, 'GROWERSTORAGEDUMPLISTKEY'], { ...all(no), ...free, list: 'ok' }],
    [[...home, 'DUMPKEY'], { ...all(no), ...free, dump: 'ok', complete: 'ok' }],
    [[...home, 'DUMPCREATEKEY'], { ...all(no), ...free, cancel: 'ok' }],
    [[...home, 'DUMPKEY', 'DUMPCREATEKEY', 'GROWERSTORAGEDUMPLISTKEY'], all('ok')],
  ]
  test.each(cases)('with %j', async (keys, expected) => {
    await giveKeys(warehouse, 'pia.picker', keys)
    expect(await tryDump('pia.picker', 'GROWERSTORAGE')).toEqual(expected)
  })
})

async function tryReturn(username: string): Promise<Readonly<Record<string, string>>> {
  const ada = new ReturnClerk(warehouse.clerk('ada.admin'))
  const tester = new ReturnClerk(warehouse.clerk(username))
  next += 1
  const barcode = barcodeOf(next)
  await ada.issued({ [barcode]: 10 })
  const number = await ada.create()
  await ada.add(number, barcode, 1)
  const line = await ada.line(number)
  const other = await ada.create()
  await ada.add(other, barcode, 1)
  const posted = [{ ID: (await ada.line(other)).ID, BarcodeID: barcode, Status: 'POSTED', ReasonCode: '' }]
  return {
    list: outcome(await tester.clerk.get('return', place)),
    detail: outcome(await tester.clerk.get(`return/${number}`)),
    issued: outcome(await tester.clerk.get('issuancedetail', { ...place, issuetonbr: 'G1' })),
    create: outcome(await tester.save<unknown>({})),
    edit: outcome(await tester.save<unknown>({ LogNbr: number, Comments: 'x' })),
    save: outcome(await tester.change<unknown>(line, 2)),
    deleteLine: outcome(await tester.deleteLine<unknown>(number, line.ID)),
    post: outcome(await tester.save<unknown>({ LogNbr: other, PostStatus: 'POSTED' }, posted)),
  }
}
const allOfReturn = (value: string) =>
  Object.fromEntries(
    ['list', 'detail', 'issued', 'create', 'edit', 'save', 'deleteLine', 'post'].map((name) => [name, value]),
  )

describe('return', () => {
  const looking = { list: 'ok', detail: 'ok', issued: 'ok' }
  const cases: [SecurityKey[], Readonly<Record<string, string>>][] = [
    [[], allOfReturn(no)],
    [['GROWERRETURNADMINKEY', 'NURSERYRETURNADMINKEY'], allOfReturn(no)],
    [['RETURNADMINKEY'], { ...allOfReturn(no), ...looking }],
    [['RETURNADMINKEY', 'GROWERRETURNADMINKEY'], allOfReturn('ok')],
    [['RETURNADMINKEY', 'NURSERYRETURNADMINKEY'], allOfReturn('ok')],
  ]
  test.each(cases)('with %j', async (keys, expected) => {
    await giveKeys(warehouse, 'pia.picker', keys)
    expect(await tryReturn('pia.picker')).toEqual(expected)
  })
})

describe('adjustment in grower storage', () => {
  const cases: [SecurityKey[], string][] = [
    [['ADJUSTINVENTORYKEY'], no],
    [['ADJUSTINVENTORYKEY', 'GROWERSTORAGEHOMEKEY'], no],
    [['ADJUSTINVENTORYKEY', 'GROWERSTORAGEADJUSTINVENTORYKEY'], no],
    [['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEADJUSTINVENTORYKEY'], 'ok'],
  ]
  test.each(cases)('with %j', async (keys, expected) => {
    await giveKeys(warehouse, 'pia.picker', keys)
    const pia = new TransferClerk(warehouse.clerk('pia.picker'))
    const kept = { StorageType: 'GROWERSTORAGE', StorageLocation: '#GRG2', TransactionReason: 'OPENING' }
    expect(outcome(await pia.adjust<unknown>(barcodeOf(18), 41, kept))).toBe(expected)
  })
})

describe('issuance from grower storage', () => {
  const storage = { StorageType: 'GROWERSTORAGE' }
  const cases: [SecurityKey[], string][] = [
    [['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY', 'NURSERYISSUANCEADMINKEY'], no],
    [['GROWERSTORAGEHOMEKEY'], no],
    [['GROWERSTORAGEISSUANCEKEY', 'ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY'], no],
    // Grower storage grants the three issuance keys.
    [['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEISSUANCEKEY'], 'ok'],
  ]
  test.each(cases)('with %j', async (keys, expected) => {
    await giveKeys(warehouse, 'pia.picker', keys)
    const pia = warehouse.clerk('pia.picker')
    expect(outcome(await pia.save<unknown>(storage))).toBe(expected)
    expect(outcome(await pia.get('issuance', { ...place, storagetype: 'GROWERSTORAGE' }))).toBe(expected)
  })
})

test('read-only people see everything and change nothing', async () => {
  const readOnly = '403 read_only'
  const seen = { list: 'ok', detail: 'ok' }
  expect(await tryDump('rhea.reader')).toEqual({ ...all(readOnly), ...seen })
  expect(await tryDump('rhea.reader', 'GROWERSTORAGE')).toEqual({ ...all(readOnly), ...seen })
  expect(await tryReturn('rhea.reader')).toEqual({ ...allOfReturn(readOnly), ...seen, issued: 'ok' })
})

test('another person’s location is 403 if named, and its documents are not found', async () => {
  await giveKeys(warehouse, 'pia.picker', [
    'DUMPHOMEKEY',
    'DUMPKEY',
    'DUMPCREATEKEY',
    'RETURNADMINKEY',
    'GROWERRETURNADMINKEY',
  ])
  const pia = warehouse.clerk('pia.picker')
  const ada = warehouse.clerk('ada.admin')
  const [dumps, returns] = [new DumpClerk(pia), new ReturnClerk(pia)]
  const [dump, taken] = [{ DumpWarehouse: 'SAL' }, { ReturnWarehouse: 'SAL' }]
  for (const attempt of [
    await dumps.save<unknown>(dump),
    await returns.save<unknown>(taken),
    await pia.get('dump', { ...place, dumpwarehouse: 'SAL' }),
    await pia.get('return', { ...place, returnwarehouse: 'SAL' }),
  ]) {
    expect(outcome(attempt)).toBe('403 location_not_allowed')
  }
  const [log, back] = [await new DumpClerk(ada).create(dump), await new ReturnClerk(ada).create(taken)]
  for (const path of [`dump/${log}`, `return/${back}`]) expect(isHidden(await pia.get(path))).toBe(true)
  for (const attempt of [
    await dumps.save<unknown>({ LogNbr: log }),
    await returns.save<unknown>({ LogNbr: back }),
    await dumps.deleteLine<unknown>(log, '1'),
    await returns.deleteLine<unknown>(back, '1'),
  ]) {
    expect(outcome(attempt)).toBe('404 not_found')
  }
})
