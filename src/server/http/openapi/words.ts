// What each call is for: the words of the published description (OpenAPI).
import type { fileCalls } from '#core/wire/extension-calls.ts'
import type { liveCalls } from '#core/wire/live.ts'
import type { EveryCallName } from '../every-call.ts'

export type DescribedCall = EveryCallName | keyof typeof fileCalls | keyof typeof liveCalls

interface Words {
  readonly group: string
  readonly summary: string
  /** Not in the specification: a call of this server. */
  readonly extension?: true
}

const ours = (group: string, summary: string): Words => ({ group, summary, extension: true })
const words = (group: string, summary: string): Words => ({ group, summary })

/** A row for each call. */
export const callWords: Readonly<Record<DescribedCall, Words>> = {
  userroles: words('Rights', 'The rights of a person'),
  userdcs: words('Rights', 'The locations of a person'),
  warehouse: words('Master data', 'Locations'),
  trimseasons: words('Master data', 'Trim seasons'),
  trimtype: words('Master data', 'Trim types'),
  grower: words('Master data', 'Growers'),
  nursery: words('Master data', 'Nurseries'),
  variety: words('Master data', 'Varieties of a commodity'),
  reasoncode: words('Master data', 'Reason codes for dumps or corrections'),
  growers: words('Master data', 'Growers with plants that can come back'),
  'plantinventory.search': words('Stock', 'Searches the stock of a location'),
  'plantinventory.adjust': words('Stock', 'Sets the quantity of a barcode to the counted one'),
  plantholders: ours('Stock', 'Documents that reserve plants of a barcode'),
  growerdetails: words('Stock', 'Searches the plants held for a grower'),
  'issuance.issued': words('Stock', 'Plants that were issued to a grower or nursery, for a return'),
  'adjustmentrequest.list': words('Adjustment requests', 'Adjustment requests of a location'),
  'adjustmentrequest.detail': words('Adjustment requests', 'An adjustment request with its lines'),
  'adjustmentrequest.decide': words(
    'Adjustment requests',
    'Accepts or rejects a line of an adjustment request',
  ),
  'printservers.list': words('Printing', 'Print servers'),
  'printservers.save': words('Printing', 'Adds or changes a print server'),
  'printservers.delete': words('Printing', 'Removes a print server'),
  'printservers.test': ours('Printing', 'A test page for a print server'),
  printreport: words('Printing', 'A document as a report'),
  labeltemplates: ours('Printing', 'Label templates'),
  printlabels: ours('Printing', 'Labels of a barcode'),
  commandsheet: ours('Printing', 'The command barcodes as a sheet'),
  'issuance.list': words('Issuance', 'Issuances'),
  'issuance.detail': words('Issuance', 'An issuance with its lines'),
  'issuance.save': words('Issuance', 'Creates, changes, picks, ships or cancels an issuance'),
  'issuance.deleteLine': words('Issuance', 'Deletes a line of an issuance'),
  'transfer.list': words('Transfer', 'Transfers from or to a location'),
  'transfer.detail': words('Transfer', 'A transfer with its lines'),
  'transfer.save': words('Transfer', 'Creates, changes, picks, ships, receives or cancels a transfer'),
  'transfer.deleteLine': words('Transfer', 'Deletes a line of a transfer'),
  'dump.list': words('Dump', 'Dumps'),
  'dump.detail': words('Dump', 'A dump with its lines'),
  'dump.save': words('Dump', 'Creates, changes, dumps or cancels a dump'),
  'dump.deleteLine': words('Dump', 'Deletes a line of a dump'),
  'return.list': words('Return', 'Returns'),
  'return.detail': words('Return', 'A return with its lines'),
  'return.save': words('Return', 'Creates, changes, returns or cancels a return'),
  'return.deleteLine': words('Return', 'Deletes a line of a return'),
  'count.list': ours('Count', 'Counts'),
  'count.detail': ours('Count', 'A count with its lines'),
  'count.save': ours('Count', 'Creates, changes, counts, closes or cancels a count'),
  'count.deleteLine': ours('Count', 'Deletes a line of a count'),
  'maintenance.list': ours('Maintenance', 'Records of a kind of master data'),
  'maintenance.detail': ours('Maintenance', 'A record with its changes'),
  'maintenance.save': ours('Maintenance', 'Adds or changes a record'),
  'maintenance.imports': ours('Maintenance', 'Past stock imports'),
  'documents.takeOver': ours('Live', 'Makes the caller the owner of a document'),
  'printers.setup': ours(
    'Printing',
    'Printers of a location: dots an inch, rotation, stock, and which are proposed',
  ),
  'printers.save': ours('Printing', 'Adds or changes a print server with its own fields'),
  'printers.propose': ours('Printing', 'Proposes a printer for a report or labels'),
  'paper.letters': ours('Printing', 'The letters of a text that paper cannot show'),
  'ledger.check': ours(
    'Devices',
    'Compares the ledger with what a device was told: whether an older backup was restored',
  ),
  'profiles.read': ours('Devices', 'The scanner profile of a device name'),
  'profiles.keep': ours('Devices', 'Keeps a scanner profile for a device name'),
  'labelTemplates.list': ours('Maintenance', 'Label templates, and the usual one of each location'),
  'labelTemplates.read': ours('Maintenance', 'The file of a label template'),
  'labelTemplates.try': ours('Maintenance', 'Draws a label of a template and reads its barcode'),
  'labelTemplates.save': ours('Maintenance', 'Adds or changes a label template'),
  'labelTemplates.remove': ours('Maintenance', 'Removes a label template'),
  'labelTemplates.use': ours('Maintenance', 'Makes a label template the usual one of a location'),
  'history.barcode': ours('History', 'The history of a barcode'),
  'history.document': ours('History', 'The history of a document'),
  'trace.barcode': ours('History', 'Where the plants of a barcode came from, went, and are'),
  'trace.report': ours('Printing', 'The trace of a barcode as a report'),
  exportStock: ours('Files', 'The stock as CSV'),
  exportMovements: ours('Files', 'The movements as CSV'),
  importTemplate: ours('Files', 'An empty stock file with its header row'),
  importStock: ours('Files', 'Checks or imports a stock file'),
  stopImport: ours('Files', 'Stops an import'),
  changes: ours('Live', 'The stream of changes'),
  presence: ours('Live', 'Tells which document a window has open'),
}
