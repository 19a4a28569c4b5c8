// What this product's own kinds add to lists that are not needed before work begins; declared in doors.ts.
import {
  type Door,
  type DoorRoute,
  doors,
  type OwnCommand,
  type OwnDoor,
  type OwnKey,
  type OwnRefusal,
  ofOwn,
  own,
} from './doors.ts'

const all: readonly Door[] = doors

/** Their refusals. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the literals of these doors have it
export const ownRefusals = ofOwn(({ own: { refusals } }) => refusals) as readonly OwnRefusal[]

/** The ids of their commands: navigation, and verbs. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the literals of these doors have it
export const ownCommands = ofOwn(({ own: { goTo, make, verbs } }) => [
  make.id,
  goTo.id,
  ...Object.values(verbs).flatMap(({ line, final }) => [line.id, ...(final ? [final.id] : [])]),
]) as readonly OwnCommand[]

// The commands that open such a kind's list and a new document.
interface WayToOwn {
  readonly list: DoorRoute
  readonly edit: DoorRoute
  readonly goTo: { readonly id: OwnCommand; readonly key?: string; readonly barcode: string }
  readonly make: { readonly id: OwnCommand; readonly barcode: string }
}

/** All of them. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the literals of these doors have it
export const waysToOwn = all.flatMap(({ own: its, lists, edit }) =>
  its ? [{ list: Object.keys(lists)[0], edit: Object.keys(edit)[0], goTo: its.goTo, make: its.make }] : [],
) as unknown as readonly WayToOwn[]

/** Their verbs. */
export const ownVerbs: OwnDoor['own']['verbs'] = Object.assign({}, ...all.map((door) => door.own?.verbs))

/** The keys of such kinds in a preset of Maintenance. */
export function ownKeysOf(preset: 'picker' | 'receiver' | 'readOnly'): readonly OwnKey[] {
  const keys = ofOwn((door) => (door.own.presets.includes(preset) ? door.keys : []))
  return own.keys.filter((key) => keys.includes(key))
}
