// The doors of documents: for each mode of a kind its keys, the paths of its screens, its reports, and
// whether it is in the main navigation. Read by the rules, the router, the menu and the server. Small: it is
// all that the first screen loads of a kind.

// Routes by name, in matching order; paths are wouter patterns.
type Addresses = Readonly<Record<string, `/${string}`>>

interface OwnVerbCommand {
  readonly id: string
  readonly key: string
  readonly barcode: string
}

// The commands of a verb, as in core/kinds/verbs.ts.
interface OwnVerb {
  readonly at: readonly string[]
  readonly sheet: string
  readonly line: OwnVerbCommand
  readonly final?: OwnVerbCommand & { readonly step: string }
}

export interface Door {
  readonly kind: string
  readonly mode: 'inventory' | 'growerStorage'
  /** All of these are needed for its screens (part 1 section 6, part 2 section 6). */
  readonly keys: readonly [string, ...string[]]
  /** Its lists; editor and detail go back to the first, the receive screen to the last. */
  readonly lists: Addresses
  /** The paths of editor and detail; the app links to the first one. */
  readonly edit: Addresses
  readonly detail: Addresses
  readonly receive?: Addresses
  /** The route of its entry in the main navigation, shown with the first of its keys. */
  readonly menu?: string
  /** The names of its reports in `printreport` (part 2 section 9). */
  readonly reports: readonly [string, ...string[]]
  /** What a kind of this product's own adds to the lists of the specification. */
  readonly own?: {
    /** The server extension that it needs; its keys belong to it too. */
    readonly extension: string
    /** Its menu icon, a path on a grid of 24 by 24 (app/ui/icon.tsx). */
    readonly sign: string
    /** Statuses that only this kind has, each with its icon's name. */
    readonly statuses: Readonly<Record<string, string>>
    /** Refusals that only this kind has. */
    readonly refusals: readonly string[]
    /** The commands that open its list and a new document. */
    readonly goTo: { readonly id: string; readonly key?: string; readonly barcode: string }
    readonly make: { readonly id: string; readonly barcode: string }
    /** The verbs of its lines (core/kinds/verbs.ts). */
    readonly verbs: Readonly<Record<string, OwnVerb>>
    /** The presets of Maintenance that include its keys, besides the one with all keys. */
    readonly presets: readonly ('picker' | 'receiver' | 'readOnly')[]
  }
}

/** In the order of the main navigation. */
export const doors = [
  {
    kind: 'transfer',
    mode: 'inventory',
    keys: ['TRANSFERLOGADMINKEY'],
    lists: { transferOpen: '/Transfer/Open', transferReceiving: '/Transfer/ReceivingList' },
    edit: { transferEdit: '/Transfer/Edit/:number' },
    detail: { transferShip: '/TransferInventory/:number' },
    receive: { transferReceive: '/ReceiveInventory/:number' },
    menu: 'transfer',
    reports: ['Transfers'],
  },
  {
    kind: 'issuance',
    mode: 'inventory',
    keys: ['ISSUANCEADMINKEY'],
    lists: { issuance: '/Issuance/' },
    edit: { issuanceEdit: '/Issuance/Edit/:number' },
    detail: { issuanceDetail: '/Issuance/:type/:number', issuanceDetailShort: '/Issuance/:number' },
    menu: 'issuance',
    reports: ['Grower Issuance', 'Nursery Issuance'],
  },
  {
    kind: 'issuance',
    mode: 'growerStorage',
    keys: ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEISSUANCEKEY'],
    lists: { growerStorageIssuance: '/GrowerStorage/Issuance/' },
    edit: { growerStorageIssuanceEdit: '/GrowerStorage/Issuance/Edit/:number' },
    detail: { growerStorageIssuanceDetail: '/GrowerStorage/Issuance/:type/:number' },
    reports: ['Grower Storage Issuance'],
  },
  {
    kind: 'return',
    mode: 'inventory',
    keys: ['RETURNADMINKEY'],
    lists: { return: '/Return/' },
    edit: { returnEdit: '/Return/Edit/:number' },
    detail: { returnDetail: '/Return/:type/:number' },
    menu: 'return',
    reports: ['Returns'],
  },
  {
    kind: 'dump',
    mode: 'inventory',
    keys: ['DUMPHOMEKEY'],
    lists: { dump: '/Dump/' },
    edit: { dumpEdit: '/Dump/Edit/:number', dumpNew: '/Dump/New/:number' },
    detail: { dumpDetail: '/Dump/:number' },
    menu: 'dump',
    reports: ['Plants Dump'],
  },
  {
    kind: 'dump',
    mode: 'growerStorage',
    keys: ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEDUMPKEY'],
    lists: { growerStorageDump: '/GrowerStorage/Dump/' },
    edit: { growerStorageDumpEdit: '/GrowerStorage/Dump/Edit/:number' },
    detail: { growerStorageDumpDetail: '/GrowerStorage/Dump/:number' },
    reports: ['Grower Storage Dump'],
  },
  {
    kind: 'count',
    mode: 'inventory',
    keys: ['COUNTADMINKEY'],
    lists: { count: '/Count/' },
    edit: { countEdit: '/Count/Edit/:number' },
    detail: { countDetail: '/Count/:number' },
    menu: 'count',
    reports: ['Counts'],
    own: {
      extension: 'count',
      sign: 'M5 5v12M9 5v12M13 5v12M17 5v12M3 15L20 8',
      statuses: { COUNTED: 'check', RECOUNT: 'warning', RECOUNTED: 'check', REQUESTED: 'info' },
      refusals: ['shelfMissing', 'shelfUnknown', 'severalShelves', 'linesToRecount', 'anotherPerson'],
      presets: ['picker', 'receiver', 'readOnly'],
      goTo: { id: 'goToCount', key: 'mod+j', barcode: 'COUNTS' },
      make: { id: 'newCount', barcode: 'NEW.COUNT' },
      verbs: {
        count: {
          at: ['edit'],
          sheet: 'trim',
          line: { id: 'countLine', key: 'l', barcode: 'COUNT.LINE' },
        },
        recount: {
          at: ['detail'],
          sheet: 'trim',
          line: { id: 'recountLine', key: 'l', barcode: 'RECOUNT.LINE' },
          final: { id: 'closeCount', key: 's', barcode: 'COUNT.CLOSE', step: 'close' },
        },
      },
    },
  },
] as const satisfies readonly Door[]
export type DocumentDoor = (typeof doors)[number]

type NamesIn<Each> = Each extends Door
  ?
      | keyof Each['lists']
      | keyof Each['edit']
      | keyof Each['detail']
      | (Each extends { readonly receive: infer Receive } ? keyof Receive : never)
  : never
/** The routes of the documents' screens. */
export type DoorRoute = NamesIn<DocumentDoor>

/** Their paths. */
export const doorRoutes: Readonly<Record<DoorRoute, string>> = addressesOf(doors)

function addressesOf(all: readonly Door[]) {
  const addresses = all.map(({ lists, edit, detail, receive }) => ({
    ...lists,
    ...edit,
    ...detail,
    ...receive,
  }))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the addresses of these doors, by their names
  return Object.assign({}, ...addresses) as Record<DoorRoute, string>
}

/** The routes of one part of a door, in order. */
export function routesIn(addresses: Partial<Readonly<Record<DoorRoute, string>>>): readonly DoorRoute[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a closed table
  return Object.keys(addresses) as DoorRoute[]
}

export type OwnDoor = Extract<DocumentDoor, { readonly own: object }>
export type OwnKind = OwnDoor['kind']
export type OwnKey = OwnDoor['keys'][number]
type StatusesOf<Each> = Each extends { readonly own: { readonly statuses: infer Statuses } }
  ? Extract<keyof Statuses, string>
  : never
export type OwnStatus = StatusesOf<OwnDoor>
type CommandsOf<Verbs> = {
  [Name in keyof Verbs]:
    | (Verbs[Name] extends { readonly line: { readonly id: infer Id } } ? Id : never)
    | (Verbs[Name] extends { readonly final: { readonly id: infer Id } } ? Id : never)
}[keyof Verbs]
export type OwnCommand =
  | OwnDoor['own']['goTo']['id']
  | OwnDoor['own']['make']['id']
  | CommandsOf<OwnDoor['own']['verbs']>
export type OwnRefusal = OwnDoor['own']['refusals'][number]

const all: readonly Door[] = doors
type OwnedDoor = Door & Required<Pick<Door, 'own'>>
/** Collects a value from the doors of this product's own kinds. */
export function ofOwn(pick: (door: OwnedDoor) => readonly string[]): readonly string[] {
  return all.flatMap((door) => (door.own ? pick({ ...door, own: door.own }) : []))
}

interface Own {
  readonly kinds: readonly OwnKind[]
  readonly keys: readonly OwnKey[]
  readonly statuses: readonly OwnStatus[]
  readonly extensions: readonly string[]
}

/** What this product's own kinds add to the lists of the specification. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the literals of these doors have it
export const own = {
  kinds: ofOwn(({ kind }) => [kind]),
  keys: ofOwn(({ keys }) => keys),
  statuses: ofOwn(({ own: { statuses } }) => Object.keys(statuses)),
  extensions: ofOwn(({ own: { extension } }) => [extension]),
} as Own

/** The icon of each of them, and of each of their statuses. */
export const ownSigns = {
  kinds: signsOf<OwnKind>(({ kind, own: { sign } }) => ({ [kind]: sign })),
  statuses: signsOf<OwnStatus>(({ own: { statuses } }) => statuses),
}

function signsOf<Name extends string>(of: (door: OwnedDoor) => Readonly<Record<string, string>>) {
  const signs = all.map((door) => (door.own ? of({ ...door, own: door.own }) : {}))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the literals of these doors have it
  return Object.assign({}, ...signs) as Readonly<Record<Name, string>>
}

/** The extension that a server needs for this kind; undefined for kinds of the specification. */
export function extensionOf(kind: string): string | undefined {
  return all.find((door) => door.kind === kind && door.own)?.own?.extension
}
