// One lot goes through everything that can happen to plants. Its trace must be exact.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Trace } from '#features/history/common/trace.ts'
import { CountClerk } from '#tests/support/counts.ts'
import { DumpClerk } from '#tests/support/dumps.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { askForFile, printPages, scanPage } from '#tests/support/paper-desk.ts'
import { ReturnClerk } from '#tests/support/returns.ts'
import { sendFile, stockFile, stockRow } from '#tests/support/stock-file.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import { barcodeOf, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

const lot = 'TRC0000001'
let warehouse: Warehouse
let ada: TransferClerk
// Numbers of the lot's documents.
let numbers: { issuance: string; received: string; onTheWay: string; back: string; dump: string }

beforeAll(async () => {
  warehouse = await openWarehouse()
  await warehouse.database.pool.query(
    "insert into reason_code (type, code, description) values ('INVENTORY', 'COUNT', 'Count')",
  )
  const clerk = warehouse.clerk('ada.admin')
  ada = new TransferClerk(clerk)
  await sendFile(warehouse, 'ada.admin', stockFile(stockRow(lot, 1000)))
  const returns = new ReturnClerk(clerk)
  const issuance = await returns.issued({ [lot]: 300 })
  const received = await ada.shipped({ [lot]: 200 })
  await ada.receive(received, { [lot]: 190 })
  const request = await ada.requestOf(received)
  await ada.decide(request?.RequestID ?? '', request?.lines[0]?.LineID ?? '', 'REJECT')
  const onTheWay = await ada.shipped({ [lot]: 50 })
  const back = await returns.create()
  await returns.add(back, lot, 40)
  await returns.post(back)
  const spoiled = await returns.create({ InventoryEffect: 'DUMP' })
  await returns.add(spoiled, lot, 20, { ReasonCode: 'DISEASE' }, { InventoryEffect: 'DUMP' })
  await returns.post(spoiled)
  const dumps = new DumpClerk(clerk)
  const dump = await dumps.create()
  await dumps.add(dump, lot, 15)
  await dumps.step(await dumps.line(dump), 'DUMPED', 15)
  // 435 are on the shelf now.
  await ada.adjust(lot, 430)
  await clerk.order(await clerk.create(), lot, 25)
  numbers = { issuance, received, onTheWay, back, dump }
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

const trace = (username: string, barcode = lot, query: Readonly<Record<string, string>> = {}) =>
  warehouse.clerk(username).get<Trace>(`trace/${barcode}`, query)
const sums = ({ Sums }: Trace) =>
  Object.fromEntries(Object.entries(Sums).map(([of, { Here, Elsewhere }]) => [of, [Here, Elsewhere]]))
const steps = ({ Steps }: Trace) =>
  Steps.map(
    ({ From, To, Qty, DocumentNbr, ReasonCode }) =>
      `${Qty} ${From.Kind} ${From.Owner}>${To.Kind} ${To.Owner} ${DocumentNbr ?? ReasonCode}`,
  )
const places = ({ Places }: Trace) =>
  Places.map(({ Account, Qty, Reserved }) =>
    [Account.Kind, Account.Owner, Account.Place, Account.Name, Qty, Reserved].join(' '),
  )

test('adds up exactly: all incoming plants are somewhere', async () => {
  const { status, body } = await trace('ada.admin')
  expect(status).toBe(200)
  expect(sums(body)).toEqual({
    imported: [1000, 0],
    // 10 lost in transit, and 5 fewer at the count.
    adjusted: [-15, 0],
    onHand: [430 + 190, 0],
    growerStorage: [40, 0],
    inTransit: [50, 0],
    issued: [300, 0],
    returned: [60, 0],
    dumped: [20 + 15, 0],
  })
  expect(body.Difference).toBe(0)
  expect(1000 - 15).toBe(620 + 40 + 50 + (300 - 60) + 35)
  expect(body).toMatchObject({
    BarcodeID: lot,
    Variety: 'Albion',
    TrimType: 'Trimmed',
    TrimSeason: 'Straw 2026',
  })
})

test('shows the lot’s origin and the destinations of all its plants, with recipients', async () => {
  const { body } = await trace('ada.admin')
  expect(steps(body)).toEqual([
    '1000 opening WAT>stock WAT IMPORT',
    `300 stock WAT>issued Grower ${numbers.issuance}`,
    `200 stock WAT>transit ${numbers.received} ${numbers.received}`,
    `190 transit ${numbers.received}>stock SAL ${numbers.received}`,
    expect.stringMatching(/^10 transit \d+>adjusted WAT 5\d+$/),
    `50 stock WAT>transit ${numbers.onTheWay} ${numbers.onTheWay}`,
    `40 issued Grower>grower-storage WAT ${numbers.back}`,
    expect.stringMatching(/^20 issued Grower>dumped WAT 4\d+$/),
    `15 stock WAT>dumped WAT ${numbers.dump}`,
    '5 stock WAT>adjusted WAT COUNT',
  ])
  expect(body.Steps[1]).toMatchObject({ By: 'ada.admin', To: { Place: 'G1', Name: 'Alder Farms' } })
  expect(places(body)).toEqual([
    'dumped WAT   35 0',
    'grower-storage WAT #GRG1 Alder Farms 40 0',
    'issued Grower G1 Alder Farms 240 0',
    'stock SAL A-01  190 0',
    'stock WAT A-01  430 25',
    `transit ${numbers.onTheWay}   50 0`,
  ])
})

test('a person sees steps and places of their locations, and the rest as counts that add up as well', async () => {
  const { body } = await trace('pia.picker')
  expect(body.Difference).toBe(0)
  expect(sums(body)).toEqual({
    imported: [1000, 0],
    adjusted: [-15, 0],
    onHand: [430, 190],
    growerStorage: [0, 40],
    inTransit: [50, 0],
    issued: [300, 0],
    // The return into grower storage needs its keys.
    returned: [20, 40],
    dumped: [35, 0],
  })
  const text = JSON.stringify(body)
  expect(text).not.toContain('SAL')
  expect(text).not.toContain('#GR')
  expect(places(body)).toContain('issued Grower G1 Alder Farms 240 0')
})

test('steps come in pages; the sums cover the whole lot', async () => {
  const { body } = await trace('ada.admin', lot, { offset: '1', limit: '2' })
  expect(steps(body)).toHaveLength(2)
  expect(body.TotalStepCount).toBe(10)
  expect(steps(body)[0]).toContain('300 stock WAT>issued Grower')
  expect(body.Sums.imported.Here).toBe(1000)
})

test('a lot that was never at the person’s locations is not found, like an unknown one', async () => {
  // Only at SAL; only in grower storage; unknown.
  for (const hidden of [barcodeOf(13), barcodeOf(17), 'ZZZZZZZZZZ']) {
    expect([hidden, (await trace('pia.picker', hidden)).status]).toEqual([hidden, 404])
  }
  expect((await trace('lena.lead', barcodeOf(13))).status).toBe(200)
  expect((await trace('lena.lead', barcodeOf(17))).body.Sums.growerStorage).toEqual({
    Here: 40,
    Elsewhere: 0,
  })
  expect((await trace('nora.noaccess')).status).toBe(403)
  expect((await trace('ada.admin', 'short')).status).toBe(400)
})

test('as a report: sums, places and steps, and the lot as a barcode', async () => {
  const [page, ...others] = await printPages(warehouse.clerk('ada.admin'), `trace/${lot}/report`)
  expect(others).toEqual([])
  expect(await scanPage(page)).toEqual([lot])
  for (const words of [
    'Trace',
    'Albion',
    'Difference 0: every plant is accounted for.',
    'Alder Farms G1: 240',
    'import at WAT WAT A-01 Stock import',
    `300 WAT A-01 Alder Farms G1 Issuance ${numbers.issuance}`,
    `190 on the way with transfer ${numbers.received} SAL A-01 Transfer ${numbers.received}`,
    '10 of 10',
    'Printed by ada.admin',
  ]) {
    expect(page?.text).toContain(words)
  }
  const [hers] = await printPages(warehouse.clerk('pia.picker'), `trace/${lot}/report`)
  expect(hers?.text).toContain('620, of them 190 elsewhere')
  expect(hers?.text).not.toContain('SAL')
  expect((await askForFile(warehouse.clerk('pia.picker'), `trace/${barcodeOf(13)}/report`)).status).toBe(404)
})

test('plants in transit to a person’s location are visible there before they arrive', async () => {
  await warehouse.database.pool.query(
    "update person_location set location = 'SAL' where username = 'ravi.receiver' and location = 'WAT'",
  )
  const { body } = await trace('ravi.receiver')
  expect(places(body)).toEqual(['stock SAL A-01  190 0', `transit ${numbers.onTheWay}   50 0`])
  expect(body.Sums).toMatchObject({
    inTransit: { Here: 50, Elsewhere: 0 },
    onHand: { Here: 190, Elsewhere: 430 },
  })
  expect(body.Difference).toBe(0)
})

test('adds up if grower storage issues and writes off its own plants', async () => {
  const kept = 'TRC0000002'
  const clerk = warehouse.clerk('ada.admin')
  const storage = { StorageType: 'GROWERSTORAGE' }
  await sendFile(warehouse, 'ada.admin', stockFile(stockRow(kept, 100)))
  const returns = new ReturnClerk(clerk)
  await returns.issued({ [kept]: 80 })
  const back = await returns.create()
  await returns.add(back, kept, 40)
  await returns.post(back)
  const tag = await clerk.create(storage)
  const ordered = await clerk.order(tag, kept, 25, { header: storage, line: { StorageLocation: '#GRG1' } })
  await clerk.save({ ...storage, TagNbr: tag, Status: 'RESERVED' }, [
    { ID: ordered.body.InventoryLines[0]?.ID ?? null, BarcodeID: kept, Status: 'PICKED', PickQty: 25 },
  ])
  await clerk.ship(tag, [], storage)
  const dumps = new DumpClerk(clerk, 'GROWERSTORAGE')
  const dump = await dumps.create()
  await dumps.add(dump, kept, 10)
  await dumps.step(await dumps.line(dump), 'DUMPED', 10)

  const { body } = await trace('ada.admin', kept)
  expect(sums(body)).toMatchObject({
    imported: [100, 0],
    adjusted: [0, 0],
    onHand: [20, 0],
    growerStorage: [5, 0],
    issued: [80 + 25, 0],
    returned: [40, 0],
    dumped: [10, 0],
  })
  expect(body.Difference).toBe(0)
  expect(steps(body)).toContain(`25 grower-storage WAT>issued Grower ${tag}`)
  expect(steps(body)).toContain(`10 grower-storage WAT>dumped WAT ${dump}`)
  // A person without the keys of grower storage sees its plants as a count, with the same sums.
  const hers = await trace('pia.picker', kept)
  expect(hers.body.Difference).toBe(0)
  expect(sums(hers.body)).toMatchObject({ growerStorage: [0, 5], onHand: [20, 0] })
})

test('adds up through corrections in both directions: a set quantity, and the count of a shelf', async () => {
  const counted = 'TRC0000003'
  const shelf = 'T-01'
  const clerk = warehouse.clerk('ada.admin')
  const counts = new CountClerk(clerk)
  await sendFile(warehouse, 'ada.admin', stockFile(stockRow(counted, 100, shelf)))
  const documents: string[] = []
  // The quantity is set by hand and then by a count: fewer, more, fewer, more.
  const set = (quantity: number) => ada.adjust(counted, quantity, { StorageLocation: shelf })
  const count = async (quantity: number) => {
    const number = await counts.create(shelf)
    const of = { CountNbr: number, Shelf: shelf }
    await counts.count(of, counted, quantity)
    expect((await counts.close(of)).body.Message).toBe('Count processed successfully')
    documents.push(number)
  }
  await set(94)
  await set(101)
  const tag = await clerk.create()
  const ordered = await clerk.order(tag, counted, 30, { line: { StorageLocation: shelf } })
  await clerk.line(tag, ordered.body.InventoryLines[0]?.ID ?? null, counted, 'PICKED', 30)
  await clerk.ship(tag)
  await count(68)
  await count(73)

  const { body } = await trace('ada.admin', counted)
  expect(steps(body)).toEqual([
    '100 opening WAT>stock WAT IMPORT',
    '6 stock WAT>adjusted WAT COUNT',
    '7 adjusted WAT>stock WAT COUNT',
    `30 stock WAT>issued Grower ${tag}`,
    `3 stock WAT>adjusted WAT ${documents[0]}`,
    `5 adjusted WAT>stock WAT ${documents[1]}`,
  ])
  expect(sums(body)).toMatchObject({ imported: [100, 0], adjusted: [3, 0], onHand: [73, 0], issued: [30, 0] })
  expect(100 + (-6 + 7 - 3 + 5)).toBe(73 + 30)
  expect(body.Difference).toBe(0)
  expect(places(body)).toContain('stock WAT T-01  73 0')
})
