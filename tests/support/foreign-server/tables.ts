// The specification's tables as data: the parameters of each call and the fields of each entity. Written from
// the specification alone, without the app's code.

/** Types of fields on a strict server: `id` is a number, `count` an integer, `any` is not checked. */
export type FieldType = 'id' | 'text' | 'count' | 'flag' | 'any'

export interface Entity {
  /** Part and section of the specification. */
  readonly section: string
  readonly fields: Readonly<Record<string, FieldType>>
  /** The specified defaults of missing values. */
  readonly defaults?: Readonly<Record<string, unknown>>
}

const audit = {
  CreatedBy: 'text',
  CreatedDateTime: 'text',
  LastChangedBy: 'text',
  LastChangedDateTime: 'text',
} as const
const open = { Status: 'OPEN' } as const
const stored = { StorageType: 'INVENTORY' } as const

/** The entities in bodies (part 1 section 3, part 2 section 3). */
export const entities = {
  IssuanceHeader: {
    section: '2, 3 IssuanceHeader',
    fields: {
      TagNbr: 'id',
      IssueToType: 'text',
      IssueToNbr: 'id',
      EntityName: 'text',
      Status: 'text',
      InventoryLocation: 'text',
      TrimSeasonID: 'id',
      TrimSeasonName: 'text',
      StorageType: 'text',
      IssueDate: 'text',
      ReferenceNbr: 'text',
      Comments: 'text',
      GrowingDistrict: 'text',
      VendorInvoiceAccNum: 'text',
      PickUpLocationId: 'text',
      ...audit,
    },
    defaults: { ...open, ...stored, IssueToType: 'Grower' },
  },
  IssuanceLine: {
    section: '2, 3 Issuance inventory line',
    fields: {
      ID: 'id',
      IssuanceID: 'id',
      BarcodeID: 'text',
      Qty: 'count',
      UpdateQty: 'count',
      OrderQty: 'count',
      PickQty: 'count',
      Status: 'text',
      StorageLocation: 'text',
      IsReplant: 'flag',
    },
    defaults: open,
  },
  DumpHeader: {
    section: '1, 3 Dump header',
    fields: {
      LogNbr: 'id',
      Status: 'text',
      AuthorizedBy: 'text',
      AuthorizedDate: 'text',
      Comments: 'text',
      TrimSeasonID: 'id',
      DumpWarehouse: 'text',
      StorageType: 'text',
      ...audit,
    },
    defaults: { ...open, ...stored },
  },
  DumpLine: {
    section: '1, 3 Dump log line',
    fields: {
      ID: 'id',
      BarcodeID: 'text',
      LogNbr: 'id',
      Commodity: 'text',
      CodeID: 'id',
      VarietyID: 'id',
      AttributesID: 'id',
      InventoryLocation: 'text',
      InventoryType: 'text',
      StorageType: 'text',
      StorageLocation: 'text',
      VarietyCode: 'text',
      PlantCode: 'text',
      TrimType: 'text',
      StockType: 'text',
      Grade: 'text',
      UOM: 'text',
      Rate: 'any',
      ReasonCode: 'text',
      Attributes: 'any',
      IsReplant: 'flag',
      Status: 'text',
      Qty: 'count',
      DumpQty: 'count',
      UpdateQty: 'count',
      Key: 'text',
    },
    defaults: { ...open, ...stored, InventoryType: 'TRIM' },
  },
  ReturnHeader: {
    section: '2, 3 ReturnHeader',
    fields: {
      LogNbr: 'id',
      RefNbr: 'text',
      ReturnedFromNbr: 'id',
      ReturnedFromType: 'text',
      growerEntity: 'text',
      ReturnWarehouse: 'text',
      InventoryEffect: 'text',
      ReturnedDate: 'text',
      ReturnedBy: 'text',
      PostStatus: 'text',
      TrimSeasonID: 'id',
      TrimSeasonName: 'text',
      Comments: 'text',
      ...audit,
    },
    defaults: { PostStatus: 'OPEN', InventoryEffect: 'GROWERSTORAGE', ReturnedFromType: 'Grower' },
  },
  ReturnLine: {
    section: '2, 3 Return line',
    fields: {
      ID: 'id',
      LogNbr: 'id',
      BarcodeID: 'text',
      Qty: 'count',
      UpdateQty: 'count',
      OrderQty: 'count',
      Status: 'text',
      ReasonCode: 'text',
    },
    defaults: open,
  },
  TransferHeader: {
    section: '2, 3 TransferHeader',
    fields: {
      TransferNbr: 'id',
      ReferenceNbr: 'text',
      CarrierName: 'text',
      TruckID: 'text',
      OriginLocationID: 'text',
      DestinationLocationID: 'text',
      ExpectedShipDate: 'text',
      ExpectedArrivalDate: 'text',
      ShipPlantTemperature: 'text',
      ReceiptPlantTemperature: 'text',
      Status: 'text',
      TrimSeasonID: 'id',
      TrimSeasonName: 'text',
      ...audit,
    },
    defaults: open,
  },
  TransferLine: {
    section: '2, 3 Transfer line',
    fields: {
      ID: 'id',
      TransferNbr: 'id',
      BarcodeID: 'text',
      Qty: 'count',
      ReceivedQty: 'count',
      OrderQty: 'count',
      UpdateQty: 'count',
      PickQty: 'count',
      ReceiveQty: 'count',
      Status: 'text',
    },
    defaults: open,
  },
  Adjustment: {
    section: '2, 3 Adjustment request header',
    fields: {
      RequestID: 'id',
      RequestDetail: 'text',
      TransferNbr: 'id',
      Status: 'text',
      OriginLocationID: 'text',
      TrimSeason: 'id',
      ...audit,
    },
    defaults: open,
  },
  AdjustmentLine: {
    section: '2, 3 Adjustment line',
    fields: {
      LineID: 'id',
      BarcodeID: 'text',
      ShippedQty: 'count',
      ReceivedQty: 'count',
      Qty: 'count',
      Status: 'text',
    },
  },
  AdjustTransaction: {
    section: '2, 3 Adjust transaction payload',
    fields: {
      TransactionType: 'text',
      TransactionReason: 'text',
      InventoryLocation: 'text',
      StorageLocation: 'text',
      BarcodeID: 'text',
      Qty: 'count',
      Status: 'text',
      SourceLoc: 'text',
      DestinationLoc: 'text',
      LastChangedBy: 'text',
      TrimSeason: 'id',
      LastChangedDateTime: 'text',
      StorageType: 'text',
    },
  },
  PrintServer: {
    section: '1, 3 Print server',
    fields: {
      ID: 'id',
      PrintServer: 'text',
      Port: 'any',
      PrintLocation: 'text',
      PrinterLocation: 'text',
      PrintFormat: 'text',
      ...audit,
    },
    defaults: { PrintFormat: 'PDF' },
  },
} as const satisfies Readonly<Record<string, Entity>>
export type EntityName = keyof typeof entities

/** A call: its query and the entities in its body. The key '' means that the body itself is the entity. */
export interface SpecifiedCall {
  readonly section: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly query: readonly string[]
  readonly body?: Readonly<Record<string, EntityName>>
}

const one = (method: SpecifiedCall['method'], path: string, query: string, body?: SpecifiedCall['body']) => ({
  section: '1, 7',
  method,
  path,
  query: query.split(' ').filter(Boolean),
  ...(body && { body }),
})
const two: typeof one = (...call) => ({ ...one(...call), section: '2, 7' })

const stock =
  'inventorylocation commodity barcodeid storagetype stocktype varietycode storagelocation trimtype'

/** The 37 calls (part 1 section 7, part 2 section 7). */
export const specifiedCalls: readonly SpecifiedCall[] = [
  one('GET', 'userroles', 'username'),
  one('GET', 'userdcs', 'username'),
  one('GET', 'warehouse', 'isactive'),
  one('GET', 'trimseasons', ''),
  one('GET', 'trimtype', ''),
  two('GET', 'grower', 'trimseasonid location'),
  one('GET', 'nursery', ''),
  one('GET', 'variety', 'berrytype trimseasonid varietycode'),
  one('GET', 'reasoncode', 'reasontype'),
  one('GET', 'growers', 'returnedfromtype commodity trimseasonid inventoryeffect'),
  one('GET', 'plantinventory', stock),
  two('POST', 'plantinventory', '', { '': 'AdjustTransaction' }),
  two(
    'GET',
    'growerdetails',
    `trimseasonid barcodeid inventorylocation commodity returnedfromnbr storagetype storagelocation stocktype varietycode trimtype`,
  ),
  one('GET', 'printservers', 'printserver printlocation'),
  one('POST', 'printservers', '', { '': 'PrintServer' }),
  one('DELETE', 'printservers/{id}', ''),
  one('GET', 'printreport', 'reportname identifier refnbr'),
  one('GET', 'dump', 'offset limit dumpwarehouse trimseasonid status storagetype'),
  one('GET', 'dump/{lognbr}', 'dumpwarehouse trimseasonid storagetype'),
  one('POST', 'dump', '', { DumpHeader: 'DumpHeader', DumpLogLines: 'DumpLine' }),
  one('DELETE', 'dumplogline/{id}', 'lognbr'),
  two('GET', 'issuance', 'trimseasonid offset limit status all storagetype inventorylocation'),
  two('GET', 'issuance/{id}', 'tag trimseasonid storagetype inventorylocation'),
  two('POST', 'issuance', '', { IssuanceHeader: 'IssuanceHeader', InventoryLines: 'IssuanceLine' }),
  two('DELETE', 'issuancedetail', 'id tagnbr storagetype'),
  two(
    'GET',
    'issuancedetail',
    'barcodeid issuetonbr trimseasonid storagetype issuetotype status inventorylocation',
  ),
  two('GET', 'return', 'offset limit trimseasonid returnwarehouse'),
  // The specification says 'LogNbr or return id, trimseasonid, location'. The list calls the location
  // returnwarehouse.
  two('GET', 'return/{nbr}', 'lognbr trimseasonid returnwarehouse'),
  two('POST', 'return', '', { ReturnHeader: 'ReturnHeader', ReturnLogLines: 'ReturnLine' }),
  two('DELETE', 'returnlogline/{id}', 'id lognbr'),
  two(
    'GET',
    'transfers',
    'offset limit status originlocationid destinationlocationid trimseasonid transfernbr',
  ),
  // The specification says 'optional statuses, flag, location'.
  two('GET', 'transfers/{nbr}', 'trimseasonid status flag inventorylocation'),
  two('POST', 'transfers', '', { TransferHeader: 'TransferHeader', TransferLines: 'TransferLine' }),
  two('DELETE', 'transferlines/{id}', 'id'),
  two('GET', 'adjustmentrequest', 'originlocationid status'),
  two('GET', 'adjustmentrequest/{id}', ''),
  two('POST', 'adjustmentrequest', '', { Adjustment: 'Adjustment', AdjustmentLine: 'AdjustmentLine' }),
]
