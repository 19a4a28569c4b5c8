// The doors of documents: for each mode of a kind the keys that open it, the routes of its screens, and whether it stands in the main
// navigation. Declared here, and read by its rules, the router, the menu and the server. Light: the page knows of a kind no more than this
// before work begins.
import type { DocumentKind, ModeId } from '#contract/constants.ts'
import type { RouteName } from '#contract/routes.ts'
import type { SecurityKey } from '#contract/security-keys.ts'

type Routes = readonly [RouteName, ...RouteName[]]

interface Door {
  readonly kind: DocumentKind
  readonly mode: ModeId
  /** All of these open its screens (part 1 section 6, part 2 section 6). */
  readonly keys: readonly [SecurityKey, ...SecurityKey[]]
  /** Its lists; editor and detail lead back to the first, the screen of the other end to the last. */
  readonly lists: Routes
  /** Where it is edited and shown; the first address is the one that the app itself uses. */
  readonly edit: Routes
  readonly detail: Routes
  readonly receive?: RouteName
  /** Where its entry in the main navigation leads, by the first of its keys. */
  readonly menu?: RouteName
}

/** In the order of the main navigation. */
export const doors = [
  {
    kind: 'transfer',
    mode: 'inventory',
    keys: ['TRANSFERLOGADMINKEY'],
    lists: ['transferOpen', 'transferReceiving'],
    edit: ['transferEdit'],
    detail: ['transferShip'],
    receive: 'transferReceive',
    menu: 'transfer',
  },
  {
    kind: 'issuance',
    mode: 'inventory',
    keys: ['ISSUANCEADMINKEY'],
    lists: ['issuance'],
    edit: ['issuanceEdit'],
    detail: ['issuanceDetail', 'issuanceDetailShort'],
    menu: 'issuance',
  },
  {
    kind: 'issuance',
    mode: 'growerStorage',
    keys: ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEISSUANCEKEY'],
    lists: ['growerStorageIssuance'],
    edit: ['growerStorageIssuanceEdit'],
    detail: ['growerStorageIssuanceDetail'],
  },
  {
    kind: 'return',
    mode: 'inventory',
    keys: ['RETURNADMINKEY'],
    lists: ['return'],
    edit: ['returnEdit'],
    detail: ['returnDetail'],
    menu: 'return',
  },
  {
    kind: 'dump',
    mode: 'inventory',
    keys: ['DUMPHOMEKEY'],
    lists: ['dump'],
    edit: ['dumpEdit', 'dumpNew'],
    detail: ['dumpDetail'],
    menu: 'dump',
  },
  {
    kind: 'dump',
    mode: 'growerStorage',
    keys: ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEDUMPKEY'],
    lists: ['growerStorageDump'],
    edit: ['growerStorageDumpEdit'],
    detail: ['growerStorageDumpDetail'],
  },
] as const satisfies readonly Door[]
export type DocumentDoor = (typeof doors)[number]

/** The door of a kind in one of its modes, as its rules have it: keys, lists, and the routes that the app itself uses. */
export function doorOf(kind: DocumentDoor['kind'], mode: ModeId) {
  const door: Door | undefined = doors.find((each) => each.kind === kind && each.mode === mode)
  if (!door) throw new Error(`${kind} has no door in ${mode}`)
  const [list, otherList = list] = door.lists
  return { keys: door.keys, list, otherList, routes: { edit: door.edit[0], detail: door.detail[0] } }
}
