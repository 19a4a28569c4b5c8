/** All routes of the app, for tests that visit every screen: path and expected content. */
import * as v from 'valibot'
import { NEW_DOCUMENT, pathTo, ROUTES, type RouteName } from '#core/wire/routes.ts'
import type { Warehouse } from './warehouse.ts'

/** Numbers of existing documents, one per kind with a route, and a barcode. */
export interface DocumentNumbers {
  readonly issuance: string
  readonly transfer: string
  readonly return: string
  readonly dump: string
  readonly count: string
  readonly storedIssuance: string
  readonly storedDump: string
  readonly request: string
  readonly barcode: string
}

/** A screen with an address of its own. */
export interface ScreenRow {
  /** The parameters of its path. */
  readonly at?: (given: DocumentNumbers) => Readonly<Record<string, string>>
  /** Loads data from the server on opening, and shows loading and error states. */
  readonly loadsData?: true
}

// A route that shows no screen of its own, and why.
interface Redirect {
  readonly redirect: string
}

const documentNumber = (of: keyof DocumentNumbers) => (given: DocumentNumbers) => ({
  number: given[of],
  type: 'Grower',
})

// A route without a row is a type error.
const rows: Readonly<Record<RouteName, ScreenRow | Redirect>> = {
  home: { redirect: 'the start page, before sign-in' },
  callback: { redirect: 'from the sign-in provider back into the app' },
  initialize: { redirect: 'leads on when all master data is there' },
  logOut: { redirect: 'ends the sign-in' },
  transfer: { redirect: 'leads to the first list of transfers' },
  trimSeason: { redirect: 'shows the setup screen' },
  setup: {},
  scanLog: {},
  outbox: {},
  workstation: {},
  commandSheet: {},
  scannerSetup: {},
  scannerSheet: {},
  // It was opened before the others and has its data.
  dashboard: {},
  adjustTrim: { loadsData: true },
  adjustmentRequest: { loadsData: true, at: documentNumber('request') },
  growerStorage: {},
  print: {},
  printNew: {},
  maintenance: {},
  maintenanceImport: {},
  labelTemplates: { loadsData: true },
  maintenanceList: { loadsData: true, at: () => ({ kind: 'people' }) },
  maintenanceRecord: { loadsData: true, at: () => ({ kind: 'people', key: 'pia.picker' }) },
  history: { loadsData: true, at: ({ barcode }) => ({ of: 'Barcode', code: barcode }) },
  trace: {},
  traceOf: { loadsData: true, at: ({ barcode }) => ({ barcode }) },
  downloads: {},
  releases: {},
  healthCheck: {},
  transferOpen: { loadsData: true },
  transferReceiving: { loadsData: true },
  // Its locations are loaded at startup.
  transferEdit: { at: () => ({ number: NEW_DOCUMENT }) },
  transferShip: { loadsData: true, at: documentNumber('transfer') },
  transferReceive: { loadsData: true, at: documentNumber('transfer') },
  issuance: { loadsData: true },
  issuanceEdit: { loadsData: true, at: documentNumber('issuance') },
  issuanceDetail: { loadsData: true, at: documentNumber('issuance') },
  issuanceDetailShort: { loadsData: true, at: documentNumber('issuance') },
  growerStorageIssuance: { loadsData: true },
  growerStorageIssuanceEdit: { loadsData: true, at: documentNumber('storedIssuance') },
  growerStorageIssuanceDetail: { loadsData: true, at: documentNumber('storedIssuance') },
  return: { loadsData: true },
  returnEdit: { loadsData: true, at: documentNumber('return') },
  returnDetail: { loadsData: true, at: documentNumber('return') },
  dump: { loadsData: true },
  dumpEdit: { loadsData: true, at: documentNumber('dump') },
  dumpNew: { loadsData: true, at: documentNumber('dump') },
  dumpDetail: { loadsData: true, at: documentNumber('dump') },
  growerStorageDump: { loadsData: true },
  growerStorageDumpEdit: { loadsData: true, at: documentNumber('storedDump') },
  growerStorageDumpDetail: { loadsData: true, at: documentNumber('storedDump') },
  count: { loadsData: true },
  countEdit: { loadsData: true, at: documentNumber('count') },
  countDetail: { loadsData: true, at: documentNumber('count') },
}

export interface Screen extends ScreenRow {
  readonly route: RouteName
}

const isRoute = (name: string): name is RouteName => name in ROUTES

/** Every screen with its own address, in route order. */
export const screens: readonly Screen[] = Object.keys(ROUTES)
  .filter(isRoute)
  .flatMap((route) => {
    const row = rows[route]
    return 'redirect' in row ? [] : [{ route, ...row }]
  })

/** The path of a screen, filled with the given documents. */
export function pathOf({ route, at }: Screen, given: DocumentNumbers): string {
  return pathTo(route, at?.(given))
}

const recordsSchema = v.looseObject({ Records: v.array(v.record(v.string(), v.unknown())) })

/** Creates an issuance and a transfer with a line. Returns the first document number of each kind. */
export async function prepareDocuments(warehouse: Warehouse): Promise<DocumentNumbers> {
  const { location, season } = warehouse.place
  const [barcode = '', other = ''] = await warehouse.plants(2)
  const issuance = await warehouse.issuance([{ barcode, ordered: 5 }])
  const transfer = await warehouse.shippedTransfer('ORW', [{ barcode: other, quantity: 5 }])
  const first = async (path: string, name: string, query: Readonly<Record<string, string>>) => {
    const search = new URLSearchParams({ trimseasonid: season.Id, limit: '1', ...query })
    const { Records } = await warehouse.call(recordsSchema, 'sam.super', `${path}?${search}`)
    const value = Records[0]?.[name]
    return typeof value === 'string' || typeof value === 'number' ? `${value}` : 'none'
  }
  return {
    issuance,
    transfer,
    barcode,
    return: await first('return', 'LogNbr', { returnwarehouse: location }),
    dump: await first('dump', 'LogNbr', { dumpwarehouse: location, storagetype: 'INVENTORY' }),
    count: await first('count', 'CountNbr', { inventorylocation: location }),
    storedIssuance: await first('issuance', 'TagNbr', {
      inventorylocation: location,
      storagetype: 'GROWERSTORAGE',
    }),
    storedDump: await first('dump', 'LogNbr', { dumpwarehouse: location, storagetype: 'GROWERSTORAGE' }),
    request: await first('adjustmentrequest', 'RequestID', { originlocationid: location }),
  }
}
