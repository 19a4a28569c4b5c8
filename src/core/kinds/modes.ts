// Builds the modes and lists of a kind from its routes and security keys.
import { type ModeId, type Status, storageTypeOf } from '#core/wire/constants.ts'
import { type DocumentKindRoutes, kindRoutes, routesIn } from '#core/wire/kind-routes.ts'
import type { RouteName } from '#core/wire/routes.ts'
import type { Access } from './engine.ts'
import type { ListView, Mode } from './kind.ts'

/** A kind's security keys, lists and routes in a mode. */
export function routesOf(kind: DocumentKindRoutes['kind'], mode: ModeId) {
  const door = kindRoutes.find((each) => each.kind === kind && each.mode === mode)
  if (!door) throw new Error(`${kind} has no door in ${mode}`)
  const first = (routes: readonly RouteName[]): RouteName => routes[0] ?? 'home'
  const lists = routesIn(door.lists)
  return {
    mode,
    keys: door.keys,
    list: first(lists),
    otherList: lists[1] ?? first(lists),
    routes: { edit: first(routesIn(door.edit)), detail: first(routesIn(door.detail)) },
  }
}

/** A list of the open documents, or of all documents, at the location in a header field. */
export function listAt(
  route: RouteName,
  at: string,
  { open, printable }: { readonly open: readonly Status[]; readonly printable: readonly Status[] },
): ListView {
  return {
    id: 'open',
    route,
    locationField: at,
    statuses: open,
    all: [],
    editable: open,
    printable,
    creates: true,
  }
}

/** The part of a mode that a kind declares itself. */
export interface DeclaredMode extends Omit<Mode, 'id' | 'storageType' | 'access' | 'routes' | 'opens'> {
  readonly access: Pick<Access, 'step' | 'location' | 'concerns'> & Partial<Access>
  readonly routes?: Partial<Mode['routes']>
  readonly opens?: Mode['opens']
}

/** Builds a mode. Defaults: paths have only the number, and a document opens on the detail screen. */
export function modeAt(door: ReturnType<typeof routesOf>, { access, routes, ...others }: DeclaredMode): Mode {
  return {
    id: door.mode,
    storageType: storageTypeOf(door.mode),
    access: { requires: door.keys, grants: [], list: [], ...access },
    routes: { ...door.routes, detailParameters: ({ number }) => ({ number: number ?? '' }), ...routes },
    opens: () => 'detail',
    ...others,
  }
}
