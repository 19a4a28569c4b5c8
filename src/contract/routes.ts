// Every route of the specification (part 1 section 2, part 2 section 2.1), as wouter patterns. One table: screens,
// kinds and commands read it.

export const ROUTES = {
  home: '/',
  callback: '/implicit/callback',
  initialize: '/InitializeApplication/',
  setup: '/Setup/',
  scanLog: '/ScanLog/',
  workstation: '/Workstation/',
  commandSheet: '/CommandSheet/',
  scannerSetup: '/ScannerSetup/',
  scannerSheet: '/ScannerSetup/Sheet',
  trimSeason: '/TrimSeason/',
  dashboard: '/Dashboard/',
  adjustTrim: '/AdjustTrim/',
  adjustmentRequest: '/AdjustmentRequests/:number',
  transfer: '/Transfer/',
  transferOpen: '/Transfer/Open',
  transferReceiving: '/Transfer/ReceivingList',
  transferEdit: '/Transfer/Edit/:number',
  transferShip: '/TransferInventory/:number',
  transferReceive: '/ReceiveInventory/:number',
  issuance: '/Issuance/',
  issuanceEdit: '/Issuance/Edit/:number',
  issuanceDetail: '/Issuance/:type/:number',
  issuanceDetailShort: '/Issuance/:number',
  dump: '/Dump/',
  dumpNew: '/Dump/New/:number',
  dumpEdit: '/Dump/Edit/:number',
  dumpDetail: '/Dump/:number',
  return: '/Return/',
  returnEdit: '/Return/Edit/:number',
  returnDetail: '/Return/:type/:number',
  growerStorage: '/GrowerStorage/',
  growerStorageIssuance: '/GrowerStorage/Issuance/',
  growerStorageIssuanceEdit: '/GrowerStorage/Issuance/Edit/:number',
  growerStorageIssuanceDetail: '/GrowerStorage/Issuance/:type/:number',
  growerStorageDump: '/GrowerStorage/Dump/',
  growerStorageDumpEdit: '/GrowerStorage/Dump/Edit/:number',
  growerStorageDumpDetail: '/GrowerStorage/Dump/:number',
  print: '/Print/',
  printNew: '/Print/New/',
  maintenance: '/Maintenance/',
  maintenanceImport: '/Maintenance/Import/',
  maintenanceList: '/Maintenance/:kind',
  maintenanceRecord: '/Maintenance/:kind/:key',
  history: '/History/:of/:code',
  downloads: '/Downloads/',
  releases: '/Releases/',
  healthCheck: '/HealthCheck/',
  logOut: '/LogOut/',
} as const
export type RouteName = keyof typeof ROUTES

/** Of what a history is, as its address says it. */
export const HISTORY_OF = { barcode: 'Barcode', document: 'Document' } as const

/** In place of a number: the document that is about to be created. */
export const NEW = 'New'

/** Fills a route's parameters: `to('issuanceEdit', { number: '10000123' })` is `/Issuance/Edit/10000123`. */
export const to = (route: RouteName, parameters: Readonly<Record<string, string>> = {}): string =>
  ROUTES[route].replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
