// Ranks the palette's commands: allowed before refused, recent before the rest. A command that ends or
// deletes something is never first.
import type { Command } from '#core/commands/command.ts'
import type { Suggestion } from '#core/commands/parse.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import type { Verdict } from '#core/wire/refusals.ts'

export interface Offer extends Suggestion {
  readonly verdict: Verdict
  /** Opens the document's other screen and runs the command there. */
  readonly runElsewhere?: () => void
}

// Ends or deletes something, or leaves the work: never ranked first.
const neverFirst = new Set<CommandId>([
  'cancelDocument',
  'deleteLine',
  'reject',
  'switchRecord',
  'signOut',
  'reloadMasterData',
])

// The usual next commands, if allowed.
const usualNext: readonly CommandId[] = [
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

// A command that creates something comes after one that opens a list with the same word.
const createsRecord = ({ command }: Offer): number => (command.id.startsWith('new') ? 1 : 0)

const canRun = ({ verdict, runElsewhere }: Offer): boolean => verdict === true || runElsewhere !== undefined

/** Ranks offers for typed words, best first. */
export function rankTyped(offers: readonly Offer[]): readonly Offer[] {
  // Matches by letters or search words are weak: they never come before a match by title.
  const group = (offer: Offer) => (offer.matchesTitle ? 2 : 0) + (canRun(offer) ? 1 : 0)
  return offers.toSorted(
    (one, other) =>
      group(other) - group(one) || other.score - one.score || createsRecord(one) - createsRecord(other),
  )
}

/**
 * Ranks offers for empty input: recent, usual next, then other commands. `isHere`: it belongs to the open
 * screen.
 */
export function rankUntyped(
  offers: readonly Offer[],
  recent: readonly CommandId[],
  isHere: (command: Command) => boolean,
): readonly Offer[] {
  const group = (offer: Offer) => {
    const { id } = offer.command
    if (!canRun(offer)) return 5
    if (neverFirst.has(id)) return 4
    if (recent.includes(id)) return 0
    if (usualNext.includes(id)) return 1
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
      placeIn(usualNext, one) - placeIn(usualNext, other),
  )
}
