// Every route of the specification (part 1 section 2, part 2 section 2.1), as wouter patterns. Screens, kinds
// and commands read this table. Routes of documents are in doors.ts.
import { type DoorRoute, doorRoutes } from './doors.ts'

const others = {
  home: '/',
  callback: '/implicit/callback',
  initialize: '/InitializeApplication/',
  setup: '/Setup/',
  scanLog: '/ScanLog/',
  outbox: '/Outbox/',
  workstation: '/Workstation/',
  commandSheet: '/CommandSheet/',
  scannerSetup: '/ScannerSetup/',
  scannerSheet: '/ScannerSetup/Sheet',
  trimSeason: '/TrimSeason/',
  dashboard: '/Dashboard/',
  adjustTrim: '/AdjustTrim/',
  adjustmentRequest: '/AdjustmentRequests/:number',
  transfer: '/Transfer/',
  growerStorage: '/GrowerStorage/',
  print: '/Print/',
  printNew: '/Print/New/',
  maintenance: '/Maintenance/',
  maintenanceImport: '/Maintenance/Import/',
  labelTemplates: '/Maintenance/Labels/',
  maintenanceList: '/Maintenance/:kind',
  maintenanceRecord: '/Maintenance/:kind/:key',
  history: '/History/:of/:code',
  trace: '/Trace/',
  traceOf: '/Trace/:barcode',
  downloads: '/Downloads/',
  releases: '/Releases/',
  healthCheck: '/HealthCheck/',
  logOut: '/LogOut/',
} as const
export type RouteName = keyof typeof others | DoorRoute

export const ROUTES: Readonly<Record<RouteName, string>> = { ...others, ...doorRoutes }

/** The subject of a history, as in its path. */
export const HISTORY_OF = { barcode: 'Barcode', document: 'Document' } as const

/** In place of a number: a new document. */
export const NEW = 'New'

/**
 * Fills in a route's parameters: `to('issuanceEdit', { number: '10000123' })` is `/Issuance/Edit/10000123`.
 */
export function to(route: RouteName, parameters: Readonly<Record<string, string>> = {}): string {
  return ROUTES[route].replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
}
