import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dumpedAccount, stockAccount } from '#core/kinds/accounts.ts'
import type { Dump } from '#core/kinds/dump/fields.ts'
import { DumpClerk } from '#tests/support/dumps.ts'
import { isHidden } from '#tests/support/hidden.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import {
  type Answer,
  barcodeOf,
  moreLots,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let ada: DumpClerk
let sam: DumpClerk
const shelf = stockAccount('WAT', 'A-01')
const dumped = dumpedAccount('WAT')
const first = 301
let next = first
// Plants that no other test uses: 100 on the shelf.
const fresh = () => {
  next += 1
  return barcodeOf(next - 1)
}

beforeAll(async () => {
  warehouse = await openWarehouse(moreLots(first, 60, 100))
  ada = new DumpClerk(warehouse.clerk('ada.admin'))
  sam = new DumpClerk(warehouse.clerk('sam.super'))
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

const messages = ({ body }: Answer<{ InventoryLines?: { Message: string }[] | null }>) =>
  (body.InventoryLines ?? []).map(({ Message }) => Message)
const movementsOf = async (barcode: string) => {
  const { rows } = await warehouse.database.pool.query<{
    qty: number
    reason: string
    by: string
    document: number
  }>(
    `select qty, reason, by, document_number as document from movement where barcode = $1 and to_kind = 'dumped' order by id`,
    [barcode],
  )
  return rows
}
// Creates a dump with a saved line of fresh plants.
const saved = async (quantity: number) => {
  const barcode = fresh()
  const number = await ada.create()
  await ada.add(number, barcode, quantity)
  return { barcode, number, line: await ada.line(number) }
}

describe('a dump', () => {
  test('is created, its lines are dumped one by one with their reasons, then the whole', async () => {
    const [sick, frozen] = [fresh(), fresh()]
    const created = await ada.save({ Comments: 'Walk-in 3 was off' })
    expect(created.body).toMatchObject({ Message: 'Dump processed successfully', InventoryLines: [] })
    const number = created.body.LogNbr ?? ''
    expect(number).toMatch(/^3\d{7}$/)

    const open = await ada.add(number, sick, 30)
    expect(messages(open)).toEqual(['Dump Log Line OPEN successfully'])
    expect(open.body.InventoryLines?.[0]).toMatchObject({ BarcodeID: sick, Status: 'OPEN', Qty: 30 })
    expect(await warehouse.balance(sick, shelf)).toEqual({ qty: 100, reserved: 30 })
    expect(await movementsOf(sick)).toEqual([])

    const step = await ada.step(await ada.line(number), 'DUMPED', 30)
    expect(messages(step)).toEqual(['Dump Log Line DUMPED successfully'])
    expect(await warehouse.balance(sick, shelf)).toEqual({ qty: 70, reserved: 0 })
    expect(await warehouse.balance(sick, dumped)).toEqual({ qty: 30, reserved: 0 })

    await ada.add(number, frozen, 5, { ReasonCode: 'FROST' })
    await sam.step(await sam.line(number, frozen), 'DUMPED', 5)
    expect(await movementsOf(sick)).toEqual([
      { qty: 30, reason: 'DISEASE', by: 'ada.admin', document: Number(number) },
    ])
    expect(await movementsOf(frozen)).toEqual([
      { qty: 5, reason: 'FROST', by: 'sam.super', document: Number(number) },
    ])

    const whole = await ada.end(number, 'DUMPED')
    expect(whole.body.Message).toBe('Dump processed successfully')
    expect(messages(whole)).toEqual([
      'Dump Log Line DUMPED successfully',
      'Dump Log Line DUMPED successfully',
    ])
    // The lines are already dumped: nothing is dumped twice.
    expect(await warehouse.balance(sick, shelf)).toEqual({ qty: 70, reserved: 0 })
    expect(await ada.detail(number)).toMatchObject({
      DumpHeader: {
        LogNbr: number,
        Status: 'DUMPED',
        AuthorizedBy: 'M. Reyes',
        AuthorizedDate: '2026-11-21',
        Comments: 'Walk-in 3 was off',
        DumpWarehouse: 'WAT',
        StorageType: 'INVENTORY',
        TrimSeasonID: 'S1',
        TrimSeasonName: 'Straw 2026',
        CreatedBy: 'ada.admin',
        LastChangedBy: 'ada.admin',
      },
      DumpLogLines: [
        {
          BarcodeID: sick,
          Status: 'DUMPED',
          Qty: 30,
          DumpQty: 30,
          ReasonCode: 'DISEASE',
          StorageLocation: 'A-01',
          Key: `${sick}A-01`,
          InventoryLocation: 'WAT',
          VarietyCode: 'ALB',
          Rate: '0.125',
          AvailableQty: 70,
        },
        { BarcodeID: frozen, Status: 'DUMPED', DumpQty: 5, ReasonCode: 'FROST' },
      ],
    })
  })

  test('changes quantity and reason of an open line, and holds that quantity', async () => {
    const { barcode, number, line } = await saved(30)
    await ada.step(line, 'OPEN', 45, { ReasonCode: 'FROST' })
    expect(await ada.line(number)).toMatchObject({ DumpQty: 45, ReasonCode: 'FROST', Status: 'OPEN' })
    expect(await warehouse.balance(barcode, shelf)).toEqual({ qty: 100, reserved: 45 })
    // Dumped with another quantity than saved: that quantity counts, and the rest of the hold is released.
    await ada.step(await ada.line(number), 'DUMPED', 12)
    expect(await ada.line(number)).toMatchObject({ DumpQty: 12, Status: 'DUMPED', ReasonCode: 'FROST' })
    expect(await warehouse.balance(barcode, shelf)).toEqual({ qty: 88, reserved: 0 })
  })

  test('can be saved with quantity 0, but not dumped with it', async () => {
    const { barcode, line, number } = await saved(0)
    expect(messages(await ada.step(line, 'DUMPED', 0))).toEqual(['Quantity cannot be zero'])
    expect(await ada.end<ProblemBody>(number, 'DUMPED')).toMatchObject({
      status: 409,
      body: { state: { refusal: { code: 'linesWithoutQuantity' } } },
    })
    expect(await warehouse.balance(barcode, shelf)).toEqual({ qty: 100, reserved: 0 })
  })

  test('takes a line from the named storage location, or else from the fullest one', async () => {
    const number = await ada.create()
    await ada.add(number, barcodeOf(11), 20, { StorageLocation: '' })
    expect(await ada.line(number)).toMatchObject({ StorageLocation: 'B-02' })
    const other = await ada.create()
    expect(messages(await ada.add(other, barcodeOf(11), 6, { StorageLocation: 'A-01' }))).toEqual([
      'Insufficient quantity',
    ])
    expect(messages(await ada.add(other, barcodeOf(11), 1, { StorageLocation: 'Z-99' }))).toEqual([
      'Inventory Not found',
    ])
  })

  test('deletes a line and releases its hold', async () => {
    const { barcode, number, line } = await saved(30)
    const { body } = await ada.deleteLine(number, line.ID)
    expect(body).toMatchObject({ Message: 'ID DELETED SUCCESSFULLY', Id: line.ID })
    expect(await warehouse.balance(barcode, shelf)).toEqual({ qty: 100, reserved: 0 })
    expect((await ada.detail(number)).DumpLogLines).toEqual([])
    expect((await ada.deleteLine(number, line.ID)).status).toBe(404)
  })

  test('is cancelled while nothing has been dumped, releases its holds, and cannot change any more', async () => {
    const { barcode, number, line } = await saved(30)
    const { body } = await ada.end(number, 'CANCELLED')
    expect(body.Message).toBe('Dump processed successfully')
    expect(body.InventoryLines?.[0]).toMatchObject({ Message: 'Dump Log Line CANCELLED successfully' })
    expect(await warehouse.balance(barcode, shelf)).toEqual({ qty: 100, reserved: 0 })
    for (const attempt of [
      await ada.step<ProblemBody>(line, 'DUMPED', 30),
      await ada.add<ProblemBody>(number, fresh(), 1),
      await ada.save<ProblemBody>({ LogNbr: number, Comments: 'x' }),
      await ada.end<ProblemBody>(number, 'DUMPED'),
      await ada.deleteLine<ProblemBody>(number, line.ID),
    ]) {
      expect(attempt).toMatchObject({
        status: 409,
        body: { code: 'state_conflict', state: { status: 'CANCELLED' } },
      })
    }
  })

  test('cannot be cancelled once a line is dumped, and cannot be dumped with an open line or without lines', async () => {
    const { number, line } = await saved(10)
    await ada.step(line, 'DUMPED', 10)
    const refusal = (code: string) => ({
      status: 409,
      body: { state: { status: 'OPEN', refusal: { code } } },
    })
    expect(await ada.end(number, 'CANCELLED')).toMatchObject(refusal('linesDumped'))
    await ada.add(number, fresh(), 10)
    expect(await ada.end(number, 'DUMPED')).toMatchObject(refusal('linesStillOpen'))
    expect(await ada.end(await ada.create(), 'DUMPED')).toMatchObject(refusal('noLines'))
    expect(messages(await ada.step(line, 'OPEN', 5))[0]).toContain('was changed meanwhile: DUMPED 10')
    expect((await ada.deleteLine<ProblemBody>(number, line.ID)).body.state?.refusal.code).toBe(
      'lineNotWhileStatus',
    )
  })

  test('keeps its header while lines are saved, and can change it while OPEN', async () => {
    const { number } = await saved(10)
    await ada.save({ LogNbr: number, AuthorizedBy: 'K. Ono', AuthorizedDate: '2026-11-20', Comments: 'y' })
    await ada.add(number, fresh(), 10)
    expect((await ada.detail(number)).DumpHeader).toMatchObject({
      AuthorizedBy: 'K. Ono',
      AuthorizedDate: '2026-11-20',
      Comments: 'y',
    })
    const moved = await ada.save<ProblemBody>({ LogNbr: number, DumpWarehouse: 'SAL' })
    expect([moved.status, moved.body.errors?.[0]?.path]).toEqual([400, 'body.DumpHeader.DumpWarehouse'])
    const other = await ada.save<ProblemBody>({ LogNbr: number, TrimSeasonID: 'S2' })
    expect([other.status, other.body.errors?.[0]?.path]).toEqual([400, 'body.DumpHeader.TrimSeasonID'])
  })
})

describe('a line is refused', () => {
  test('for its quantity, and keeps its former quantity', async () => {
    const { barcode, number, line } = await saved(30)
    expect(messages(await ada.step(line, 'OPEN', 101))).toEqual(['Insufficient quantity'])
    const refused = await ada.step(line, 'DUMPED', 101)
    expect(refused.body.InventoryLines?.[0]).toMatchObject({
      Message: 'Insufficient quantity',
      Status: 'OPEN',
      Qty: 30,
    })
    expect(await warehouse.balance(barcode, shelf)).toEqual({ qty: 100, reserved: 30 })
    // Plants that another document holds cannot be dumped.
    const other = await ada.create()
    expect(messages(await ada.add(other, barcode, 71))).toEqual(['Insufficient quantity'])
    expect(messages(await ada.step(line, 'DUMPED', 100))).toEqual(['Dump Log Line DUMPED successfully'])
    expect(await ada.line(number)).toMatchObject({ DumpQty: 100 })
    const nothing = await ada.save({ LogNbr: other }, [
      { BarcodeID: fresh(), Status: 'OPEN', ReasonCode: 'FROST' },
    ])
    expect(messages(nothing)).toEqual(['Quantity is missing'])
  })

  test('without a reason code of type DUMP', async () => {
    const barcode = fresh()
    const number = await ada.create()
    expect(messages(await ada.add(number, barcode, 10, { ReasonCode: '' }))).toEqual([
      'Please Select Reason Code',
    ])
    for (const ReasonCode of ['UNSOLD', 'NONE']) {
      expect(messages(await ada.add(number, barcode, 10, { ReasonCode }))).toEqual([
        `${ReasonCode} is no reason code here`,
      ])
    }
    expect(await warehouse.balance(barcode, shelf)).toEqual({ qty: 100, reserved: 0 })
    // A reason that is deactivated later stays on lines that have it.
    await ada.add(number, barcode, 10, { ReasonCode: 'FROST' })
    await warehouse.database.pool.query("update reason_code set active = false where code = 'FROST'")
    expect(messages(await ada.step(await ada.line(number), 'OPEN', 11))).toEqual([
      'Dump Log Line OPEN successfully',
    ])
    expect(messages(await ada.add(number, fresh(), 1, { ReasonCode: 'FROST' }))).toEqual([
      'FROST is no reason code here',
    ])
    await warehouse.database.pool.query("update reason_code set active = true where code = 'FROST'")
  })

  test('that is already there, does not exist, or was never saved', async () => {
    const { barcode, number } = await saved(10)
    expect(messages(await ada.add(number, barcode, 1))).toEqual([`${barcode} is on the document already`])
    for (const strange of [barcodeOf(16), barcodeOf(13), barcodeOf(17), 'B999999999']) {
      expect(messages(await ada.add(number, strange, 1, { StorageLocation: '' }))).toEqual([
        'Inventory Not found',
      ])
    }
    const straight = fresh()
    expect(messages(await ada.add(number, straight, 1, { Status: 'DUMPED' }))[0]).toContain(straight)
    expect(await warehouse.balance(straight, shelf)).toEqual({ qty: 100, reserved: 0 })
    const unknown = await ada.save({ LogNbr: number }, [
      { ID: '987654321', BarcodeID: straight, Status: 'OPEN', DumpQty: 1, ReasonCode: 'FROST' },
    ])
    expect(messages(unknown)).toEqual([`${straight} is not on the document`])
  })

  test('alone: the other lines of the request are saved', async () => {
    const [good, bad] = [fresh(), fresh()]
    const number = await ada.create()
    const line = { ID: null, Status: 'OPEN', ReasonCode: 'DISEASE', StorageLocation: 'A-01' }
    const both = await ada.save({ LogNbr: number }, [
      { ...line, BarcodeID: bad, DumpQty: 101 },
      { ...line, BarcodeID: good, DumpQty: 5 },
    ])
    expect(messages(both)).toEqual(['Insufficient quantity', 'Dump Log Line OPEN successfully'])
    expect((await ada.detail(number)).DumpLogLines.map(({ BarcodeID }) => BarcodeID)).toEqual([good])
  })
})

test.each([
  [{ AuthorizedBy: '' }, 'AuthorizedBy'],
  [{ AuthorizedBy: 'x'.repeat(51) }, 'AuthorizedBy'],
  [{ AuthorizedDate: '2026-02-30' }, 'AuthorizedDate'],
  [{ AuthorizedDate: '' }, 'AuthorizedDate'],
  [{ Comments: 'x'.repeat(256) }, 'Comments'],
  [{ TrimSeasonID: 'none' }, 'TrimSeasonID'],
  [{ Status: 'SHIPPED' }, 'Status'],
])('a header with %j is refused, and nothing is saved', async (header, name) => {
  const { status, body } = await ada.save<ProblemBody>(header)
  expect(status).toBe(400)
  expect(body.errors?.map(({ path }) => path)).toEqual([`body.DumpHeader.${name}`])
})

describe('two people at once', () => {
  test('dump the same line: one wins, the other is refused, and nothing is dumped twice', async () => {
    const { barcode, line } = await saved(30)
    const answers = await Promise.all([ada.step(line, 'DUMPED', 30), sam.step(line, 'DUMPED', 20)])
    const words = answers.flatMap(messages)
    expect(words).toContain('Dump Log Line DUMPED successfully')
    const { qty } = await warehouse.balance(barcode, dumped)
    expect([20, 30]).toContain(qty)
    expect(words).toContain(`${barcode} was changed meanwhile: DUMPED ${qty}`)
    expect(await warehouse.balance(barcode, shelf)).toEqual({ qty: 100 - qty, reserved: 0 })
  })

  test('dump the same line without the expected state', async () => {
    const { barcode, line } = await saved(30)
    const blind = { SeenStatus: undefined, SeenQty: undefined }
    const answers = await Promise.all([
      ada.step(line, 'DUMPED', 30, blind),
      sam.step(line, 'DUMPED', 30, blind),
    ])
    expect(answers.flatMap(messages).toSorted()).toEqual([
      `${barcode} is DUMPED`,
      'Dump Log Line DUMPED successfully',
    ])
    expect(await movementsOf(barcode)).toHaveLength(1)
  })

  test('request the last plants: one gets them', async () => {
    const barcode = fresh()
    const [mine, theirs] = [await ada.create(), await sam.create()]
    const answers = await Promise.all([ada.add(mine, barcode, 60), sam.add(theirs, barcode, 60)])
    expect(answers.flatMap(messages).toSorted()).toEqual([
      'Dump Log Line OPEN successfully',
      'Insufficient quantity',
    ])
    expect(await warehouse.balance(barcode, shelf)).toEqual({ qty: 100, reserved: 60 })
  })

  test('dump and cancel the same log, or dump it twice', async () => {
    const { number, line } = await saved(10)
    const [dump, cancel] = await Promise.all([
      ada.step(line, 'DUMPED', 10),
      sam.end<ProblemBody>(number, 'CANCELLED'),
    ])
    const ended = (await ada.detail(number)).DumpHeader?.Status
    if (ended === 'CANCELLED') expect([dump.status, cancel.status]).toEqual([409, 200])
    else {
      expect(messages(dump)).toEqual(['Dump Log Line DUMPED successfully'])
      expect([cancel.status, cancel.body.code]).toEqual([409, 'state_conflict'])
      const both = await Promise.all([ada.end(number, 'DUMPED'), sam.end(number, 'DUMPED')])
      expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    }
  })

  test('a step that is sent twice with one key is applied once', async () => {
    const { barcode, line } = await saved(30)
    const once = await ada.step(line, 'DUMPED', 30, {}, 'dump-once')
    const again = await ada.step(line, 'DUMPED', 30, {}, 'dump-once')
    expect(again.body).toEqual(once.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await ada.step<ProblemBody>(line, 'DUMPED', 29, {}, 'dump-once')).status).toBe(422)
    expect(await warehouse.balance(barcode, dumped)).toEqual({ qty: 30, reserved: 0 })
  })
})

describe('the list', () => {
  const list = async (query: Readonly<Record<string, string>> = {}) => {
    const { body } = await ada.clerk.get<{ Records: Dump['Header'][]; TotalRowCount: number }>('dump', {
      trimseasonid: 'S2',
      dumpwarehouse: 'WAT',
      ...query,
    })
    return { numbers: body.Records.map(({ LogNbr }) => LogNbr), total: body.TotalRowCount }
  }

  test('shows the newest first, in pages, by status, at this place, in this season, of this storage', async () => {
    const S2 = { TrimSeasonID: 'S2' }
    const open: string[] = []
    for (let count = 0; count < 27; count += 1) open.push(await ada.create(S2))
    const cancelled = await ada.create(S2)
    await ada.save({ ...S2, LogNbr: cancelled, Status: 'CANCELLED' })
    await ada.create({ ...S2, DumpWarehouse: 'SAL' })
    const kept = await ada.create({ ...S2, StorageType: 'GROWERSTORAGE' })
    const newest = [...open, cancelled].toReversed()
    expect(await list()).toEqual({ numbers: newest.slice(0, 25), total: 28 })
    expect(await list({ offset: '25' })).toEqual({ numbers: newest.slice(25), total: 28 })
    expect(await list({ offset: '50' })).toEqual({ numbers: [], total: 28 })
    expect(await list({ status: 'CANCELLED' })).toEqual({ numbers: [cancelled], total: 1 })
    expect(await list({ storagetype: 'GROWERSTORAGE' })).toEqual({ numbers: [kept], total: 1 })
  })

  test('finds a log number only at its own location, season and storage type', async () => {
    const number = await ada.create()
    const at = async (query: Readonly<Record<string, string>>) =>
      isHidden(await ada.clerk.get(`dump/${number}`, query))
    expect(await at({ dumpwarehouse: 'WAT', trimseasonid: 'S1', storagetype: 'INVENTORY' })).toBe(false)
    for (const elsewhere of [
      { trimseasonid: 'S2' },
      { dumpwarehouse: 'SAL' },
      { storagetype: 'GROWERSTORAGE' },
    ]) {
      expect(await at(elsewhere)).toBe(true)
    }
    expect(isHidden(await ada.clerk.get('dump/39999999'))).toBe(true)
    expect((await ada.clerk.get('dump/123456789')).status).toBe(400)
  })
})
