// Initial data of the server: two locations, two seasons, stock, and documents of every specified kind. Field
// names are the specification's. `Warranty` is an example of a field that it does not have.
import type { Values } from './server-style.ts'

const keys = `ADJUSTINVENTORYKEY TRANSFERLOGADMINKEY ISSUANCEADMINKEY RETURNADMINKEY DUMPHOMEKEY GROWERSTORAGEHOMEKEY
  DUMPKEY DUMPCREATEKEY GROWERSTORAGEDUMPLISTKEY GROWERSTORAGEADJUSTINVENTORYKEY GROWERSTORAGEISSUANCEKEY
  GROWERSTORAGEDUMPKEY GROWERISSUANCEADMINKEY NURSERYISSUANCEADMINKEY GROWERRETURNADMINKEY NURSERYRETURNADMINKEY`

export const permissions: readonly Values[] = keys
  .split(/\s+/)
  .map((securityItem, index) => ({ id: index + 1, roleName: 'Warehouse', securityItem }))

export const locations: readonly Values[] = [
  { Code: 'WH1', Descript: 'Northfield', LocalTimeZone: 'America/Los_Angeles' },
  { Code: 'WH2', Descript: 'Southfield', LocalTimeZone: 'America/Los_Angeles' },
]
export const seasons: readonly Values[] = [
  { Id: 5, TrimSeason: 'RASP 2026', Commodity: 'RASP' },
  { Id: 6, TrimSeason: 'BLUE 2026', Commodity: 'BLUE' },
]
export const trimTypes: readonly Values[] = [
  { Id: 1, TrimType: 'BARE ROOT' },
  { Id: 2, TrimType: 'PLUG' },
]
export const growers: readonly Values[] = [
  {
    Id: 41,
    GrowerEntity: 'Hill Farm',
    Commodity: 'RASP',
    PickUpLocationId: 'WH1',
    GrowingArea: 'North',
    GrowingDistrict: 'N1',
    VendorInvoiceAccNum: 'V-41',
    FieldType: 'OPEN',
  },
  { Id: 42, GrowerEntity: 'Lake Farm', Commodity: 'RASP', PickUpLocationId: 'WH2', GrowingDistrict: 'N2' },
]
export const nurseries: readonly Values[] = [{ Id: 71, Name: 'River Nursery' }]
export const varieties: readonly Values[] = [
  { Code: 'MAR', Descript: 'Maravilla' },
  { Code: 'ADE', Descript: 'Adelita' },
]
export const reasonCodes: readonly Values[] = [
  { Id: 1, ReasonType: 'DUMP', ReasonCode: 'MOULD', ReasonDescript: 'Mould' },
  { Id: 2, ReasonType: 'INVENTORY', ReasonCode: 'COUNT', ReasonDescript: 'Counted again' },
]

const plants = {
  Commodity: 'RASP',
  VarietyCode: 'MAR',
  VarietyID: 301,
  PlantCode: 'P-9',
  TrimType: 'BARE ROOT',
  StockType: 'COMMERCIAL',
  UOM: 'EA',
  CodeID: 12,
  InventoryType: 'TRIM',
  Rate: 0.35,
  Grade: 'A',
  Attributes: 'LONG',
  AttributesID: 77,
  Warranty: { until: '2027-01-01' },
}
const lot = (ID: number, BarcodeID: string, ReceivedQty: number, more: Values = {}): Values => ({
  ID,
  BarcodeID,
  ...plants,
  StorageType: 'INVENTORY',
  StorageLocation: 'A-1',
  InventoryLocation: 'WH1',
  ReceivedQty,
  ...more,
})
export const stock: readonly Values[] = [
  lot(901, 'R000000001', 500),
  lot(902, 'R000000002', 300),
  lot(903, 'R000000003', 120, { StorageLocation: '' }),
  lot(904, 'R000000004', 60, { StorageType: 'GROWERSTORAGE', StorageLocation: '#GR41' }),
]

const season = { TrimSeasonID: 5, TrimSeasonName: 'RASP 2026' }
const audit = {
  CreatedBy: 'olga.owner',
  CreatedDateTime: '2026-03-02T08:00:00Z',
  LastChangedBy: 'olga.owner',
  LastChangedDateTime: '2026-03-02T08:10:00Z',
}
const kept = { Warranty: { until: '2027-01-01' }, ...audit }

/** A stored document: its header and its lines in order. */
export interface Stored {
  readonly header: Values
  readonly lines: readonly Values[]
}

export const issuances: readonly Stored[] = [
  {
    header: {
      TagNbr: 10_000_001,
      IssueToType: 'Grower',
      IssueToNbr: 41,
      EntityName: 'Hill Farm',
      Status: 'RESERVED',
      InventoryLocation: 'WH1',
      StorageType: 'INVENTORY',
      IssueDate: '2026-03-02',
      ...season,
      ...kept,
    },
    lines: [
      {
        ID: 31,
        IssuanceID: 10_000_001,
        BarcodeID: 'R000000001',
        Qty: 12,
        UpdateQty: 12,
        OrderQty: 12,
        Status: 'RESERVED',
        StorageLocation: 'A-1',
        ...plants,
      },
    ],
  },
  {
    header: {
      TagNbr: 10_000_002,
      IssueToType: 'Grower',
      IssueToNbr: 41,
      Status: 'SHIPPED',
      InventoryLocation: 'WH1',
      StorageType: 'INVENTORY',
      ...season,
      ...kept,
    },
    lines: [
      {
        ID: 32,
        IssuanceID: 10_000_002,
        BarcodeID: 'R000000002',
        Qty: 40,
        OrderQty: 40,
        PickQty: 40,
        Status: 'SHIPPED',
        ...plants,
      },
    ],
  },
]
export const transfers: readonly Stored[] = [
  {
    header: {
      TransferNbr: 20_000_001,
      OriginLocationID: 'WH2',
      DestinationLocationID: 'WH1',
      ExpectedShipDate: '2026-03-02',
      ExpectedArrivalDate: '2026-03-03',
      ShipPlantTemperature: '-1.5',
      Status: 'SHIPPED',
      ...season,
      ...kept,
    },
    lines: [
      {
        ID: 51,
        TransferNbr: 20_000_001,
        BarcodeID: 'R000000001',
        Qty: 45,
        OrderQty: 45,
        PickQty: 45,
        Status: 'SHIPPED',
        ...plants,
      },
    ],
  },
]
export const returns: readonly Stored[] = [
  {
    header: {
      LogNbr: 30_000_001,
      ReturnedFromNbr: 41,
      ReturnedFromType: 'Grower',
      growerEntity: 'Hill Farm',
      ReturnWarehouse: 'WH1',
      InventoryEffect: 'GROWERSTORAGE',
      PostStatus: 'OPEN',
      ...season,
      ...kept,
    },
    lines: [
      {
        ID: 61,
        LogNbr: 30_000_001,
        BarcodeID: 'R000000002',
        Qty: 8,
        UpdateQty: 8,
        OrderQty: 8,
        Status: 'OPEN',
        ReasonCode: 'COUNT',
        ...plants,
      },
    ],
  },
]
export const dumps: readonly Stored[] = [
  {
    header: {
      LogNbr: 40_000_001,
      Status: 'OPEN',
      AuthorizedBy: 'Olga Owner',
      AuthorizedDate: '2026-03-02',
      DumpWarehouse: 'WH1',
      StorageType: 'INVENTORY',
      ...season,
      ...kept,
    },
    lines: [
      {
        ID: 71,
        LogNbr: 40_000_001,
        BarcodeID: 'R000000003',
        ...plants,
        InventoryLocation: 'WH1',
        StorageType: 'INVENTORY',
        ReasonCode: 'MOULD',
        Status: 'OPEN',
        Qty: 5,
        DumpQty: 5,
      },
    ],
  },
]
export const requests: readonly Stored[] = [
  {
    header: {
      RequestID: 50_000_001,
      RequestDetail: 'Transfer 20000009: 2 barcodes differ',
      TransferNbr: 20_000_009,
      Status: 'OPEN',
      OriginLocationID: 'WH1',
      TrimSeason: 5,
      ...kept,
    },
    lines: [
      { LineID: 81, BarcodeID: 'R000000001', ShippedQty: 30, ReceivedQty: 28, Qty: 500, Depot: 'D-1' },
      { LineID: 82, BarcodeID: 'R000000002', ShippedQty: 10, ReceivedQty: 9, Qty: 300 },
    ],
  },
]
export const printServers: readonly Values[] = [
  { ID: 91, PrintServer: '127.0.0.1', Port: '9', PrintLocation: 'WH1', PrintFormat: 'PDF', ...audit },
]
