/**
 * Every route of the app for tests that walk past all screens: where it leads, and what is to be seen there.
 */
import * as v from 'valibot'
import { NEW, ROUTES, type RouteName, to } from '#core/wire/routes.ts'
import type { Warehouse } from './warehouse.ts'

/** Numbers of documents that stand in the warehouse, one for each kind that has an address, and a barcode. */
export interface Given {
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
  readonly at?: (given: Given) => Readonly<Record<string, string>>
  /**
   * It asks the server for what it shows as soon as it is open: says when that takes time, and when it fails.
   */
  readonly asks?: true
}

// Nobody stays there, and why.
interface Passing {
  readonly passing: string
}

const number = (of: keyof Given) => (given: Given) => ({ number: given[of], type: 'Grower' })

// A new route without a row is an error of the types.
const rows: Readonly<Record<RouteName, ScreenRow | Passing>> = {
  home: { passing: 'the start page, before sign-in' },
  callback: { passing: 'from the sign-in provider back into the app' },
  initialize: { passing: 'leads on when all master data is there' },
  logOut: { passing: 'ends the sign-in' },
  transfer: { passing: 'leads to the first list of transfers' },
  trimSeason: { passing: 'shows the setup screen' },
  setup: {},
  scanLog: {},
  outbox: {},
  workstation: {},
  commandSheet: {},
  scannerSetup: {},
  scannerSheet: {},
  // Open before the others, so that it has its answers.
  dashboard: {},
  adjustTrim: { asks: true },
  adjustmentRequest: { asks: true, at: number('request') },
  growerStorage: {},
  print: {},
  printNew: {},
  maintenance: {},
  maintenanceImport: {},
  labelTemplates: { asks: true },
  maintenanceList: { asks: true, at: () => ({ kind: 'people' }) },
  maintenanceRecord: { asks: true, at: () => ({ kind: 'people', key: 'pia.picker' }) },
  history: { asks: true, at: ({ barcode }) => ({ of: 'Barcode', code: barcode }) },
  trace: {},
  traceOf: { asks: true, at: ({ barcode }) => ({ barcode }) },
  downloads: {},
  releases: {},
  healthCheck: {},
  transferOpen: { asks: true },
  transferReceiving: { asks: true },
  // Its locations are there since the start.
  transferEdit: { at: () => ({ number: NEW }) },
  transferShip: { asks: true, at: number('transfer') },
  transferReceive: { asks: true, at: number('transfer') },
  issuance: { asks: true },
  issuanceEdit: { asks: true, at: number('issuance') },
  issuanceDetail: { asks: true, at: number('issuance') },
  issuanceDetailShort: { asks: true, at: number('issuance') },
  growerStorageIssuance: { asks: true },
  growerStorageIssuanceEdit: { asks: true, at: number('storedIssuance') },
  growerStorageIssuanceDetail: { asks: true, at: number('storedIssuance') },
  return: { asks: true },
  returnEdit: { asks: true, at: number('return') },
  returnDetail: { asks: true, at: number('return') },
  dump: { asks: true },
  dumpEdit: { asks: true, at: number('dump') },
  dumpNew: { asks: true, at: number('dump') },
  dumpDetail: { asks: true, at: number('dump') },
  growerStorageDump: { asks: true },
  growerStorageDumpEdit: { asks: true, at: number('storedDump') },
  growerStorageDumpDetail: { asks: true, at: number('storedDump') },
  count: { asks: true },
  countEdit: { asks: true, at: number('count') },
  countDetail: { asks: true, at: number('count') },
}

export interface Screen extends ScreenRow {
  readonly route: RouteName
}

const isRoute = (name: string): name is RouteName => name in ROUTES

/** Every screen with an address of its own, in the order of the routes. */
export const screens: readonly Screen[] = Object.keys(ROUTES)
  .filter(isRoute)
  .flatMap((route) => {
    const row = rows[route]
    return 'passing' in row ? [] : [{ route, ...row }]
  })

/** The path of a screen with what stands in the warehouse. */
export function pathOf({ route, at }: Screen, given: Given): string {
  return to(route, at?.(given))
}

const listed = v.looseObject({ Records: v.array(v.record(v.string(), v.unknown())) })

/**
 * The number of the first document of each kind that stands at the place, after there is an issuance and a
 * transfer with a line.
 */
export async function standing(warehouse: Warehouse): Promise<Given> {
  const { location, season } = warehouse.place
  const [barcode = '', other = ''] = await warehouse.plants(2)
  const issuance = await warehouse.issuance([{ barcode, ordered: 5 }])
  const transfer = await warehouse.shippedTransfer('ORW', [{ barcode: other, quantity: 5 }])
  const first = async (path: string, name: string, query: Readonly<Record<string, string>>) => {
    const asked = new URLSearchParams({ trimseasonid: season.Id, limit: '1', ...query })
    const { Records } = await warehouse.call(listed, 'sam.super', `${path}?${asked}`)
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
