// The doors of documents: for each mode of a kind the keys that open it, the addresses of its screens, its reports, and whether it
// stands in the main navigation. Said here, and read by its rules, the router, the menu and the server. Light: the page knows of a kind
// no more than this before work begins.

// Routes by their names, in the order in which they are tried; addresses are wouter patterns.
type Addresses = Readonly<Record<string, `/${string}`>>

interface OwnVerbCommand {
  readonly id: string
  readonly key: string
  readonly barcode: string
}

// The commands of a verb, as kinds/verbs.ts has them.
interface OwnVerb {
  readonly at: readonly string[]
  readonly sheet: string
  readonly line: OwnVerbCommand
  readonly final?: OwnVerbCommand & { readonly step: string }
}

export interface Door {
  readonly kind: string
  readonly mode: 'inventory' | 'growerStorage'
  /** All of these open its screens (part 1 section 6, part 2 section 6). */
  readonly keys: readonly [string, ...string[]]
  /** Its lists; editor and detail lead back to the first, the screen of the other end to the last. */
  readonly lists: Addresses
  /** Where it is edited and shown; the first address is the one that the app itself uses. */
  readonly edit: Addresses
  readonly detail: Addresses
  readonly receive?: Addresses
  /** The route where its entry in the main navigation leads, by the first of its keys. */
  readonly menu?: string
  /** What `printreport` calls its reports (part 2 section 9). */
  readonly reports: readonly [string, ...string[]]
  /** What a kind of this product's own adds to the lists of the specification. */
  readonly own?: {
    /** What a server must have to know of it; its keys are its own, too. */
    readonly extension: string
    /** Its sign in the menu, on a grid of 24 by 24 (client/ui/icon.tsx). */
    readonly sign: string
    /** Statuses that no kind of the specification has, each with the name of its sign. */
    readonly statuses: Readonly<Record<string, string>>
    /** Refusals that no other kind has. */
    readonly refusals: readonly string[]
    /** The commands that lead to its list, and to a new one. */
    readonly goTo: { readonly id: string; readonly key?: string; readonly barcode: string }
    readonly make: { readonly id: string; readonly barcode: string }
    /** What is done with its lines (kinds/verbs.ts). */
    readonly verbs: Readonly<Record<string, OwnVerb>>
    /** Whom its keys are given to in Maintenance, beside those who hold all. */
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
/** The routes of documents' screens. */
export type DoorRoute = NamesIn<DocumentDoor>

/** Their addresses. */
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

/** The routes of a part of a door, in their order. */
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
/** What is said at the doors of such kinds. */
export function ofOwn(pick: (door: OwnedDoor) => readonly string[]): readonly string[] {
  return all.flatMap((door) => (door.own ? pick({ ...door, own: door.own }) : []))
}

interface Own {
  readonly kinds: readonly OwnKind[]
  readonly keys: readonly OwnKey[]
  readonly statuses: readonly OwnStatus[]
  readonly extensions: readonly string[]
}

/** What kinds of this product's own add to the lists of the specification. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the literals of these doors have it
export const own = {
  kinds: ofOwn(({ kind }) => [kind]),
  keys: ofOwn(({ keys }) => keys),
  statuses: ofOwn(({ own: { statuses } }) => Object.keys(statuses)),
  extensions: ofOwn(({ own: { extension } }) => [extension]),
} as Own

/** The sign of each of them, and of each of their statuses. */
export const ownSigns = {
  kinds: signsOf<OwnKind>(({ kind, own: { sign } }) => ({ [kind]: sign })),
  statuses: signsOf<OwnStatus>(({ own: { statuses } }) => statuses),
}

function signsOf<Name extends string>(of: (door: OwnedDoor) => Readonly<Record<string, string>>) {
  const signs = all.map((door) => (door.own ? of({ ...door, own: door.own }) : {}))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the literals of these doors have it
  return Object.assign({}, ...signs) as Readonly<Record<Name, string>>
}

/** What the server must have for this kind; undefined for those of the specification. */
export function extensionOf(kind: string): string | undefined {
  return all.find((door) => door.kind === kind && door.own)?.own?.extension
}
