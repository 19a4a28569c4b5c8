// A change that does not fit the current lines is refused with the conflicting change and its author.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import { CountClerk } from '#tests/support/counts.ts'
import { DumpClerk } from '#tests/support/dumps.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { ReturnClerk } from '#tests/support/returns.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import { barcodeOf, type Clerk, moreLots, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
let lena: Clerk
let ada: Clerk
const first = 401
let next = first
// Plants that no other test uses: 100 on the shelf.
const fresh = () => {
  next += 1
  return barcodeOf(next - 1)
}

beforeAll(async () => {
  warehouse = await openWarehouse(moreLots(first, 40, 100))
  pia = warehouse.clerk('pia.picker')
  lena = warehouse.clerk('lena.lead')
  ada = warehouse.clerk('ada.admin')
})
afterAll(async () => {
  const broken = await findBrokenInvariants(warehouse.database.pool)
  await warehouse.close()
  expect(broken).toEqual([])
})

interface Refused {
  readonly code: string
  readonly detail: string
  readonly state: { readonly refusal: { readonly code: string; readonly facts: object } }
}
const refusalIn = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  refusal: (body as Refused).state?.refusal,
})
const picked = async (clerk: Clerk, tag: string, barcode: string, quantity: number) => {
  const id = (await clerk.order(tag, barcode, quantity)).body.InventoryLines[0]?.ID ?? ''
  await clerk.line(tag, id, barcode, 'PICKED', quantity)
  return id
}

describe('a step that ends a document', () => {
  test('is refused without a line that another person has added and picked meanwhile, and accepted with it', async () => {
    const [mine, theirs] = [fresh(), fresh()]
    const tag = await pia.create()
    const id = await picked(pia, tag, mine, 10)
    const seen = [{ ID: id, BarcodeID: mine, Status: 'SHIPPED', SeenStatus: 'PICKED', SeenQty: 10 }]
    const other = await picked(lena, tag, theirs, 7)

    expect(refusalIn(await pia.ship(tag, seen))).toEqual({
      status: 409,
      refusal: {
        code: 'lineNotSeen',
        facts: { barcode: theirs, status: 'PICKED', quantity: 7, by: 'lena.lead' },
      },
    })
    expect((await pia.detail(tag)).IssuanceHeader?.Status).toBe('RESERVED')
    expect(await warehouse.balance(theirs, stockAccount('WAT', 'A-01'))).toEqual({ qty: 100, reserved: 7 })
    const both = [
      ...seen,
      { ID: other, BarcodeID: theirs, Status: 'SHIPPED', SeenStatus: 'PICKED', SeenQty: 7 },
    ]
    expect((await pia.ship(tag, both)).status).toBe(200)
  })

  test('applies to all lines if it is sent without any, as from other clients', async () => {
    const tag = await pia.create()
    await picked(pia, tag, fresh(), 1)
    await picked(lena, tag, fresh(), 1)
    expect((await pia.ship(tag)).body.InventoryLines).toHaveLength(2)
  })

  test('names the person who picked a line again', async () => {
    const barcode = fresh()
    const tag = await pia.create()
    const id = await picked(pia, tag, barcode, 10)
    await lena.line(tag, id, barcode, 'PICKED', 4)
    const seen = { ID: id, BarcodeID: barcode, Status: 'SHIPPED', SeenStatus: 'PICKED', SeenQty: 10 }
    expect(refusalIn(await pia.ship(tag, [seen]))).toEqual({
      status: 409,
      refusal: { code: 'lineChangedBy', facts: { barcode, status: 'PICKED', quantity: 4, by: 'lena.lead' } },
    })
  })

  test('a cancellation, too: plants that another person has picked meanwhile stay held', async () => {
    const [mine, theirs] = [fresh(), fresh()]
    const tag = await pia.create()
    const id = (await pia.order(tag, mine, 10)).body.InventoryLines[0]?.ID ?? ''
    const seen = { ID: id, BarcodeID: mine, Status: 'CANCELLED', SeenStatus: 'RESERVED', SeenQty: 10 }
    const cancel = (lines: readonly object[]) =>
      pia.save({ TagNbr: tag, Status: 'CANCELLED' }, lines as Readonly<Record<string, unknown>>[])
    const other = await picked(lena, tag, theirs, 7)
    expect(refusalIn(await cancel([seen])).refusal).toMatchObject({ code: 'lineNotSeen' })
    await lena.line(tag, id, mine, 'PICKED', 9)
    expect(refusalIn(await cancel([seen])).refusal).toMatchObject({
      code: 'lineChangedBy',
      facts: { by: 'lena.lead', quantity: 9 },
    })
    const now = [
      { ...seen, SeenStatus: 'PICKED', SeenQty: 9 },
      { ID: other, BarcodeID: theirs, Status: 'CANCELLED', SeenStatus: 'PICKED', SeenQty: 7 },
    ]
    expect((await cancel(now)).status).toBe(200)
  })

  test('a transfer, a dump, a return and a count: the same', async () => {
    const transfers = new TransferClerk(ada)
    const number = await transfers.create()
    await transfers.order(number, fresh(), 5)
    await transfers.step(await transfers.line(number), 'PICKED', 5)
    const { TransferLines: seen } = await transfers.detail(number)
    const late = fresh()
    await transfers.order(number, late, 3)
    await transfers.step(await transfers.line(number, late), 'PICKED', 3)
    const [shipped] = [await transfers.endWithLines<unknown>(number, seen, 'SHIPPED')]
    expect(refusalIn(shipped).refusal).toMatchObject({ code: 'lineNotSeen', facts: { barcode: late } })

    const dumps = new DumpClerk(ada)
    const dump = await dumps.create()
    const [one, two] = [fresh(), fresh()]
    await dumps.add(dump, one, 5)
    const line = await dumps.line(dump)
    await dumps.step(line, 'DUMPED', 5)
    await dumps.add(dump, two, 2)
    await dumps.step(await dumps.line(dump, two), 'DUMPED', 2)
    const dumped = await dumps.save<unknown>({ LogNbr: dump, Status: 'DUMPED' }, [
      { ID: line.ID, BarcodeID: one, Status: 'DUMPED', DumpQty: 5, ReasonCode: 'DISEASE' },
    ])
    expect(refusalIn(dumped).refusal).toMatchObject({ code: 'lineNotSeen', facts: { barcode: two } })

    const returns = new ReturnClerk(ada)
    const [back, more] = [fresh(), fresh()]
    await returns.issued({ [back]: 5, [more]: 5 })
    const log = await returns.create()
    await returns.add(log, back, 5)
    const { ID } = await returns.line(log)
    await returns.add(log, more, 5)
    const posted = await returns.save<unknown>({ LogNbr: log, PostStatus: 'POSTED' }, [
      { ID, BarcodeID: back, Status: 'POSTED', UpdateQty: 5, ReasonCode: 'UNSOLD' },
    ])
    expect(refusalIn(posted).refusal).toMatchObject({ code: 'lineNotSeen', facts: { barcode: more } })

    const counts = new CountClerk(ada)
    const count = await counts.create('A-01')
    const of = { CountNbr: count, Shelf: 'A-01' }
    const [counted, after] = [fresh(), fresh()]
    await counts.count(of, counted, 100)
    const { ID: id } = await counts.line(count, counted)
    await counts.count(of, after, 100)
    const closed = await counts.close<unknown>(of, [
      { ID: id, BarcodeID: counted, Status: 'CLOSED', CountedQty: 100 },
    ])
    expect(refusalIn(closed).refusal).toMatchObject({ code: 'lineNotSeen', facts: { barcode: after } })
  })
})

describe('deleting a line', () => {
  const seen = (status: string, quantity: number) => `&seenstatus=${status}&seenqty=${quantity}`

  test('that another person has picked meanwhile is refused with the person and the change; the line stays', async () => {
    const barcode = fresh()
    const tag = await pia.create()
    const id = (await pia.order(tag, barcode, 10)).body.InventoryLines[0]?.ID ?? ''
    await lena.line(tag, id, barcode, 'PICKED', 10)
    const remove = (more: string) =>
      pia.call('DELETE', `issuancedetail?id=${id}&tagnbr=${tag}&storagetype=INVENTORY${more}`)

    expect(refusalIn(await remove(seen('RESERVED', 10)))).toEqual({
      status: 409,
      refusal: { code: 'lineChangedBy', facts: { barcode, status: 'PICKED', quantity: 10, by: 'lena.lead' } },
    })
    expect((await pia.detail(tag)).InventoryLines).toMatchObject([{ ID: id, Status: 'PICKED', PickQty: 10 }])
    expect((await remove(seen('PICKED', 10))).status).toBe(200)
  })

  test('without the expected state succeeds, as from other clients', async () => {
    const tag = await pia.create()
    const id = await picked(pia, tag, fresh(), 1)
    expect((await pia.deleteLine(tag, id)).status).toBe(200)
  })

  test('a transfer, a dump, a return and a count: the same', async () => {
    const transfers = new TransferClerk(ada)
    const number = await transfers.create()
    await transfers.order(number, fresh(), 5)
    const { ID: ordered } = await transfers.line(number)
    const dumps = new DumpClerk(ada)
    const dump = await dumps.create()
    await dumps.add(dump, fresh(), 5)
    const { ID: open } = await dumps.line(dump)
    const returns = new ReturnClerk(ada)
    const back = fresh()
    await returns.issued({ [back]: 5 })
    const log = await returns.create()
    await returns.add(log, back, 5)
    const { ID: returned } = await returns.line(log)
    const counts = new CountClerk(ada)
    const count = await counts.create('A-01')
    const barcode = fresh()
    await counts.count({ CountNbr: count, Shelf: 'A-01' }, barcode, 100)
    const { ID: counted } = await counts.line(count, barcode)
    const paths = [
      `transferlines/${ordered}?${seen('RESERVED', 4)}`,
      `dumplogline/${open}?lognbr=${dump}${seen('OPEN', 4)}`,
      `returnlogline/${returned}?lognbr=${log}${seen('OPEN', 4)}`,
      `countline/${counted}?countnbr=${count}${seen('COUNTED', 99)}`,
    ]
    for (const path of paths) {
      expect(refusalIn(await ada.call('DELETE', path))).toMatchObject({
        status: 409,
        refusal: { code: 'lineChangedBy', facts: { by: 'ada.admin' } },
      })
    }
  })
})
