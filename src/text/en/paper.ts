// Words for print only: reports, labels, the command sheet. The server uses them; the app never loads them.

import type { ReportLabelCode } from '#core/wire/label-codes.ts'

export const paper = {
  'report.Grower Issuance': 'Grower Issuance',
  'report.Nursery Issuance': 'Nursery Issuance',
  'report.Grower Storage Issuance': 'Grower Storage Issuance',
  'report.Transfers': 'Transfer',
  'report.Plants Dump': 'Plants Dump',
  'report.Grower Storage Dump': 'Grower Storage Dump',
  'report.Returns': 'Return',

  // ---- facts
  paperSeason: 'Trim Season',
  paperLocation: 'Location',
  paperDistrict: 'Growing District',
  paperAccount: 'Account #',
  paperPickUp: 'Pickup Location',
  paperReturnedFrom: 'Returned From',
  paperReturnWarehouse: 'Return Warehouse',
  paperChanged: 'Last Changed',

  // ---- columns
  columnNumber: '#',
  columnBarcode: 'Barcode',
  columnVariety: 'Variety',
  columnTrimType: 'Trim type',
  columnStockType: 'Stock type',
  columnStorage: 'Storage',
  columnOrdered: 'Ordered',
  columnIssued: 'Issued',
  columnShipped: 'Shipped',
  columnReceived: 'Received',
  columnDifference: 'Difference',
  columnDumped: 'Dumped',
  columnReturned: 'Returned',
  columnReason: 'Reason',
  columnShortReason: 'Why fewer',
  columnPlants: 'Plants',
  columnFrom: 'From',
  columnTo: 'To',
  columnCause: 'Document or reason',
  columnBy: 'By, at',
  paperTotal: '{n} {n|line|lines}',
  paperNoLines: 'No lines',
  paperReplant: '{storage} (replant)',

  // ---- signatures
  signIssuedBy: 'Issued by',
  signReceivedBy: 'Received by',
  signDriver: 'Driver',
  signShippedBy: 'Shipped by',
  signAuthorizedBy: 'Authorized by',
  signDumpedBy: 'Dumped by',
  signReturnedBy: 'Returned by',
  signDate: '{who}, date',

  // ---- page footer
  paperPrinted: 'Printed by {who}, {time}',
  paperPage: 'Page {page} of {pages}',

  // ---- labels
  labelPlants: '{n} plants',

  // ---- test print
  testTitle: 'Test print',
  testWorks: 'This printer works.',
  testServer: 'Print server',
  testPrinter: 'Printer',
  testFormat: 'Format',
  testScan: 'Scan the barcode to see that it can be read.',

  // ---- command sheet
  sheetTitle: 'Command barcodes',
  sheetHint: 'Scan instead of pressing a key or a button. Scans run one after the other.',
  sheetPlace: 'Commands of {place}',
  sheetQuantities: 'Quantity of the next barcode',
  sheetKept: 'The same quantity for every scan',
  sheetReasonsDump: 'Reasons for a dump',
  sheetReasonsInventory: 'Reasons for a correction',
} as const satisfies Readonly<Record<ReportLabelCode, string>> & Readonly<Record<string, string>>
