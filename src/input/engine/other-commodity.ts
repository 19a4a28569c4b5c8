// Builds the message for a barcode that belongs to another commodity.
import type { Place } from '#app/state/place.ts'
import { switchPlaceFacts } from '#app/state/switch-place-facts.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import type { Commodity } from '#core/wire/constants.ts'
import { say } from '#text/say.ts'

/** A message about stock of another commodity, and the commands that help. */
export interface StockElsewhere {
  readonly code: string
  readonly facts: Readonly<Record<string, string | number>>
  readonly next: readonly CommandId[]
}

/** Includes the place of the commodity's first season, if there is one. `path` is opened there. */
export function otherCommodityMessage(
  found: {
    readonly commodity: Commodity
    readonly n: number
    readonly shelf: string
    readonly season: Place['season'] | undefined
  },
  { barcode, location, path }: { readonly barcode: string; readonly location: string; readonly path: string },
): StockElsewhere {
  const { commodity, n, shelf, season } = found
  const facts = { barcode, commodity: say(`commodity.${commodity}`), n, shelf, location }
  return season
    ? {
        code: 'documents.goTo.otherCommodity',
        facts: { ...facts, ...switchPlaceFacts({ location, season }, path) },
        next: ['switchPlace'],
      }
    : { code: 'documents.otherCommodity', facts, next: [] }
}
