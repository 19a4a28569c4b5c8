import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '#features/history/common/history.ts'
import { sendFile, stockFile, stockRow } from '#tests/support/stock-file.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import { barcodeOf, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterAll(() => warehouse.close())

interface Page {
  readonly Records: readonly HistoryEntry[]
  readonly TotalRowCount: number
}
const history = async (path: string, username = 'pia.picker', query: Readonly<Record<string, string>> = {}) =>
  (await warehouse.clerk(username).get<Page>(`history/${path}`, query)).body
const summaryOf = ({ Records }: Page) =>
  Records.map(({ Event, By, Qty, Status, From, To, ReasonCode }) =>
    [Event, By, Qty, Status || (From && To ? `${From.Kind}>${To.Kind}` : ''), ReasonCode]
      .filter((part) => part !== '' && part !== null)
      .join(' '),
  )

test('a document: its creation, its lines and its movements, newest first', async () => {
  const pia = warehouse.clerk('pia.picker')
  const lena = warehouse.clerk('lena.lead')
  const tag = await pia.create()
  const { body } = await pia.order(tag, barcodeOf(1), 25)
  expect(summaryOf(await history(`document/${tag}`))).toEqual([
    'LINE pia.picker 25 RESERVED',
    'CHANGED pia.picker RESERVED',
    'CREATED pia.picker',
  ])
  await lena.line(tag, body.InventoryLines?.[0]?.ID ?? null, barcodeOf(1), 'PICKED', 24)
  await pia.ship(tag)
  const page = await history(`document/${tag}`)
  expect(summaryOf(page)).toEqual([
    'MOVED pia.picker 24 stock>issued',
    'CHANGED pia.picker SHIPPED',
    'OWNED lena.lead',
    'CREATED pia.picker',
  ])
  expect(page.Records[0]).toMatchObject({
    BarcodeID: barcodeOf(1),
    From: { Kind: 'stock', Owner: 'WAT', Place: 'A-01' },
    To: { Kind: 'issued', Owner: 'Grower', Place: 'G1' },
    DocumentKind: 'issuance',
    DocumentNbr: tag,
  })
  expect(page.TotalRowCount).toBe(4)
})

test('a barcode: from its opening through imports and documents, with reasons', async () => {
  const pia = warehouse.clerk('pia.picker')
  const barcode = barcodeOf(2)
  await sendFile(warehouse, 'ada.admin', stockFile(stockRow(barcode, 140)))
  await pia.order(await pia.create(), barcode, 30)
  const page = await history(`barcode/${barcode}`)
  expect(summaryOf(page)).toEqual([
    'LINE pia.picker 30 RESERVED',
    'MOVED ada.admin 40 adjusted>stock IMPORT',
    'MOVED stocktaker 100 opening>stock OPENING',
  ])
  expect(page.Records.at(-1)?.ReasonDescript).toBe('Opening stock')
  expect(summaryOf(await history(`barcode/${barcode}`, 'pia.picker', { limit: '1', offset: '1' }))).toEqual([
    'MOVED ada.admin 40 adjusted>stock IMPORT',
  ])
  expect(await history(`barcode/${barcode}`, 'pia.picker', { offset: '90' })).toEqual({
    Records: [],
    TotalRowCount: 3,
  })
})

test('people see the history of their own locations', async () => {
  expect((await history(`barcode/${barcodeOf(13)}`, 'pia.picker')).Records).toEqual([])
  expect((await history(`barcode/${barcodeOf(13)}`, 'lena.lead')).Records).toHaveLength(1)
  const ada = new TransferClerk(warehouse.clerk('ada.admin'))
  const number = await ada.create()
  await ada.order(number, barcodeOf(3), 20)
  const get = (username: string, path: string) =>
    warehouse.clerk(username).get<{ code: string }>(`history/${path}`)
  expect((await get('ravi.receiver', `document/${number}`)).status).toBe(200)
  // At the right location, but without the key for transfers.
  expect(await get('pia.picker', `document/${number}`)).toMatchObject({
    status: 403,
    body: { code: 'key_missing' },
  })
  expect((await get('nora.noaccess', `barcode/${barcodeOf(3)}`)).body.code).toBe('key_missing')
})

test('the history of grower storage needs the keys of grower storage', async () => {
  const barcode = barcodeOf(17)
  const lena = warehouse.clerk('lena.lead')
  const tag = await lena.create({ StorageType: 'GROWERSTORAGE' })
  await lena.order(tag, barcode, 7, {
    header: { StorageType: 'GROWERSTORAGE' },
    line: { StorageLocation: '#GRG1' },
  })
  expect(summaryOf(await history(`barcode/${barcode}`, 'lena.lead'))).toEqual([
    'LINE lena.lead 7 RESERVED',
    'MOVED stocktaker 40 opening>grower-storage OPENING',
  ])
  expect(await history(`barcode/${barcode}`, 'pia.picker')).toEqual({ Records: [], TotalRowCount: 0 })
})

test('an unknown barcode is not found; an invalid one is malformed', async () => {
  const status = async (path: string) => (await warehouse.clerk('pia.picker').get(`history/${path}`)).status
  expect(await status('barcode/ZZZZZZZZZZ')).toBe(404)
  expect(await status('barcode/short')).toBe(400)
  expect(await status('document/99999999')).toBe(404)
  expect(await status('document/nope')).toBe(400)
})
