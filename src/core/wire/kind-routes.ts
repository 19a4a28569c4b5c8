// The routes of document kinds: security keys, paths, reports and menu entry of each kind and mode. The table
// is small, because the first screen loads nothing else of a kind.

// Paths by route name, in matching order. Paths are wouter patterns.
type Paths = Readonly<Record<string, `/${string}`>>

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

export interface KindRoutes {
  readonly kind: string
  readonly mode: 'inventory' | 'growerStorage'
  /** The security keys that its screens need, all of them (part 1 section 6, part 2 section 6). */
  readonly keys: readonly [string, ...string[]]
  /** Its lists. Editor and detail return to the first one, the receive screen to the last one. */
  readonly lists: Paths
  /** The paths of editor and detail. The app links to the first one of each. */
  readonly edit: Paths
  readonly detail: Paths
  readonly receive?: Paths
  /** The route of its menu entry, which is shown to users with the first of its keys. */
  readonly menu?: string
  /** The names of its reports in `printreport` (part 2 section 9). */
  readonly reports: readonly [string, ...string[]]
  /** The values that a kind of this product adds to the lists of the specification. */
  readonly own?: {
    /** The server extension that provides the kind and its keys. */
    readonly extension: string
    /** Its menu icon: an SVG path on a grid of 24 by 24 (app/ui/icon.tsx). */
    readonly icon: string
    /** Statuses that only this kind has, each with the name of its icon. */
    readonly statuses: Readonly<Record<string, string>>
    /** Refusals that only this kind has. */
    readonly refusals: readonly string[]
    /** The commands that open its list and a new document. */
    readonly goTo: { readonly id: string; readonly key?: string; readonly barcode: string }
    readonly make: { readonly id: string; readonly barcode: string }
    /** The verbs of its lines (core/kinds/verbs.ts). */
    readonly verbs: Readonly<Record<string, OwnVerb>>
    /** The rights presets of Maintenance that include its keys, in addition to the preset with all keys. */
    readonly presets: readonly ('picker' | 'receiver' | 'readOnly')[]
  }
}

/** The routes of all kinds, in the order of the main navigation. */
export const kindRoutes = [
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
      icon: 'M5 5v12M9 5v12M13 5v12M17 5v12M3 15L20 8',
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
] as const satisfies readonly KindRoutes[]
export type DocumentKindRoutes = (typeof kindRoutes)[number]

type NamesIn<Each> = Each extends KindRoutes
  ?
      | keyof Each['lists']
      | keyof Each['edit']
      | keyof Each['detail']
      | (Each extends { readonly receive: infer Receive } ? keyof Receive : never)
  : never
/** The names of the routes of all document screens. */
export type DocumentRoute = NamesIn<DocumentKindRoutes>

/** The paths of the document screens, by route name. */
export const documentRoutes: Readonly<Record<DocumentRoute, string>> = pathsOf(kindRoutes)

function pathsOf(all: readonly KindRoutes[]) {
  const paths = all.map(({ lists, edit, detail, receive }) => ({
    ...lists,
    ...edit,
    ...detail,
    ...receive,
  }))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the paths of this table, by route name
  return Object.assign({}, ...paths) as Record<DocumentRoute, string>
}

/** The route names in one group of paths, in order. */
export function routesIn(paths: Partial<Readonly<Record<DocumentRoute, string>>>): readonly DocumentRoute[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a closed table
  return Object.keys(paths) as DocumentRoute[]
}

export type OwnKindRoutes = Extract<DocumentKindRoutes, { readonly own: object }>
export type OwnKind = OwnKindRoutes['kind']
export type OwnKey = OwnKindRoutes['keys'][number]
type StatusesOf<Each> = Each extends { readonly own: { readonly statuses: infer Statuses } }
  ? Extract<keyof Statuses, string>
  : never
export type OwnStatus = StatusesOf<OwnKindRoutes>
// An intersection: a union of several kinds' tables would have only the verbs that all of them have.
type VerbsOf<Each> = (
  Each extends { readonly own: { readonly verbs: infer Verbs } }
    ? (verbs: Verbs) => void
    : never
) extends (verbs: infer All) => void
  ? All
  : never
export type OwnVerbs = VerbsOf<OwnKindRoutes>
type CommandsOf<Verbs> = {
  [Name in keyof Verbs]:
    | (Verbs[Name] extends { readonly line: { readonly id: infer Id } } ? Id : never)
    | (Verbs[Name] extends { readonly final: { readonly id: infer Id } } ? Id : never)
}[keyof Verbs]
export type OwnCommand =
  | OwnKindRoutes['own']['goTo']['id']
  | OwnKindRoutes['own']['make']['id']
  | CommandsOf<OwnVerbs>
export type OwnRefusal = OwnKindRoutes['own']['refusals'][number]

const all: readonly KindRoutes[] = kindRoutes
type OwnKindDoor = KindRoutes & Required<Pick<KindRoutes, 'own'>>
/** Collects values from the kinds that this product adds to the specification. */
export function collectFromOwnKinds(pick: (door: OwnKindDoor) => readonly string[]): readonly string[] {
  return all.flatMap((door) => (door.own ? pick({ ...door, own: door.own }) : []))
}

interface Own {
  readonly kinds: readonly OwnKind[]
  readonly keys: readonly OwnKey[]
  readonly statuses: readonly OwnStatus[]
  readonly extensions: readonly string[]
}

/** The values that this product's own kinds add to the lists of the specification. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the literals of this table
export const ownAdditions = {
  kinds: collectFromOwnKinds(({ kind }) => [kind]),
  keys: collectFromOwnKinds(({ keys }) => keys),
  statuses: collectFromOwnKinds(({ own: { statuses } }) => Object.keys(statuses)),
  extensions: collectFromOwnKinds(({ own: { extension } }) => [extension]),
} as Own

/** The icons of this product's own kinds, and of their statuses. */
export const ownIcons = {
  kinds: iconsOf<OwnKind>(({ kind, own: { icon } }) => ({ [kind]: icon })),
  statuses: iconsOf<OwnStatus>(({ own: { statuses } }) => statuses),
}

function iconsOf<Name extends string>(of: (door: OwnKindDoor) => Readonly<Record<string, string>>) {
  const icons = all.map((door) => (door.own ? of({ ...door, own: door.own }) : {}))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the literals of this table
  return Object.assign({}, ...icons) as Readonly<Record<Name, string>>
}

/** The extension that a server needs for this kind; undefined for kinds of the specification. */
export function extensionOf(kind: string): string | undefined {
  return all.find((door) => door.kind === kind && door.own)?.own?.extension
}
