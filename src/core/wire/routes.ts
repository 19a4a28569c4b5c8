// All routes of the specification as wouter patterns (part 1 section 2, part 2 section 2.1). Routes of
// documents come from the table of kinds.
import { type DocumentRoute, documentRoutes } from './kind-routes.ts'

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
export type RouteName = keyof typeof others | DocumentRoute

export const ROUTES: Readonly<Record<RouteName, string>> = { ...others, ...documentRoutes }

/** The values of `:of` in the path of a history. */
export const HISTORY_OF = { barcode: 'Barcode', document: 'Document' } as const

/** The value of `:number` for a new document. */
export const NEW_DOCUMENT = 'New'

/**
 * Fills in a route's parameters: `to('issuanceEdit', { number: '10000123' })` is `/Issuance/Edit/10000123`.
 */
export function pathTo(route: RouteName, parameters: Readonly<Record<string, string>> = {}): string {
  return ROUTES[route].replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
}
