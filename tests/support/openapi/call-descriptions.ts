// The descriptions of all calls for the published OpenAPI document.
import type { liveCalls } from '#features/live/common/live.ts'
import type { fileCalls } from '#features/stock-files/common/file-calls.ts'
import type { EveryCallName } from '#server/http/every-call.ts'

export type DescribedCall = EveryCallName | keyof typeof fileCalls | keyof typeof liveCalls

interface Description {
  readonly group: string
  readonly summary: string
  /** True for calls that are not in the specification. */
  readonly extension?: true
}

const extensionCall = (group: string, summary: string): Description => ({ group, summary, extension: true })
const specifiedCall = (group: string, summary: string): Description => ({ group, summary })

/** One row per call. */
export const callDescriptions: Readonly<Record<DescribedCall, Description>> = {
  userroles: specifiedCall('Rights', 'The rights of a person'),
  userdcs: specifiedCall('Rights', 'The locations of a person'),
  warehouse: specifiedCall('Master data', 'Locations'),
  trimseasons: specifiedCall('Master data', 'Trim seasons'),
  trimtype: specifiedCall('Master data', 'Trim types'),
  grower: specifiedCall('Master data', 'Growers'),
  nursery: specifiedCall('Master data', 'Nurseries'),
  variety: specifiedCall('Master data', 'Varieties of a commodity'),
  reasoncode: specifiedCall('Master data', 'Reason codes for dumps or corrections'),
  growers: specifiedCall('Master data', 'Growers with plants that can come back'),
  'plantinventory.search': specifiedCall('Stock', 'Searches the stock of a location'),
  'plantinventory.adjust': specifiedCall('Stock', 'Sets the quantity of a barcode to the counted one'),
  plantholders: extensionCall('Stock', 'Documents that reserve plants of a barcode'),
  growerdetails: specifiedCall('Stock', 'Searches the plants held for a grower'),
  'issuance.issued': specifiedCall('Stock', 'Plants that were issued to a grower or nursery, for a return'),
  'adjustmentrequest.list': specifiedCall('Adjustment requests', 'Adjustment requests of a location'),
  'adjustmentrequest.detail': specifiedCall('Adjustment requests', 'An adjustment request with its lines'),
  'adjustmentrequest.decide': specifiedCall(
    'Adjustment requests',
    'Accepts or rejects a line of an adjustment request',
  ),
  'printservers.list': specifiedCall('Printing', 'Print servers'),
  'printservers.save': specifiedCall('Printing', 'Adds or changes a print server'),
  'printservers.delete': specifiedCall('Printing', 'Removes a print server'),
  'printservers.test': extensionCall('Printing', 'A test page for a print server'),
  printreport: specifiedCall('Printing', 'A document as a report'),
  labeltemplates: extensionCall('Printing', 'Label templates'),
  printlabels: extensionCall('Printing', 'Labels of a barcode'),
  commandsheet: extensionCall('Printing', 'The command barcodes as a sheet'),
  'issuance.list': specifiedCall('Issuance', 'Issuances'),
  'issuance.detail': specifiedCall('Issuance', 'An issuance with its lines'),
  'issuance.save': specifiedCall('Issuance', 'Creates, changes, picks, ships or cancels an issuance'),
  'issuance.deleteLine': specifiedCall('Issuance', 'Deletes a line of an issuance'),
  'transfer.list': specifiedCall('Transfer', 'Transfers from or to a location'),
  'transfer.detail': specifiedCall('Transfer', 'A transfer with its lines'),
  'transfer.save': specifiedCall(
    'Transfer',
    'Creates, changes, picks, ships, receives or cancels a transfer',
  ),
  'transfer.deleteLine': specifiedCall('Transfer', 'Deletes a line of a transfer'),
  'dump.list': specifiedCall('Dump', 'Dumps'),
  'dump.detail': specifiedCall('Dump', 'A dump with its lines'),
  'dump.save': specifiedCall('Dump', 'Creates, changes, dumps or cancels a dump'),
  'dump.deleteLine': specifiedCall('Dump', 'Deletes a line of a dump'),
  'return.list': specifiedCall('Return', 'Returns'),
  'return.detail': specifiedCall('Return', 'A return with its lines'),
  'return.save': specifiedCall('Return', 'Creates, changes, returns or cancels a return'),
  'return.deleteLine': specifiedCall('Return', 'Deletes a line of a return'),
  'count.list': extensionCall('Count', 'Counts'),
  'count.detail': extensionCall('Count', 'A count with its lines'),
  'count.save': extensionCall('Count', 'Creates, changes, counts, closes or cancels a count'),
  'count.deleteLine': extensionCall('Count', 'Deletes a line of a count'),
  'maintenance.list': extensionCall('Maintenance', 'Records of a kind of master data'),
  'maintenance.detail': extensionCall('Maintenance', 'A record with its changes'),
  'maintenance.save': extensionCall('Maintenance', 'Adds or changes a record'),
  'maintenance.imports': extensionCall('Maintenance', 'Past stock imports'),
  'documents.takeOver': extensionCall('Live', 'Makes the caller the owner of a document'),
  'printers.setup': extensionCall(
    'Printing',
    'Printers of a location: resolution, rotation, stock, and which are defaults',
  ),
  'printers.save': extensionCall('Printing', 'Adds or changes a print server with its own fields'),
  'printers.propose': extensionCall('Printing', 'Proposes a printer for a report or labels'),
  'paper.letters': extensionCall('Printing', 'The letters of a text that paper cannot show'),
  'ledger.check': extensionCall(
    'Devices',
    'Compares the ledger with what a device was told: whether an older backup was restored',
  ),
  'profiles.read': extensionCall('Devices', 'The scanner profile of a device name'),
  'profiles.keep': extensionCall('Devices', 'Keeps a scanner profile for a device name'),
  'labelTemplates.list': extensionCall('Maintenance', 'Label templates, and the default of each location'),
  'labelTemplates.read': extensionCall('Maintenance', 'The file of a label template'),
  'labelTemplates.try': extensionCall('Maintenance', 'Draws a label of a template and reads its barcode'),
  'labelTemplates.save': extensionCall('Maintenance', 'Adds or changes a label template'),
  'labelTemplates.remove': extensionCall('Maintenance', 'Removes a label template'),
  'labelTemplates.use': extensionCall('Maintenance', 'Makes a label template the default of a location'),
  'history.barcode': extensionCall('History', 'The history of a barcode'),
  'history.document': extensionCall('History', 'The history of a document'),
  'trace.barcode': extensionCall('History', 'Where the plants of a barcode came from, went, and are'),
  'trace.report': extensionCall('Printing', 'The trace of a barcode as a report'),
  exportStock: extensionCall('Files', 'The stock as CSV'),
  exportMovements: extensionCall('Files', 'The movements as CSV'),
  importTemplate: extensionCall('Files', 'An empty stock file with its header row'),
  importStock: extensionCall('Files', 'Checks or imports a stock file'),
  stopImport: extensionCall('Files', 'Stops an import'),
  changes: extensionCall('Live', 'The stream of changes'),
  presence: extensionCall('Live', 'Tells which document a window has open'),
}
