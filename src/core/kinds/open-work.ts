// Counts the open documents of each list at a place (docs/decisions.md: /Dashboard/).

import type { ModeId } from '#core/wire/constants.ts'
import { FIRST_PAGE } from '#core/wire/paging.ts'
import { mapAnswer, type PreparedCall } from '#core/wire/prepared-call.ts'
import type { RouteName } from '#core/wire/routes.ts'
import { adjustmentRequests, trimAdjustment } from './adjustment/rules.ts'
import type { Actor, Place } from './document.ts'
import { mayList, mayOpen } from './engine.ts'
import { kinds } from './index.ts'
import type { Kind, ListView } from './kind.ts'

/** One count: its kind, the list that it opens, and its request. */
export interface OpenWork {
  readonly kind: Kind['kind']
  readonly mode: ModeId
  readonly view: ListView['id']
  readonly route: RouteName
  readonly count: (place: Place) => PreparedCall<number>
}

/** The counts for this person, in the order of the kinds. Each counts the documents its list shows first. */
export function openWorkFor(actor: Actor): readonly OpenWork[] {
  return [
    ...Object.values<Kind>(kinds).flatMap(({ kind, modes, wire }) =>
      Object.values(modes).flatMap(({ id: mode, access, lists }) =>
        mayList(access, actor) === true
          ? lists.map((view) => ({
              kind,
              mode,
              view: view.id,
              route: view.route,
              count: (place: Place) => {
                const page = wire.list(place, mode, { view: view.id, all: false, ...FIRST_PAGE, limit: 1 })
                return mapAnswer(page, ({ total }) => total)
              },
            }))
          : [],
      ),
    ),
    ...(mayOpen(adjustmentRequests.access, actor) === true
      ? [
          {
            kind: 'request' as const,
            mode: 'inventory' as const,
            view: 'open',
            route: trimAdjustment.modes.inventory.route,
            count: (place: Place) => mapAnswer(adjustmentRequests.list(place), (requests) => requests.length),
          },
        ]
      : []),
  ]
}
