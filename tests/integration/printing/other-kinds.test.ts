import { afterAll, expect, test } from 'vitest'
import type { Dump } from '#core/kinds/dump/fields.ts'
import type { Return } from '#core/kinds/return/fields.ts'
import { documentReport } from '#features/printing/server/documents/document-report.ts'
import { drawReport } from '#features/printing/server/documents/draw-report.ts'
import type { Report } from '#features/printing/server/documents/report.ts'
import type { ReportNames } from '#features/printing/server/documents/report-names.ts'
import { createPrinting } from '#features/printing/server/printing.ts'
import { scanPage } from '#tests/support/paper-desk.ts'
import { readPaper } from '#tests/support/read-paper.ts'

// Dumps and returns on paper, as the contract has them.

const printing = createPrinting()
afterAll(() => printing.close())

const names: ReportNames = {
  location: (code) => `${code} - Watsonville`,
  variety: (code) => (code === 'ALB' ? 'Albion' : code),
  reason: (code) => (code === 'DISEASE' ? 'Diseased' : code),
  storage: (place) => place.replace('#GRG1', 'G1 - Alder Farms').replace('#GRG2', 'G2 - Bay Fields'),
  time: (moment) => moment,
}
const audit = {
  CreatedBy: '',
  CreatedDateTime: '',
  LastChangedBy: 'pia.picker',
  LastChangedDateTime: '',
  OwnedBy: '',
  OwnedDateTime: '',
  DocumentUUID: '',
  DocumentVersion: null,
}
const season = { TrimSeasonID: 'S1', TrimSeasonName: 'Straw 2026' }
const plant = {
  ID: '1',
  BarcodeID: 'B000000001',
  UpdateQty: null,
  OrderQty: null,
  StorageLocation: 'A-01',
  IsReplant: false,
  LastChangedBy: '',
  LastChangedDateTime: '',
  ClaimedDateTime: '',
  Commodity: 'STRAW',
  VarietyCode: 'ALB',
  VarietyID: '',
  PlantCode: '',
  TrimType: 'Trimmed',
  StockType: 'COMMERCIAL',
  Grade: '',
  UOM: '',
  Rate: '',
  CodeID: '',
  InventoryType: '',
  Attributes: '',
  AttributesID: '',
  AvailableQty: null,
}

const dumpReport = (header: Dump['Header'], lines: readonly Dump['Line'][]) =>
  documentReport(
    'dump',
    header.StorageType === 'INVENTORY' ? 'Plants Dump' : 'Grower Storage Dump',
    header,
    lines,
    names,
  )

const print = async (report: Report) => {
  const imprint = { paper: 'LETTER', printed: 'Printed by pia.picker' } as const
  const printed = await printing.print({ kind: 'report', report, imprint })
  if (!printed.ok) throw new Error(printed.error)
  const [page] = await readPaper(printed.value)
  return page
}

const dump: Dump['Header'] = {
  LogNbr: '30000012',
  Status: 'DUMPED',
  AuthorizedBy: 'Lena Lead',
  AuthorizedDate: '2026-11-20T00:00:00Z',
  Comments: 'Cold store failed',
  ...season,
  DumpWarehouse: 'WAT',
  StorageType: 'INVENTORY',
  ...audit,
}
const dumpLine: Dump['Line'] = {
  ...plant,
  LogNbr: '30000012',
  InventoryLocation: 'WAT',
  StorageType: 'INVENTORY',
  Status: 'DUMPED',
  Qty: 1_300,
  DumpQty: 1_300,
  ReasonCode: 'DISEASE',
  Key: '',
}

test('a dump shows the person who authorised it and the reason of each barcode', async () => {
  const page = await print(dumpReport(dump, [dumpLine, { ...dumpLine, DumpQty: null, Qty: 50 }]))
  expect(await scanPage(page)).toEqual(['30000012'])
  for (const words of [
    'Plants Dump',
    'DUMPED',
    'WAT - Watsonville',
    'Lena Lead',
    '20 Nov 2026',
    'Cold store failed',
    'A-01 1,300 Diseased',
    '2 lines 1,350',
    'Authorized by, date',
    'Dumped by, date',
  ]) {
    expect(page?.text).toContain(words)
  }
})

test('a dump of grower storage is marked as such', async () => {
  const kept = { ...dumpLine, StorageType: 'GROWERSTORAGE' as const, StorageLocation: '#GRG1' }
  const replanted = { ...kept, BarcodeID: 'B000000009', IsReplant: true, StorageLocation: '#GRG2' }
  const page = await print(dumpReport({ ...dump, StorageType: 'GROWERSTORAGE' }, [kept, replanted]))
  expect(await scanPage(page)).toEqual(['30000012'])
  expect(page?.text).toContain('Grower Storage Dump')
  expect(page?.text.replaceAll(' ', '')).toContain('G1-AlderFarms')
  expect(page?.text.replaceAll(' ', '')).toContain('G2-BayFields')
  expect(page?.text).not.toContain('#GR')
})

test('a dump of grower storage names the grower, since the plants have no other place', async () => {
  const kept = {
    ...dumpLine,
    StorageType: 'GROWERSTORAGE' as const,
    StorageLocation: '',
    Key: 'B000000009#GRG1',
  }
  const report = dumpReport({ ...dump, StorageType: 'GROWERSTORAGE' }, [kept])
  expect(report.facts[0]).toEqual({ label: 'Grower', value: 'G1 - Alder Farms' })
  expect(report.rows[0]).toContain('G1 - Alder Farms')
})

test('a return shows its grower and the destination of the plants', async () => {
  const header: Return['Header'] = {
    LogNbr: '40000007',
    RefNbr: 'R-7',
    ReturnedFromNbr: 'G1',
    ReturnedFromType: 'Grower',
    growerEntity: 'Alder Farms',
    ReturnWarehouse: 'WAT',
    InventoryEffect: 'DUMP',
    ReturnedDate: '2026-11-19',
    ReturnedBy: 'Joe Driver',
    PostStatus: 'POSTED',
    ...season,
    Comments: '',
    ...audit,
  }
  const line: Return['Line'] = {
    ...plant,
    LogNbr: '40000007',
    Status: 'POSTED',
    Qty: 80,
    ReasonCode: 'DISEASE',
  }
  const page = await print(documentReport('return', 'Returns', header, [line], names))
  expect(await scanPage(page)).toEqual(['40000007'])
  for (const words of [
    'Return',
    'POSTED',
    'G1 - Alder Farms',
    'Inventory Affect Dump',
    '19 Nov 2026',
    'Joe Driver',
    'A-01 80 Diseased',
    'Returned by, date',
  ]) {
    expect(page?.text).toContain(words)
  }
})

test('a document without lines is one page with a note', async () => {
  const page = await print(dumpReport(dump, []))
  expect(page?.text).toContain('No lines')
  expect(await scanPage(page)).toEqual(['30000012'])
})

test('a report has the company with its address if the site has set them', async () => {
  const company = 'Coast Berries, 1 Field Road, Watsonville'
  const report = dumpReport(dump, [dumpLine])
  const [page] = await readPaper(await drawReport(report, { paper: 'A4', printed: '', company }))
  expect(page?.text).toContain(company)
})
