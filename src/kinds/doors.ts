// The door of a kind in one of its modes, as its rules have it.
import type { ModeId } from '#contract/constants.ts'
import { type DocumentDoor, doors, routesIn } from '#contract/doors.ts'
import type { RouteName } from '#contract/routes.ts'

/** Its keys, its lists, and the routes that the app itself uses. */
export function doorOf(kind: DocumentDoor['kind'], mode: ModeId) {
  const door = doors.find((each) => each.kind === kind && each.mode === mode)
  if (!door) throw new Error(`${kind} has no door in ${mode}`)
  const first = (routes: readonly RouteName[]): RouteName => routes[0] ?? 'home'
  const lists = routesIn(door.lists)
  return {
    keys: door.keys,
    list: first(lists),
    otherList: lists[1] ?? first(lists),
    routes: { edit: first(routesIn(door.edit)), detail: first(routesIn(door.detail)) },
  }
}
