// The work that waits at a place: for each list, how many of its documents are still to be worked on (decisions, /Dashboard/).

import { type Ask, reading } from '#contract/ask-of.ts'
import type { ModeId } from '#contract/constants.ts'
import type { RouteName } from '#contract/routes.ts'
import { adjustmentRequests, trimAdjustment } from './adjustment/rules.ts'
import type { Actor, Place } from './document.ts'
import { mayList, mayOpen } from './engine.ts'
import { kinds } from './index.ts'
import type { Kind, ListView } from './kind.ts'

/** One count: what it counts, the list that it opens, and the ask that answers it. */
export interface Waiting {
  readonly kind: Kind['kind']
  readonly mode: ModeId
  readonly view: ListView['id']
  readonly route: RouteName
  readonly count: (place: Place) => Ask<number>
}

/** What this person may see waiting, in the order of the document kinds: each count is of what its list shows as it opens. */
export function waitingFor(actor: Actor): readonly Waiting[] {
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
                const page = wire.list(place, mode, { view: view.id, all: false, offset: 0, limit: 1 })
                return reading(page, ({ total }) => total)
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
            count: (place: Place) => reading(adjustmentRequests.list(place), (requests) => requests.length),
          },
        ]
      : []),
  ]
}
