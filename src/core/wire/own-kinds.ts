// Values that this product's own document kinds add to lists: refusals, commands, verbs, keys of presets.
// A separate file, because the app does not need them before work begins.
import {
  collectFromOwnKinds,
  type DocumentRoute,
  type KindRoutes,
  kindRoutes,
  type OwnCommand,
  type OwnKey,
  type OwnRefusal,
  type OwnVerbs,
  ownAdditions,
} from './kind-routes.ts'

const all: readonly KindRoutes[] = kindRoutes

/** The refusal codes of own kinds. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the literals of the table
export const ownRefusals = collectFromOwnKinds(({ own: { refusals } }) => refusals) as readonly OwnRefusal[]

/** The command ids of own kinds: navigation and verbs. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the literals of the table
export const ownCommands = collectFromOwnKinds(({ own: { goTo, make, verbs } }) => [
  make.id,
  goTo.id,
  ...Object.values(verbs).flatMap(({ line, final }) => [line.id, ...(final ? [final.id] : [])]),
]) as readonly OwnCommand[]

// The commands that open the list of an own kind, and a new document.
interface NavigationCommands {
  readonly list: DocumentRoute
  readonly edit: DocumentRoute
  readonly goTo: { readonly id: OwnCommand; readonly key?: string; readonly barcode: string }
  readonly make: { readonly id: OwnCommand; readonly barcode: string }
}

/** The navigation commands of own kinds. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the literals of the table
export const navigationCommands = all.flatMap(({ own: its, lists, edit }) =>
  its ? [{ list: Object.keys(lists)[0], edit: Object.keys(edit)[0], goTo: its.goTo, make: its.make }] : [],
) as unknown as readonly NavigationCommands[]

/** The verbs of own kinds. */
export const ownVerbs: OwnVerbs = Object.assign({}, ...all.map((door) => door.own?.verbs))

/** The security keys of own kinds in a rights preset of Maintenance. */
export function ownKeysOf(preset: 'picker' | 'receiver' | 'readOnly'): readonly OwnKey[] {
  const keys = collectFromOwnKinds((door) => (door.own.presets.includes(preset) ? door.keys : []))
  return ownAdditions.keys.filter((key) => keys.includes(key))
}
