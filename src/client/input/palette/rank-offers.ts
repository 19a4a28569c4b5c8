// In which order the palette offers what fits: what can be done before what is refused, what was done last before the rest, and
// nothing first that ends or deletes something.
import type { Command } from '#commands/command.ts'
import type { Suggestion } from '#commands/parse.ts'
import type { CommandId } from '#contract/command-ids.ts'
import type { Verdict } from '#contract/refusals.ts'

export interface Offer extends Suggestion {
  readonly verdict: Verdict
  /** It is done on the document's other screen: leads there and does it. */
  readonly lead?: () => void
}

// Ends or deletes something, or leaves the work: never the first that is offered.
const careful = new Set<CommandId>([
  'cancelDocument',
  'deleteLine',
  'reject',
  'switchRecord',
  'signOut',
  'reloadMasterData',
])

// What one does next, where it may be done at all.
const nextHere: readonly CommandId[] = [
  'acknowledge',
  'saveHeader',
  'ship',
  'receive',
  'postReturn',
  'dump',
  'pick',
  'receiveLine',
  'order',
  'returnLine',
  'dumpLine',
  'adjust',
  'accept',
  'goToDetail',
  'newDocument',
  'advancedSearch',
  'findStock',
  'searchNumber',
  'goToEdit',
  'tryAgain',
]

// Makes something new: where one leads to a list by the same word, that comes first.
const makes = ({ command }: Offer): number => (command.id.startsWith('new') ? 1 : 0)

const mayBeDone = ({ verdict, lead }: Offer): boolean => verdict === true || lead !== undefined

/** Offers for typed words, best first. */
export function rankTyped(offers: readonly Offer[]): readonly Offer[] {
  // Letters in order and words beside the title find much: what is only found by them never stands before what was named.
  const group = (offer: Offer) => (offer.named ? 2 : 0) + (mayBeDone(offer) ? 1 : 0)
  return offers.toSorted(
    (one, other) => group(other) - group(one) || other.score - one.score || makes(one) - makes(other),
  )
}

/**
 * Offers where nothing is typed: those chosen last, the last one first, then what one does next on the open screen, then the rest.
 * `isHere` tells the commands of the open screen.
 */
export function rankUntyped(
  offers: readonly Offer[],
  recent: readonly CommandId[],
  isHere: (command: Command) => boolean,
): readonly Offer[] {
  const group = (offer: Offer) => {
    const { id } = offer.command
    if (!mayBeDone(offer)) return 5
    if (careful.has(id)) return 4
    if (recent.includes(id)) return 0
    if (nextHere.includes(id)) return 1
    return isHere(offer.command) ? 2 : 3
  }
  const placeIn = (list: readonly CommandId[], { command }: Offer) => {
    const at = list.indexOf(command.id)
    return at < 0 ? list.length : at
  }
  return offers.toSorted(
    (one, other) =>
      group(one) - group(other) ||
      placeIn(recent, one) - placeIn(recent, other) ||
      placeIn(nextHere, one) - placeIn(nextHere, other),
  )
}
