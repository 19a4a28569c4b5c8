// Valid headers of a person at WAT for season S1 of the test warehouse. Each test adds its own fields.

export const issuanceHeader = {
  IssueToType: 'Grower',
  IssueToNbr: 'G1',
  Status: 'OPEN',
  InventoryLocation: 'WAT',
  TrimSeasonID: 'S1',
  StorageType: 'INVENTORY',
}
export const transferHeader = {
  OriginLocationID: 'WAT',
  DestinationLocationID: 'SAL',
  ExpectedShipDate: '2026-11-20',
  ExpectedArrivalDate: '2026-11-21',
  Status: 'OPEN',
  TrimSeasonID: 'S1',
}
export const dumpHeader = {
  Status: 'OPEN',
  AuthorizedBy: 'Ada',
  AuthorizedDate: '2026-11-20',
  DumpWarehouse: 'WAT',
  TrimSeasonID: 'S1',
  StorageType: 'INVENTORY',
}
export const returnHeader = {
  ReturnedFromType: 'Grower',
  ReturnedFromNbr: 'G1',
  ReturnWarehouse: 'WAT',
  InventoryEffect: 'DUMP',
  PostStatus: 'OPEN',
  TrimSeasonID: 'S1',
}
export const countHeader = {
  InventoryLocation: 'WAT',
  Scope: 'SHELF',
  Shelf: 'A-01',
  Blind: 'YES',
  ReasonCode: 'UNSOLD',
  Status: 'OPEN',
  TrimSeasonID: 'S1',
}
/** A correction of B000000001 to its current quantity: 100. */
export const adjustment = {
  TransactionType: 'ADJUST',
  TransactionReason: 'OPENING',
  InventoryLocation: 'WAT',
  StorageLocation: 'A-01',
  BarcodeID: 'B000000001',
  Qty: 100,
  SourceLoc: 'WAT',
  DestinationLoc: 'WAT',
  StorageType: 'INVENTORY',
  TrimSeason: 'S1',
}
