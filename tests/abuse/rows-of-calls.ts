import { defaultProfile } from '#core/scan/default-profile.ts'
import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'
import type { liveCalls } from '#features/live/common/live.ts'
import type { fileCalls } from '#features/stock-files/common/file-calls.ts'
import type { EveryCallName } from '#server/http/every-call.ts'
import { stockFile, stockRow } from '#tests/support/stock-file.ts'
import { templateFile } from '#tests/support/template-file.ts'
import type { Place, Places } from './places.ts'

export type CallName = EveryCallName | keyof typeof fileCalls | keyof typeof liveCalls

/**
 * The required rights of a call, by the tables of the specification (part 1 section 6, part 2 section 6), and
 * its request at a location.
 */
export interface Row {
  /** Each of these sets of keys allows the call; empty: no key is needed. */
  readonly keys: readonly (readonly SecurityKey[])[]
  /** The answer without any of the sets, if not '403 key_missing'. */
  readonly noKey?: string
  /** For administrators only. */
  readonly admins?: true
  /** About a person: only for this person and for administrators. */
  readonly ownOf?: string
  /** A POST without changes: read-only users may make it. */
  readonly allowsReaders?: true
  /** The request names the location, or a document has it, which is then not found. */
  readonly place?: 'named' | 'of the document'
  /** Another possible answer to a person with the required rights. */
  readonly orElse?: string
  /** The answer takes long to create. */
  readonly slow?: true
  readonly headers?: Readonly<Record<string, string>>
  readonly ask: (at: Place, places: Places) => CallRequest | Promise<CallRequest>
}

interface CallRequest {
  /** Including the query. */
  readonly path: string
  readonly body?: unknown
}

const season = 'trimseasonid=S1'
const anyKey = SECURITY_KEYS.map((key) => [key])
const storing = SECURITY_KEYS.filter((key) => key.startsWith('GROWERSTORAGE')).map((key) => [key])
const issuances: Row['keys'] = [['ISSUANCEADMINKEY']]
const issuing: Row['keys'] = [['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY']]
const transfers: Row['keys'] = [['TRANSFERLOGADMINKEY']]
const adjusting: Row['keys'] = [['ADJUSTINVENTORYKEY']]
const counts: Row['keys'] = [['COUNTADMINKEY']]
const returns: Row['keys'] = [['RETURNADMINKEY']]
const returning: Row['keys'] = [
  ['RETURNADMINKEY', 'GROWERRETURNADMINKEY'],
  ['RETURNADMINKEY', 'NURSERYRETURNADMINKEY'],
]
const dumping: Row['keys'] = [['DUMPHOMEKEY', 'DUMPCREATEKEY']]

const withoutKey = (path: string): Row => ({ keys: [], ask: () => ({ path }) })
const atLocation = (keys: Row['keys'], path: (at: Place) => string): Row => ({
  keys,
  place: 'named',
  ask: (at) => ({ path: path(at) }),
})
const ofDocument = (keys: Row['keys'], path: (at: Place) => string): Row => ({
  keys,
  place: 'of the document',
  ask: (at) => ({ path: path(at) }),
})

// Each adjustment needs another quantity than the last one: an equal one is refused.
let quantity = 60
const nextQuantity = () => {
  quantity = quantity === 60 ? 61 : 60
  return quantity
}
let counter = 0

/** A row for each call of the contract. */
export const rows: Readonly<Record<CallName, Row>> = {
  userroles: { ...withoutKey('userroles?username=pia.picker'), ownOf: 'pia.picker' },
  userdcs: { ...withoutKey('userdcs?username=pia.picker'), ownOf: 'pia.picker' },
  warehouse: withoutKey('warehouse?isactive=true'),
  trimseasons: withoutKey('trimseasons'),
  trimtype: withoutKey('trimtype'),
  grower: withoutKey('grower'),
  nursery: withoutKey('nursery'),
  variety: withoutKey('variety?berrytype=STRAW'),
  reasoncode: withoutKey('reasoncode?reasontype=DUMP'),
  growers: atLocation(
    [],
    ({ location }) => `growers?commodity=STRAW&${season}&inventorylocation=${location}`,
  ),

  'plantinventory.search': atLocation(
    anyKey,
    ({ location }) => `plantinventory?inventorylocation=${location}&commodity=STRAW`,
  ),
  'plantinventory.adjust': {
    keys: adjusting,
    place: 'named',
    ask: ({ location, shelf, barcode }) => ({
      path: 'plantinventory',
      body: {
        TransactionType: 'ADJUST',
        TransactionReason: 'OPENING',
        InventoryLocation: location,
        StorageLocation: shelf,
        BarcodeID: barcode,
        Qty: nextQuantity(),
        SourceLoc: location,
        DestinationLoc: location,
        StorageType: 'INVENTORY',
        TrimSeason: 'S1',
      },
    }),
  },
  plantholders: atLocation(
    anyKey,
    ({ location, barcode }) => `plantholders?${season}&inventorylocation=${location}&barcodeid=${barcode}`,
  ),
  growerdetails: atLocation(
    storing,
    ({ location }) =>
      `growerdetails?${season}&inventorylocation=${location}&commodity=STRAW&returnedfromnbr=G1`,
  ),

  'issuance.list': atLocation(
    issuances,
    ({ location }) => `issuance?${season}&inventorylocation=${location}`,
  ),
  'issuance.detail': ofDocument(issuances, ({ issuance }) => `issuance/${issuance}`),
  'issuance.save': {
    keys: issuing,
    place: 'named',
    ask: ({ location }) => ({
      path: 'issuance',
      body: {
        IssuanceHeader: {
          IssueToType: 'Grower',
          IssueToNbr: 'G1',
          Status: 'OPEN',
          InventoryLocation: location,
          TrimSeasonID: 'S1',
          StorageType: 'INVENTORY',
        },
        InventoryLines: [],
      },
    }),
  },
  'issuance.issued': atLocation(
    [['ISSUANCEADMINKEY'], ['RETURNADMINKEY']],
    ({ location }) => `issuancedetail?${season}&inventorylocation=${location}&issuetonbr=G1`,
  ),
  'issuance.deleteLine': {
    keys: issuing,
    place: 'of the document',
    ask: async (at, { createDocument }) => {
      const { number, line } = await createDocument('issuance', at)
      return { path: `issuancedetail?id=${line}&tagnbr=${number}` }
    },
  },

  'dump.list': atLocation(
    [['DUMPHOMEKEY', 'DUMPKEY']],
    ({ location }) => `dump?${season}&dumpwarehouse=${location}`,
  ),
  'dump.detail': ofDocument([['DUMPHOMEKEY']], ({ dump }) => `dump/${dump}`),
  'dump.save': {
    keys: dumping,
    place: 'named',
    ask: ({ location }) => ({
      path: 'dump',
      body: {
        DumpHeader: {
          Status: 'OPEN',
          AuthorizedBy: 'Ada',
          AuthorizedDate: '2026-11-20',
          DumpWarehouse: location,
          TrimSeasonID: 'S1',
          StorageType: 'INVENTORY',
        },
        DumpLogLines: [],
      },
    }),
  },
  'dump.deleteLine': {
    keys: dumping,
    place: 'of the document',
    ask: async (at, { createDocument }) => {
      const { number, line } = await createDocument('dump', at)
      return { path: `dumplogline/${line}?lognbr=${number}` }
    },
  },

  'count.list': atLocation(counts, ({ location }) => `count?${season}&inventorylocation=${location}`),
  'count.detail': ofDocument(counts, ({ count }) => `count/${count}`),
  'count.save': {
    keys: counts,
    place: 'named',
    ask: ({ location, shelf }) => ({
      path: 'count',
      body: {
        CountHeader: {
          InventoryLocation: location,
          Scope: 'SHELF',
          Shelf: shelf,
          Blind: 'YES',
          ReasonCode: 'UNSOLD',
          Status: 'OPEN',
          TrimSeasonID: 'S1',
        },
        CountLines: [],
      },
    }),
  },
  'count.deleteLine': {
    keys: counts,
    place: 'of the document',
    ask: async (at, { createDocument }) => {
      const { number, line } = await createDocument('count', at)
      return { path: `countline/${line}?countnbr=${number}` }
    },
  },

  'return.list': atLocation(returns, ({ location }) => `return?${season}&returnwarehouse=${location}`),
  'return.detail': ofDocument(returns, (at) => `return/${at.return}`),
  'return.save': {
    keys: returning,
    place: 'named',
    ask: ({ location }) => ({
      path: 'return',
      body: {
        ReturnHeader: {
          ReturnedFromType: 'Grower',
          ReturnedFromNbr: 'G1',
          ReturnWarehouse: location,
          InventoryEffect: 'DUMP',
          PostStatus: 'OPEN',
          TrimSeasonID: 'S1',
        },
        ReturnLogLines: [],
      },
    }),
  },
  'return.deleteLine': {
    keys: returning,
    place: 'of the document',
    ask: async (at, { createDocument }) => {
      const { number, line } = await createDocument('return', at)
      return { path: `returnlogline/${line}?lognbr=${number}` }
    },
  },

  'transfer.list': atLocation(
    transfers,
    ({ location }) => `transfers?${season}&originlocationid=${location}`,
  ),
  'transfer.detail': ofDocument(transfers, ({ transfer }) => `transfers/${transfer}`),
  'transfer.save': {
    keys: transfers,
    place: 'named',
    ask: ({ location }) => ({
      path: 'transfers',
      body: {
        TransferHeader: {
          OriginLocationID: location,
          DestinationLocationID: 'FAR',
          ExpectedShipDate: '2026-11-20',
          ExpectedArrivalDate: '2026-11-21',
          Status: 'OPEN',
          TrimSeasonID: 'S1',
        },
        TransferLines: [],
      },
    }),
  },
  'transfer.deleteLine': {
    keys: transfers,
    place: 'of the document',
    ask: async (at, { createDocument }) => ({
      path: `transferlines/${(await createDocument('transfer', at)).line}`,
    }),
  },

  'adjustmentrequest.list': atLocation(
    adjusting,
    ({ location }) => `adjustmentrequest?originlocationid=${location}`,
  ),
  'adjustmentrequest.detail': ofDocument(adjusting, ({ request }) => `adjustmentrequest/${request}`),
  'adjustmentrequest.decide': {
    keys: adjusting,
    place: 'of the document',
    ask: async (at, { createDocument }) => {
      const { number, line } = await createDocument('request', at)
      return {
        path: 'adjustmentrequest',
        body: {
          Adjustment: { RequestID: number, Status: 'CLOSED', TrimSeason: 'S1' },
          AdjustmentLine: {
            LineID: line,
            BarcodeID: at.barcode,
            ShippedQty: 2,
            ReceivedQty: 1,
            Qty: 60,
            Status: 'ACCEPT',
          },
        },
      }
    },
  },

  'printservers.list': { keys: anyKey, ask: () => ({ path: 'printservers' }) },
  'printservers.save': {
    keys: anyKey,
    admins: true,
    place: 'named',
    ask: ({ location }) => ({
      path: 'printservers',
      body: {
        PrintServer: '127.0.0.1',
        Port: 12212,
        PrintLocation: `Desk ${(counter += 1)}`,
        PrinterLocation: location,
        PrintFormat: 'PDF',
      },
    }),
  },
  'printservers.delete': {
    keys: anyKey,
    admins: true,
    place: 'of the document',
    ask: async (at, { printServer }) => ({ path: `printservers/${await printServer(at)}` }),
  },
  'printservers.test': {
    keys: anyKey,
    place: 'of the document',
    ask: async (at, { printServer }) => ({ path: `printservers/${await printServer(at)}/test` }),
  },
  'printers.setup': atLocation(anyKey, ({ location }) => `printersetup?inventorylocation=${location}`),
  'printers.save': {
    keys: anyKey,
    admins: true,
    place: 'named',
    ask: ({ location }) => ({
      path: 'printersetup/printers',
      body: {
        PrintServer: '127.0.0.1',
        Port: 12212,
        PrintLocation: `Roll ${(counter += 1)}`,
        PrinterLocation: location,
        PrintFormat: 'PDF',
        Dpi: 300,
        Rotation: 90,
        Stock: 'roll-100x50',
      },
    }),
  },
  'printers.propose': {
    keys: anyKey,
    admins: true,
    place: 'named',
    ask: ({ location }) => ({
      path: 'printersetup/proposals',
      body: { Location: location, Work: 'Labels', Template: `roll-${(counter += 1)}` },
    }),
  },
  'paper.letters': { keys: [], ask: () => ({ path: 'paperletters?text=Farm' }) },
  printreport: ofDocument(
    issuances,
    ({ issuance }) => `printreport?reportname=Grower%20Issuance&refnbr=${issuance}`,
  ),
  labeltemplates: { keys: anyKey, ask: () => ({ path: 'labeltemplates' }) },
  printlabels: atLocation(
    anyKey,
    ({ location, barcode }) => `printlabels?${season}&inventorylocation=${location}&barcodeid=${barcode}`,
  ),
  commandsheet: { keys: anyKey, slow: true, ask: () => ({ path: 'commandsheet' }) },

  'maintenance.list': { keys: [], admins: true, ask: () => ({ path: 'maintenance/records/people' }) },
  'maintenance.detail': {
    keys: [],
    admins: true,
    ask: () => ({ path: 'maintenance/records/people/pia.picker' }),
  },
  'maintenance.save': {
    keys: [],
    admins: true,
    ask: () => ({
      path: 'maintenance/records/trimTypes',
      body: {
        Key: null,
        Version: 0,
        Active: true,
        Values: { Id: `T${(counter += 1)}`, TrimType: `Type ${counter}` },
      },
    }),
  },
  'maintenance.imports': { keys: [], admins: true, ask: () => ({ path: 'maintenance/imports' }) },
  'labelTemplates.list': { keys: [], admins: true, ask: () => ({ path: 'maintenance/labeltemplates' }) },
  'labelTemplates.read': {
    keys: [],
    admins: true,
    ask: () => ({ path: 'maintenance/labeltemplates/roll-57x32' }),
  },
  'labelTemplates.try': {
    keys: [],
    admins: true,
    place: 'named',
    ask: ({ location }) => ({
      path: 'maintenance/labeltemplates/try',
      body: { Source: templateFile('tried'), Location: location, Season: 'S1' },
    }),
  },
  'labelTemplates.save': {
    keys: [],
    admins: true,
    ask: () => ({
      path: 'maintenance/labeltemplates',
      body: { Source: templateFile(`own-${(counter += 1)}`), Version: 0 },
    }),
  },
  'labelTemplates.remove': {
    keys: anyKey,
    admins: true,
    ask: async (_, { warehouse }) => {
      const id = `old-${(counter += 1)}`
      await warehouse.database.pool.query(
        "insert into label_template (id, template, version, changed_by) values ($1, '{}', 1, 'ada.admin')",
        [id],
      )
      return { path: `maintenance/labeltemplates/${id}` }
    },
  },
  'labelTemplates.use': {
    keys: [],
    admins: true,
    ask: ({ location }) => ({
      path: 'maintenance/labeltemplates/use',
      body: { Location: location, Template: 'roll-57x32' },
    }),
  },
  'documents.takeOver': {
    keys: issuing,
    place: 'of the document',
    ask: ({ issuance }) => ({ path: 'owner', body: { Number: issuance } }),
  },
  'ledger.check': {
    keys: [],
    allowsReaders: true,
    ask: () => ({
      path: 'ledger/check',
      body: { Id: 'a', Position: 1, Hash: 'a', At: 0, Keys: [], Numbers: [] },
    }),
  },
  'profiles.read': { keys: [], ask: () => ({ path: 'scannerprofiles/TC26' }) },
  'profiles.keep': {
    keys: [],
    admins: true,
    ask: () => ({ path: 'scannerprofiles/TC26', body: defaultProfile }),
  },
  'history.barcode': { keys: anyKey, ask: ({ barcode }) => ({ path: `history/barcode/${barcode}` }) },
  'trace.barcode': { keys: anyKey, ask: ({ barcode }) => ({ path: `trace/${barcode}` }) },
  'trace.report': { keys: anyKey, ask: ({ barcode }) => ({ path: `trace/${barcode}/report` }) },
  'history.document': ofDocument(issuances, ({ issuance }) => `history/document/${issuance}`),

  exportStock: { keys: anyKey, ask: () => ({ path: 'export/stock' }) },
  exportMovements: { keys: anyKey, ask: () => ({ path: 'export/movements' }) },
  importTemplate: { keys: [], admins: true, ask: () => ({ path: 'maintenance/import/template' }) },
  importStock: {
    keys: [],
    admins: true,
    headers: { 'content-type': 'text/csv' },
    ask: () => ({ path: 'maintenance/import?dryrun=yes', body: stockFile(stockRow('IMP0000001')) }),
  },

  // Stops only imports of the same person.
  stopImport: {
    keys: [],
    ask: () => ({ path: 'maintenance/import/stop?import=none' }),
    allowsReaders: true,
  },
  changes: { keys: anyKey, noKey: '404 not_found', ask: () => ({ path: 'changes' }) },
  presence: {
    keys: issuances,
    noKey: '404 not_found',
    allowsReaders: true,
    place: 'of the document',
    ask: ({ issuance }) => ({ path: 'presence', body: { Tab: 'tab', Number: issuance } }),
  },
}
