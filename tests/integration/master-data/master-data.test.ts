import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InventoryRecord } from '#core/wire/inventory.ts'
import { barcodeOf, type Clerk, moreLots, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
let lena: Clerk

beforeAll(async () => {
  warehouse = await openWarehouse(moreLots(1000, 250, 3))
  pia = warehouse.clerk('pia.picker')
  lena = warehouse.clerk('lena.lead')
})
afterAll(() => warehouse.close())

const rows = async (path: string, query: Readonly<Record<string, string>> = {}) => {
  const { status, body } = await pia.get<Record<'Data' | 'Result', Record<string, unknown>[]>>(path, query)
  expect(status).toBe(200)
  return body.Data ?? body.Result
}
const names = async (path: string, field: string, query: Readonly<Record<string, string>> = {}) =>
  (await rows(path, query)).map((row) => row[field])

test('locations: the active ones, or all', async () => {
  expect(await rows('warehouse', { isactive: 'true' })).toContainEqual({
    Code: 'WAT',
    Descript: 'Watsonville',
    LocalTimeZone: 'America/Los_Angeles',
  })
  expect(await names('warehouse', 'Code', { isactive: 'true' })).toEqual(['OXN', 'SAL', 'WAT'])
  expect(await names('warehouse', 'Code')).toContain('OLD')
})

test('seasons, trim types, nurseries, reason codes', async () => {
  expect(await rows('trimseasons')).toContainEqual({ Id: 'B1', TrimSeason: 'Blue 2026', Commodity: 'BLUE' })
  expect(await names('trimseasons', 'TrimSeason')).toEqual(['Straw 2027', 'Blue 2026', 'Straw 2026'])
  expect(await rows('trimtype')).toEqual([
    { Id: '2', TrimType: 'Bare root' },
    { Id: '1', TrimType: 'Trimmed' },
  ])
  expect(await rows('nursery')).toEqual([{ Id: 'N1', Name: 'Northern Nursery' }])
  expect(await rows('reasoncode', { reasontype: 'DUMP' })).toMatchObject([
    { ReasonType: 'DUMP', ReasonCode: 'DISEASE', ReasonDescript: 'Diseased' },
    { ReasonType: 'DUMP', ReasonCode: 'FROST', ReasonDescript: 'Frost damage' },
  ])
  expect((await pia.get('reasoncode')).status).toBe(400)
})

test('varieties of a commodity, filtered by code and by season', async () => {
  expect(await rows('variety', { berrytype: 'STRAW' })).toEqual([
    { Code: 'ALB', Descript: 'Albion' },
    { Code: 'MON', Descript: 'Monterey' },
  ])
  expect(await names('variety', 'Code', { berrytype: 'STRAW', varietycode: 'MON' })).toEqual(['MON'])
  expect(await names('variety', 'Code', { berrytype: 'STRAW', trimseasonid: 'B1' })).toEqual([])
})

test('growers: of the season’s commodity, those of the location first, without deactivated ones', async () => {
  expect(await names('grower', 'Id')).toEqual(['G1', 'G2', 'G3'])
  expect(await names('grower', 'Id', { trimseasonid: 'S1' })).toEqual(['G1', 'G2'])
  expect(await names('grower', 'Id', { trimseasonid: 'S1', location: 'SAL' })).toEqual(['G2', 'G1'])
  expect(await names('grower', 'Id', { trimseasonid: 'nope' })).toEqual([])
  expect((await rows('grower', { trimseasonid: 'S1' }))[0]).toEqual({
    Id: 'G1',
    GrowerEntity: 'Alder Farms',
    Commodity: 'STRAW',
    PickUpLocationId: 'WAT',
    GrowingArea: '',
    GrowingDistrict: 'Pajaro',
    VendorInvoiceAccNum: 'V-1001',
    FieldType: '',
  })
  const forReturns = { commodity: 'STRAW', trimseasonid: 'S1', returnedfromtype: 'Grower' }
  expect(await names('growers', 'Id', forReturns)).toEqual(['G1', 'G2'])
  expect(await names('growers', 'Id', { ...forReturns, inventorylocation: 'WAT' })).toEqual(['G1', 'G2'])
  expect((await pia.get('growers', { ...forReturns, inventorylocation: 'SAL' })).status).toBe(403)
})

describe('stock', () => {
  const found = async (query: Readonly<Record<string, string>> = {}, clerk = pia) => {
    const { status, body } = await clerk.get<InventoryRecord[]>('plantinventory', {
      inventorylocation: 'WAT',
      commodity: 'STRAW',
      ...query,
    })
    expect(status).toBe(200)
    return body
  }
  const barcodes = (records: readonly InventoryRecord[]) => records.map((record) => record.BarcodeID)

  test('is found by barcode, with its quantity and the available quantity', async () => {
    const tag = await pia.create()
    await pia.order(tag, barcodeOf(1), 30)
    expect(await found({ barcodeid: barcodeOf(1) })).toEqual([
      {
        ID: expect.stringMatching(/^\d+$/),
        BarcodeID: barcodeOf(1),
        Commodity: 'STRAW',
        VarietyCode: 'ALB',
        VarietyID: '1',
        PlantCode: 'P-ALB',
        TrimType: 'Trimmed',
        StockType: 'COMMERCIAL',
        Grade: 'A',
        UOM: 'EA',
        Rate: '0.125',
        CodeID: '',
        InventoryType: 'TRIM',
        Attributes: '',
        AttributesID: '',
        StorageType: 'INVENTORY',
        StorageLocation: 'A-01',
        InventoryLocation: 'WAT',
        ReceivedQty: 100,
        Qty: 100,
        AvailableQty: 70,
      },
    ])
  })

  test('is listed for each of its places', async () => {
    const records = await found({ barcodeid: barcodeOf(11) })
    expect(records.map((record) => [record.StorageLocation, record.Qty])).toEqual([
      ['A-01', 5],
      ['B-02', 50],
    ])
    expect(await found({ barcodeid: barcodeOf(11), storagelocation: 'B-02' })).toHaveLength(1)
  })

  test('that has run out is found by its barcode, but not by browsing', async () => {
    expect(await found({ barcodeid: barcodeOf(12) })).toMatchObject([{ Qty: 0, AvailableQty: 0 }])
    const browsed = await found({ varietycode: 'ALB', trimtype: 'Trimmed' })
    expect(barcodes(browsed)).not.toContain(barcodeOf(12))
  })

  test('of another location or commodity is not found', async () => {
    expect(await found({ barcodeid: barcodeOf(13) })).toEqual([])
    expect(await found({ barcodeid: barcodeOf(16) })).toEqual([])
    expect(barcodes(await found({ commodity: 'BLUE' }))).toEqual([barcodeOf(16)])
    expect(barcodes(await found({ inventorylocation: 'SAL' }, lena))).toEqual([barcodeOf(13)])
  })

  test('is searched by variety, trim type (name or id) and stock type; ALL means no filter', async () => {
    for (const query of [
      { varietycode: 'MON' },
      { trimtype: 'Bare root' },
      { trimtype: '2' },
      { stocktype: 'FOUNDATION' },
      { varietycode: 'MON', trimtype: '2', stocktype: 'FOUNDATION' },
      { varietycode: 'MON', stocktype: 'ALL' },
    ]) {
      expect(barcodes(await found(query))).toEqual([barcodeOf(15)])
    }
    expect(await found({ varietycode: 'MON', stocktype: 'COMMERCIAL' })).toEqual([])
  })

  test('is found completely, available plants first; a page has the total count', async () => {
    const tag = await pia.create()
    await pia.order(tag, barcodeOf(2), 100)
    const records = await found()
    expect(records.length).toBeGreaterThan(200)
    const free = records.map((record) => (record.AvailableQty ?? 0) > 0)
    expect(free.indexOf(false)).toBe(free.lastIndexOf(true) + 1)
    expect(barcodes(records.slice(free.indexOf(false)))).toEqual([barcodeOf(2)])
    const paged = []
    for (let offset = 0; offset < records.length + 80; offset += 80) {
      const { body } = await pia.get<{ Records: InventoryRecord[]; TotalRowCount: number }>(
        'plantinventory',
        {
          inventorylocation: 'WAT',
          commodity: 'STRAW',
          offset: String(offset),
          limit: '80',
        },
      )
      expect(body.TotalRowCount).toBe(records.length)
      paged.push(...body.Records)
    }
    expect(paged).toEqual(records)
  })

  test('sends no invalid characters to the database', async () => {
    for (const query of [
      { barcodeid: "'; drop table balance; --" },
      { barcodeid: '%' },
      { varietycode: '\u{1F353}' },
    ]) {
      expect(await found(query)).toEqual([])
    }
    const { status } = await pia.get('plantinventory', {
      inventorylocation: 'WAT',
      commodity: 'STRAW',
      barcodeid: 'B\u0000',
    })
    expect(status).toBe(400)
  })

  test('of grower storage is found for its grower', async () => {
    const kept = async (grower: string, more: Readonly<Record<string, string>> = {}) => {
      const { body } = await lena.get<{ Result: InventoryRecord[] }>('growerdetails', {
        trimseasonid: 'S1',
        inventorylocation: 'WAT',
        commodity: 'STRAW',
        returnedfromnbr: grower,
        ...more,
      })
      return body.Result
    }
    expect(await kept('G1')).toMatchObject([
      {
        BarcodeID: barcodeOf(17),
        Qty: 40,
        StorageType: 'GROWERSTORAGE',
        StorageLocation: '#GRG1',
      },
    ])
    expect(await kept('#GRG2', { barcodeid: barcodeOf(18) })).toHaveLength(1)
    expect(await kept('G1', { barcodeid: barcodeOf(18) })).toEqual([])
    const all = await found({ storagetype: 'GROWERSTORAGE' }, lena)
    expect(barcodes(all)).toEqual([barcodeOf(17), barcodeOf(18)])
    const page = await lena.get('growerdetails', {
      trimseasonid: 'S1',
      inventorylocation: 'WAT',
      commodity: 'STRAW',
      returnedfromnbr: 'G1',
      offset: '1',
      limit: '1',
    })
    expect(page.body).toEqual({ Result: [], TotalRowCount: 1 })
  })
})
