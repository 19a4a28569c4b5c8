import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askForFile, hostileNames, printPages, scanPage } from '#tests/support/paper-desk.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import { barcodeOf, type Clerk, moreLots, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let ada: Clerk
const many = 2_000
const firstOfMany = 1_001

beforeAll(async () => {
  warehouse = await openWarehouse([...moreLots(501, 40, 1_500), ...moreLots(firstOfMany, many, 7)])
  ada = warehouse.clerk('ada.admin')
})
afterAll(() => warehouse.close())

let next = 501
const fresh = () => {
  next += 1
  return barcodeOf(next - 1)
}

// Creates a shipped issuance of one line and returns its tag.
async function shipped(header: Readonly<Record<string, string>> = {}): Promise<string> {
  const tag = await ada.create({ ReferenceNbr: 'PO 4711', IssueDate: '2026-11-21', ...header })
  const barcode = fresh()
  const ordered = await ada.order(tag, barcode, 1_200, { header })
  const [line] = ordered.body.InventoryLines ?? []
  const picked = { ID: line?.ID, BarcodeID: barcode, PickQty: 1_150 }
  await ada.save({ TagNbr: tag, Status: 'RESERVED', ...header }, [{ ...picked, Status: 'PICKED' }])
  const reply = await ada.ship(tag, [{ ...picked, Status: 'SHIPPED' }], header)
  expect(reply.status).toBe(200)
  return tag
}

const report = (name: string, number: string, more: Readonly<Record<string, string>> = {}) =>
  printPages(ada, 'printreport', { reportname: name, refnbr: number, ...more })

describe('a grower issuance on paper', () => {
  test('shows its recipient, its lines and the person who printed it, and has its number as a barcode', async () => {
    const tag = await shipped({ Comments: 'Leave at the north gate' })
    const [page, ...others] = await report('Grower Issuance', tag)
    expect(others).toEqual([])
    expect(await scanPage(page)).toEqual([tag])
    for (const words of [
      'Grower Issuance',
      'SHIPPED',
      'G1 - Alder Farms',
      'WAT - Watsonville',
      'Straw 2026',
      '21 Nov 2026',
      'PO 4711',
      'Pajaro',
      'V-1001',
      'Leave at the north gate',
      'Albion Trimmed COMMERCIAL A-01 1,200 1,150',
      '1 line 1,200 1,150',
      'Issued by, date',
      'Received by, date',
      'Printed by ada.admin',
      'Page 1 of 1',
    ]) {
      expect(page?.text).toContain(words)
    }
  })

  test('shows reasons for lines that were picked short, and for no others', async () => {
    const tag = await ada.create()
    const lines = []
    for (const [PickQty, ShortReasonCode] of [
      [30, 'UNSOLD'],
      [40, ''],
    ] as const) {
      const BarcodeID = fresh()
      const { body } = await ada.order(tag, BarcodeID, 40)
      const ID = body.InventoryLines.find((line) => line.BarcodeID === BarcodeID)?.ID
      lines.push({ ID, BarcodeID, Status: 'PICKED', PickQty, ShortReasonCode })
    }
    await ada.save({ TagNbr: tag, Status: 'RESERVED' }, lines)
    const [page] = await report('Grower Issuance', tag)
    expect(page?.text).toContain('Ordered Issued Why fewer')
    expect(page?.text).toContain('A-01 40 30 Not planted')
    expect(page?.text).toContain('A-01 40 40 2 lines 80 70')
  })

  test('uses the time zone of the location', async () => {
    const tag = await shipped()
    const zoned = async (zone: string) => {
      await warehouse.database.pool.query("update location set time_zone = $1 where code = 'WAT'", [zone])
      const [page] = await report('Grower Issuance', tag)
      return /Printed by ada\.admin, (\d+ \w+ \d{4}), (\d\d:\d\d) (\S+)/.exec(page?.text ?? '')
    }
    const [, day = '', time = '', name] = (await zoned('Asia/Kolkata')) ?? []
    expect(name).toBe('GMT+5:30')
    // The printed time is the current time, within a few minutes.
    const printedAt = Date.parse(`${day} ${time} GMT+0530`)
    expect(Math.abs(Date.now() - printedAt)).toBeLessThan(5 * 60_000)
    expect((await zoned('America/Los_Angeles'))?.[3]).toMatch(/^P[SD]T$/)
  })

  test('uses the paper size of the location, or the requested one', async () => {
    const tag = await shipped()
    const sizeOf = async (more: Readonly<Record<string, string>> = {}) => {
      const [page] = await report('Grower Issuance', tag, more)
      return [page?.width, page?.height]
    }
    expect(await sizeOf()).toEqual([612, 792])
    expect(await sizeOf({ pagesize: 'A4' })).toEqual([595, 841])
  })

  test('continues on as many pages as it needs, each with the table’s header and its number', async () => {
    const tag = await ada.create()
    const saved = await ada.save(
      { TagNbr: tag, Status: 'RESERVED' },
      Array.from({ length: many }, (_, index) => ({
        ID: null,
        BarcodeID: barcodeOf(firstOfMany + index),
        Status: 'RESERVED',
        OrderQty: 7,
        StorageLocation: 'A-01',
      })),
    )
    expect(saved.status).toBe(200)
    const pages = await report('Grower Issuance', tag)
    expect(pages.length).toBeGreaterThan(40)
    const all = pages.map(({ text }) => text).join(' ')
    expect(all.match(/\bB\d{9}\b/g)).toEqual(
      Array.from({ length: many }, (_, index) => barcodeOf(firstOfMany + index)),
    )
    for (const [index, { text }] of pages.entries()) {
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(text).toContain(`Grower Issuance${index === 0 ? '' : ` ${tag}`}`)
      if (/\bB\d{9}\b/.test(text)) expect(text).toContain('Barcode Variety Trim type Stock type Storage')
    }
    expect(all).toContain('2,000 lines 14,000')
    expect(await scanPage(pages[0])).toEqual([tag])
  })

  test('is read in order if comments of several lines run from right to left', async () => {
    const comments =
      'שתילי תות שדה שגודלו במשתלה הצפונית לקראת העונה הבאה ונשלחו בקירור אל המגדלים בדרום הארץ, יש לבדוק את המשלוח מיד עם הגעתו ולדווח על כל חוסר'
    const tag = await ada.create({ Comments: comments })
    const [page] = await report('Grower Issuance', tag)
    expect(page?.text).toContain(comments)
  })

  test.each(hostileNames)('prints a name unchanged: %s', async (name) => {
    await warehouse.database.pool.query("update grower set name = $1 where id = 'G2'", [name])
    const tag = await ada.create({ IssueToNbr: 'G2', Comments: name.slice(0, 255) })
    const pages = await report('Grower Issuance', tag)
    expect(await scanPage(pages[0])).toEqual([tag])
    const text = pages.map((page) => page.text).join(' ')
    expect(text).toContain('Issued by, date')
    // All its plain words are there.
    const words = name.match(/[A-Za-z]{3,}/g) ?? []
    const bare = text.replaceAll(' ', '')
    for (const word of words.filter((each) => !/gnirts|desrever/.test(each))) expect(bare).toContain(word)
  })
})

describe('other documents on paper', () => {
  test('a nursery issuance', async () => {
    const tag = await shipped({ IssueToType: 'Nursery', IssueToNbr: 'N1' })
    const [page] = await report('Nursery Issuance', tag)
    expect(await scanPage(page)).toEqual([tag])
    expect(page?.text).toContain('Nursery Issuance')
    expect(page?.text).toContain('N1 - Northern Nursery')
  })

  test('a grower storage issuance', async () => {
    const tag = await ada.create({ StorageType: 'GROWERSTORAGE' })
    await ada.order(tag, barcodeOf(17), 30, {
      header: { StorageType: 'GROWERSTORAGE' },
      line: { StorageLocation: '#GRG1' },
    })
    const [page] = await report('Grower Storage Issuance', tag)
    expect(await scanPage(page)).toEqual([tag])
    expect(page?.text).toContain('Grower Storage Issuance')
    expect(page?.text.replaceAll(' ', '')).toMatch(/G1-[^#]*30/)
    expect(page?.text).not.toContain('#GR')
  })

  test('a transfer, with received and missing quantities after it is received', async () => {
    const clerk = new TransferClerk(ada)
    const number = await clerk.create({
      CarrierName: 'Cool Freight',
      TruckID: 'T-9',
      ShipPlantTemperature: '-1.5',
    })
    const barcode = fresh()
    await clerk.order(number, barcode, 1_000)
    await clerk.step(await clerk.line(number), 'PICKED', 1_000)
    const [reserved] = await report('Transfers', number)
    expect(reserved?.text).toContain('Ordered')
    expect(reserved?.text).not.toContain('Shipped 1,000')
    expect(reserved?.text).not.toContain('Ordered Shipped')
    await clerk.end(number, 'SHIPPED')
    const [onTheWay] = await report('Transfers', number)
    expect(await scanPage(onTheWay)).toEqual([number])
    for (const words of [
      'WAT - Watsonville',
      'SAL - Salinas',
      'Cool Freight',
      'T-9',
      '-1.5',
      'Driver, date',
    ]) {
      expect(onTheWay?.text).toContain(words)
    }
    expect(onTheWay?.text).not.toContain('Received Difference')
    await clerk.step(await clerk.line(number), 'RECEIVED', 990)
    const [received] = await report('Transfers', number, { identifier: 'SAL' })
    expect(received?.text).toContain('Ordered Shipped Received Difference')
    expect(received?.text).toContain('1,000 1,000 990 -10')
  })
})

test('a transfer shows on both sides why its lines were picked short', async () => {
  const clerk = new TransferClerk(ada)
  const number = await clerk.create()
  await clerk.order(number, fresh(), 40)
  const { ID, BarcodeID } = await clerk.line(number)
  const short = { ID, BarcodeID, Status: 'PICKED', PickQty: 30, ShortReasonCode: 'UNSOLD' }
  await clerk.save({ TransferNbr: number, Status: 'RESERVED' }, [short])
  await clerk.end(number, 'SHIPPED')
  await clerk.receive(number, { [BarcodeID]: 28 })
  for (const identifier of ['WAT', 'SAL']) {
    const [page] = await report('Transfers', number, { identifier })
    expect(page?.text).toContain('40 30 28 -2 Not planted')
  }
})

test('copies are in the file if no printer counts them, each with its own page numbers', async () => {
  const tag = await ada.create()
  const one = await report('Grower Issuance', tag)
  const three = await report('Grower Issuance', tag, { copies: '3' })
  expect(three).toHaveLength(3 * one.length)
  for (const page of three) expect(await scanPage(page)).toEqual([tag])
  expect(three.at(-1)?.text).toContain(`Page ${one.length} of ${one.length}`)
})

describe('a report that is refused', () => {
  test('of another kind, of no document, or of a document that the person may not see, is not found', async () => {
    const tag = await ada.create()
    const ask = (clerk: Clerk, name: string, number: string) =>
      askForFile(clerk, 'printreport', { reportname: name, refnbr: number })
    for (const [name, number] of [
      ['Nursery Issuance', tag],
      ['Grower Storage Issuance', tag],
      ['Transfers', tag],
      ['Plants Dump', '30000001'],
      ['Grower Storage Dump', '30000001'],
      ['Returns', '40000001'],
      ['Grower Issuance', '19999999'],
    ] as const) {
      expect(await ask(ada, name, number)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    const elsewhere = await ada.create({ InventoryLocation: 'SAL', IssueToNbr: 'G2' })
    const pia = warehouse.clerk('pia.picker')
    expect(await ask(pia, 'Grower Issuance', elsewhere)).toMatchObject({ status: 404 })
    expect(await ask(warehouse.clerk('ravi.receiver'), 'Grower Issuance', tag)).toMatchObject({ status: 403 })
    expect(await ask(ada, 'Cash Flow', tag)).toMatchObject({ status: 400 })
  })

  test('read-only people may print what they may see', async () => {
    const tag = await shipped()
    const [page] = await printPages(warehouse.clerk('rhea.reader'), 'printreport', {
      reportname: 'Grower Issuance',
      refnbr: tag,
    })
    expect(page?.text).toContain('Printed by rhea.reader')
  })
})
