import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dumpedAccount, growerStorageAccount, issuedAccount, stockAccount } from '#core/kinds/accounts.ts'
import type { Return } from '#core/kinds/return/fields.ts'
import type { IssuedRecord } from '#core/wire/issued.ts'
import { isHidden } from '#tests/support/hidden.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { ReturnClerk } from '#tests/support/returns.ts'
import {
  type Answer,
  barcodeOf,
  moreLots,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let ada: ReturnClerk
let sam: ReturnClerk
const issued = issuedAccount('Grower', 'G1')
const kept = growerStorageAccount('WAT', 'G1')
const first = 401
let next = first
// Plants that no other test uses: 100 on the shelf.
const fresh = () => {
  next += 1
  return barcodeOf(next - 1)
}

beforeAll(async () => {
  warehouse = await openWarehouse(moreLots(first, 60, 100))
  ada = new ReturnClerk(warehouse.clerk('ada.admin'))
  sam = new ReturnClerk(warehouse.clerk('sam.super'))
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

const messages = ({ body }: Answer<{ InventoryLines?: { Message: string }[] | null }>) =>
  (body.InventoryLines ?? []).map(({ Message }) => Message)
// Creates fresh plants at grower G1.
const shipped = async (quantity: number) => {
  const barcode = fresh()
  await ada.issued({ [barcode]: quantity })
  return barcode
}
// Creates a return with one saved line of issued plants.
const saved = async (quantity: number, header: object = {}) => {
  const barcode = await shipped(50)
  const number = await ada.create({ ...header })
  await ada.add(number, barcode, quantity, {}, { ...header })
  return { barcode, number, line: await ada.line(number) }
}

describe('a return', () => {
  test('takes plants back into grower storage', async () => {
    const barcode = await shipped(50)
    const created = await ada.save({
      RefNbr: 'RMA 7',
      ReturnedBy: 'J. Alder',
      ReturnedDate: '2026-11-20',
      Comments: 'Too many',
    })
    expect(created.body).toMatchObject({ Message: 'Return processed successfully', InventoryLines: [] })
    const number = created.body.LogNbr ?? ''
    expect(number).toMatch(/^4\d{7}$/)

    const open = await ada.add(number, barcode, 20)
    expect(messages(open)).toEqual(['Return Log Line OPEN successfully'])
    // Nothing moves and nothing is held before it is posted.
    expect(await warehouse.balance(barcode, issued)).toEqual({ qty: 50, reserved: 0 })
    expect(await warehouse.balance(barcode, kept)).toEqual({ qty: 0, reserved: 0 })
    expect((await ada.detail(number)).ReturnLines).toMatchObject([
      {
        BarcodeID: barcode,
        Status: 'OPEN',
        Qty: 20,
        OrderQty: 20,
        ReasonCode: 'UNSOLD',
        StorageLocation: '',
        AvailableQty: 50,
        VarietyCode: 'ALB',
      },
    ])

    const posted = await ada.post(number)
    expect(posted.body).toMatchObject({
      Message: 'Return processed successfully',
      InventoryLines: [{ Message: 'Return Log Line POSTED successfully', Status: 'POSTED', Qty: 20 }],
    })
    expect(await warehouse.balance(barcode, issued)).toEqual({ qty: 30, reserved: 0 })
    expect(await warehouse.balance(barcode, kept)).toEqual({ qty: 20, reserved: 0 })
    expect(await warehouse.balance(barcode, stockAccount('WAT', 'A-01'))).toEqual({ qty: 50, reserved: 0 })
    expect((await ada.detail(number)).ReturnHeader).toMatchObject({
      LogNbr: number,
      RefNbr: 'RMA 7',
      ReturnedFromNbr: 'G1',
      ReturnedFromType: 'Grower',
      growerEntity: 'Alder Farms',
      ReturnWarehouse: 'WAT',
      InventoryEffect: 'GROWERSTORAGE',
      ReturnedDate: '2026-11-20',
      ReturnedBy: 'J. Alder',
      PostStatus: 'POSTED',
      TrimSeasonID: 'S1',
      TrimSeasonName: 'Straw 2026',
      Comments: 'Too many',
    })
    const { rows } = await warehouse.database.pool.query(
      `select qty, reason, by, document_kind, document_number from movement where barcode = $1 and from_kind = 'issued'`,
      [barcode],
    )
    expect(rows).toEqual([
      {
        qty: 20,
        reason: 'UNSOLD',
        by: 'ada.admin',
        document_kind: 'return',
        document_number: Number(number),
      },
    ])
  })

  test('or writes them off', async () => {
    const barcode = await shipped(50)
    const effect = { InventoryEffect: 'DUMP' }
    const number = await ada.create(effect)
    await ada.add(number, barcode, 50, { ReasonCode: 'DISEASE' }, effect)
    await ada.post(number)
    expect(await warehouse.balance(barcode, issued)).toEqual({ qty: 0, reserved: 0 })
    expect(await warehouse.balance(barcode, dumpedAccount('WAT'))).toEqual({ qty: 50, reserved: 0 })
    expect(await warehouse.balance(barcode, kept)).toEqual({ qty: 0, reserved: 0 })
  })

  test('cannot be posted with reasons of the other effect', async () => {
    const barcode = await shipped(50)
    const number = await ada.create()
    await ada.add(number, barcode, 20)
    const effect = { InventoryEffect: 'DUMP' }
    expect((await ada.save({ LogNbr: number, ...effect })).status).toBe(200)
    const refused = await ada.post(number)
    expect(refused.body.Message).toBe('UNSOLD is no reason code here')
    expect(refused.body.InventoryLines).toMatchObject([
      { BarcodeID: barcode, Status: 'OPEN', Message: 'UNSOLD is no reason code here' },
    ])
    expect(await warehouse.balance(barcode, dumpedAccount('WAT'))).toEqual({ qty: 0, reserved: 0 })

    await ada.change(await ada.line(number), 20, { ReasonCode: 'DISEASE' })
    await warehouse.database.pool.query("update reason_code set active = false where code = 'DISEASE'")
    expect(messages(await ada.post(number))).toEqual(['Return Log Line POSTED successfully'])
    await warehouse.database.pool.query("update reason_code set active = true where code = 'DISEASE'")
    expect(await warehouse.balance(barcode, dumpedAccount('WAT'))).toEqual({ qty: 20, reserved: 0 })
  })

  test('can be returned to another place than it was issued from', async () => {
    const barcode = await shipped(50)
    const there = { ReturnWarehouse: 'SAL' }
    const number = await ada.create(there)
    await ada.add(number, barcode, 10, {}, there)
    const line = await ada.line(number)
    const sent = [{ ID: line.ID, BarcodeID: barcode, Status: 'POSTED', ReasonCode: 'UNSOLD' }]
    await ada.save({ ...there, LogNbr: number, PostStatus: 'POSTED' }, sent)
    expect(await warehouse.balance(barcode, growerStorageAccount('SAL', 'G1'))).toEqual({
      qty: 10,
      reserved: 0,
    })
  })

  test('changes quantity and reason of a line, and deletes one', async () => {
    const { number, line } = await saved(20)
    expect(messages(await ada.change(line, 35))).toEqual(['Return Log Line OPEN successfully'])
    expect(await ada.line(number)).toMatchObject({ Qty: 35, ReasonCode: 'UNSOLD' })
    await ada.change(await ada.line(number), 36, { ReasonCode: 'OPENING' })
    expect(await ada.line(number)).toMatchObject({ Qty: 36, ReasonCode: 'OPENING' })
    expect((await ada.deleteLine(number, line.ID)).body).toMatchObject({
      Message: 'ID Deleted Successfully',
      Id: line.ID,
    })
    expect(await ada.detail(number)).toMatchObject({ ReturnHeader: { PostStatus: 'OPEN' }, ReturnLines: [] })
    expect((await ada.deleteLine(number, line.ID)).status).toBe(404)
  })

  test('changes its header while it is OPEN, its grower while it has no lines, and never its place', async () => {
    const number = await ada.create()
    const edit = {
      LogNbr: number,
      ReturnedFromNbr: 'G2',
      RefNbr: 'RMA 8',
      InventoryEffect: 'DUMP',
      Comments: 'z',
    }
    expect((await ada.save(edit)).status).toBe(200)
    expect((await ada.detail(number)).ReturnHeader).toMatchObject({
      ReturnedFromNbr: 'G2',
      growerEntity: 'Birch Ranch',
      RefNbr: 'RMA 8',
      InventoryEffect: 'DUMP',
      Comments: 'z',
    })
    const withLine = await saved(5)
    const other = await ada.save<ProblemBody>({ LogNbr: withLine.number, ReturnedFromNbr: 'G2' })
    expect(other).toMatchObject({ status: 409, body: { state: { status: 'OPEN' } } })
    const moved = await ada.save<ProblemBody>({ LogNbr: number, ReturnWarehouse: 'SAL' })
    expect(moved.body.errors?.[0]?.path).toBe('body.ReturnHeader.ReturnWarehouse')
  })

  test('that is POSTED cannot change', async () => {
    const { number, line } = await saved(20)
    await ada.post(number)
    for (const attempt of [
      await ada.change<ProblemBody>(line, 10),
      await ada.add<ProblemBody>(number, fresh(), 1),
      await ada.save<ProblemBody>({ LogNbr: number, Comments: 'x' }),
      await ada.post<ProblemBody>(number),
      await ada.deleteLine<ProblemBody>(number, line.ID),
    ]) {
      expect(attempt).toMatchObject({
        status: 409,
        body: { code: 'state_conflict', state: { status: 'POSTED' } },
      })
    }
  })
})

describe('at most the issued quantity can be returned', () => {
  test('of a barcode, to that grower, less earlier returns', async () => {
    const barcode = await shipped(50)
    const number = await ada.create()
    expect(messages(await ada.add(number, barcode, 51))).toEqual(['Quantity is more than the 50 issued'])
    await ada.add(number, barcode, 30)
    await ada.post(number)
    const later = await ada.create()
    expect(messages(await ada.add(later, barcode, 21))).toEqual(['Quantity is more than the 20 issued'])
    expect(messages(await ada.add(later, barcode, 20))).toEqual(['Return Log Line OPEN successfully'])
    const line = await ada.line(later)
    expect(messages(await ada.change(line, 21))).toEqual(['Quantity is more than the 20 issued'])
    expect(await ada.line(later)).toMatchObject({ Qty: 20 })
    const others = await ada.create({ ReturnedFromNbr: 'G2' })
    expect(messages(await ada.add(others, barcode, 1, {}, { ReturnedFromNbr: 'G2' }))).toEqual([
      'Inventory Not found',
    ])
  })

  test('also with two returns of the same plants: the second is refused, and nothing of it is posted', async () => {
    const [both, own] = [await shipped(50), await shipped(50)]
    const [one, other] = [await ada.create(), await sam.create()]
    await ada.add(one, both, 40)
    await sam.add(other, own, 10)
    await sam.add(other, both, 40)
    await ada.post(one)
    const refused = await sam.post(other)
    expect(refused).toMatchObject({ status: 200, body: { Message: 'Quantity is more than the 10 issued' } })
    expect(refused.body.InventoryLines).toMatchObject([
      { BarcodeID: both, Message: 'Quantity is more than the 10 issued', Status: 'OPEN', Qty: 40 },
    ])
    expect(await sam.detail(other)).toMatchObject({
      ReturnHeader: { PostStatus: 'OPEN' },
      ReturnLines: [{ Status: 'OPEN' }, { Status: 'OPEN' }],
    })
    expect(await warehouse.balance(own, issued)).toEqual({ qty: 50, reserved: 0 })
    await sam.change(await sam.line(other, both), 10)
    expect((await sam.post(other)).body.Message).toBe('Return processed successfully')
    expect(await warehouse.balance(both, kept)).toEqual({ qty: 50, reserved: 0 })
  })

  test('and the search of issued plants shows that quantity', async () => {
    const barcode = await shipped(40)
    await ada.issued({ [barcode]: 30 })
    const number = await ada.create()
    await ada.add(number, barcode, 50)
    await ada.post(number)
    const search = async () => {
      const { body } = await ada.clerk.get<{ Records: IssuedRecord[] }>('issuancedetail', {
        trimseasonid: 'S1',
        inventorylocation: 'WAT',
        issuetonbr: 'G1',
        barcodeid: barcode,
        stocktype: 'COMMERCIAL',
      })
      return body.Records.map(({ PickQty, ReturnedQty, AvailableQty }) => [
        PickQty,
        ReturnedQty,
        AvailableQty,
      ])
    }
    expect(await search()).toEqual([
      [40, 40, 20],
      [30, 10, 20],
    ])
    // Plants that are issued again from grower storage can be returned again.
    const storage = { StorageType: 'GROWERSTORAGE' }
    const tag = await ada.clerk.create(storage)
    const { body } = await ada.clerk.order(tag, barcode, 15, { header: storage })
    const id = body.InventoryLines[0]?.ID ?? null
    await ada.clerk.save({ ...storage, TagNbr: tag, Status: 'RESERVED' }, [
      { ID: id, BarcodeID: barcode, Status: 'PICKED', PickQty: 15 },
    ])
    await ada.clerk.ship(tag, [], storage)
    expect(await search()).toEqual([
      [40, 40, 35],
      [30, 10, 35],
      [15, 0, 35],
    ])
  })
})

describe('refusals', () => {
  test('of lines are reported with the line', async () => {
    const barcode = await shipped(50)
    const number = await ada.create()
    expect(messages(await ada.add(number, barcode, 5, { ReasonCode: '' }))).toEqual([
      'Please Select Reason Code',
    ])
    expect(messages(await ada.add(number, barcode, 5, { ReasonCode: 'DISEASE' }))).toEqual([
      'DISEASE is no reason code here',
    ])
    const written = { InventoryEffect: 'DUMP' }
    const off = await ada.create(written)
    expect(messages(await ada.add(off, barcode, 5, { ReasonCode: 'UNSOLD' }, written))).toEqual([
      'UNSOLD is no reason code here',
    ])
    // On the shelf, of another season's commodity, and unknown.
    for (const strange of [fresh(), barcodeOf(16), 'B999999999']) {
      expect(messages(await ada.add(number, strange, 1))).toEqual(['Inventory Not found'])
    }
    await ada.add(number, barcode, 5)
    expect(messages(await ada.add(number, barcode, 5))).toEqual([`${barcode} is on the document already`])
    expect(messages(await ada.add(number, barcode, 5, { OrderQty: undefined, ID: '987654321' }))).toEqual([
      `${barcode} is not on the document`,
    ])
  })

  test('of a post: no lines, a line with quantity 0, a line that another person has changed', async () => {
    const empty = await ada.create()
    const refusal = (code: string) => ({
      status: 409,
      body: { state: { status: 'OPEN', refusal: { code } } },
    })
    expect(await ada.post(empty)).toMatchObject(refusal('noLines'))
    const { number, barcode, line } = await saved(0)
    expect(await ada.post(number)).toMatchObject(refusal('linesWithoutQuantity'))
    await sam.change(line, 7)
    const stale = {
      ID: line.ID,
      BarcodeID: barcode,
      Status: 'POSTED',
      SeenStatus: 'OPEN',
      SeenQty: 0,
      ReasonCode: '',
    }
    const late = await ada.save({ LogNbr: number, PostStatus: 'POSTED' }, [stale])
    expect(late).toMatchObject(refusal('lineChangedBy'))
    expect(await warehouse.balance(barcode, issued)).toEqual({ qty: 50, reserved: 0 })
  })

  test.each([
    [{ ReturnedFromNbr: '' }, 'ReturnedFromNbr'],
    [{ ReturnedFromNbr: 'G9' }, 'ReturnedFromNbr'],
    [{ ReturnedFromNbr: 'NONE' }, 'ReturnedFromNbr'],
    [{ ReturnedFromType: 'Nursery', ReturnedFromNbr: 'N1' }, 'ReturnedFromType'],
    [{ InventoryEffect: 'STOCK' }, 'InventoryEffect'],
    [{ RefNbr: 'x'.repeat(51) }, 'RefNbr'],
    [{ ReturnedBy: 'x'.repeat(51) }, 'ReturnedBy'],
    [{ Comments: 'x'.repeat(256) }, 'Comments'],
    [{ ReturnedDate: '2026-13-01' }, 'ReturnedDate'],
    [{ TrimSeasonID: 'none' }, 'TrimSeasonID'],
    [{ PostStatus: 'CANCELLED' }, 'PostStatus'],
  ])('of a header with %j', async (header, name) => {
    const { status, body } = await ada.save<ProblemBody>(header)
    expect(status).toBe(400)
    expect(body.errors?.map(({ path }) => path)).toEqual([`body.ReturnHeader.${name}`])
  })
})

describe('two people at once', () => {
  test('post the same return: it is posted once', async () => {
    const { barcode, number } = await saved(20)
    const answers = await Promise.all([ada.post(number), sam.post(number)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect(await warehouse.balance(barcode, kept)).toEqual({ qty: 20, reserved: 0 })
  })

  test('change the same line: one wins, the other is refused', async () => {
    const { barcode, number, line } = await saved(20)
    const words = (await Promise.all([ada.change(line, 21), sam.change(line, 22)])).flatMap(messages)
    const { Qty } = await ada.line(number)
    expect(words.toSorted()).toEqual([
      `${barcode} was changed meanwhile: OPEN ${Qty}`,
      'Return Log Line OPEN successfully',
    ])
  })

  test('post two returns of the same plants: the issued quantity is returned once', async () => {
    const { barcode, number } = await saved(30)
    const other = await sam.create()
    await sam.add(other, barcode, 30)
    const answers = await Promise.all([ada.post(number), sam.post(other)])
    expect(answers.flatMap(messages).toSorted()).toEqual([
      'Quantity is more than the 20 issued',
      'Return Log Line POSTED successfully',
    ])
    expect(await warehouse.balance(barcode, issued)).toEqual({ qty: 20, reserved: 0 })
    expect(await warehouse.balance(barcode, kept)).toEqual({ qty: 30, reserved: 0 })
  })

  test('a post that is sent twice with one key is applied once', async () => {
    const { barcode, line, number } = await saved(20)
    const sent = [{ ID: line.ID, BarcodeID: barcode, Status: 'POSTED', ReasonCode: 'UNSOLD' }]
    const send = () => ada.save({ LogNbr: number, PostStatus: 'POSTED' }, sent, 'post-once')
    const once = await send()
    const again = await send()
    expect([once.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(once.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await warehouse.balance(barcode, kept)).toEqual({ qty: 20, reserved: 0 })
  })
})

describe('the list', () => {
  test('shows the newest first, in pages, by status, at this place, in this season', async () => {
    const S2 = { TrimSeasonID: 'S2' }
    const numbers: string[] = []
    for (let count = 0; count < 26; count += 1) numbers.push(await ada.create(S2))
    await ada.create({ ...S2, ReturnWarehouse: 'SAL' })
    const list = async (query: Readonly<Record<string, string>> = {}) => {
      const place = { trimseasonid: 'S2', returnwarehouse: 'WAT', ...query }
      const { body } = await ada.clerk.get<{ Records: Return['Header'][]; TotalRowCount: number }>(
        'return',
        place,
      )
      return { numbers: body.Records.map(({ LogNbr }) => LogNbr), total: body.TotalRowCount }
    }
    const newest = numbers.toReversed()
    expect(await list()).toEqual({ numbers: newest.slice(0, 25), total: 26 })
    expect(await list({ offset: '25', status: 'OPEN' })).toEqual({ numbers: newest.slice(25), total: 26 })
    expect(await list({ status: 'POSTED' })).toEqual({ numbers: [], total: 0 })
    expect(await list({ offset: '40' })).toEqual({ numbers: [], total: 26 })
  })

  test('finds a log number only at its own location and season', async () => {
    const number = await ada.create()
    const at = async (query: Readonly<Record<string, string>>) =>
      isHidden(await ada.clerk.get(`return/${number}`, query))
    expect(await at({ returnwarehouse: 'WAT', trimseasonid: 'S1' })).toBe(false)
    expect(await at({ trimseasonid: 'S2' })).toBe(true)
    expect(await at({ returnwarehouse: 'SAL' })).toBe(true)
    expect(isHidden(await ada.clerk.get('return/49999999'))).toBe(true)
  })
})
