// What a count does to the ledger. Nothing is held and nothing stands still while people count: each line notes what the books had when
// it was counted, and the last movement until then. Closed, it is judged by what has come and gone since, so that a sale in between is
// no difference.
import { refuse } from '#contract/refusals.ts'
import { fail, succeed } from '#contract/result.ts'
import { adjustedAccount, stockAccount } from '../accounts.ts'
import { countedFlow } from '../adjustment/effects.ts'
import { atLocation, type Effects, holdsNothing, type Notes, release } from '../effects.ts'
import { quantityOf } from '../engine.ts'
import type { DocumentSteps, LineSteps } from './rules.ts'

/**
 * A difference may be posted by itself up to so many plants, or up to this part of what the books have, whichever is more. Beyond
 * it somebody else counts again, and what then still differs is for an adjustment request (docs/stock-ledger.md, Counts).
 */
export const THRESHOLD = { plants: 10, percent: 2 } as const

/** Does a count differ from the books by more than may be posted? Whole plants. */
export function isBeyond(expected: number, counted: number): boolean {
  return Math.abs(counted - expected) > Math.max(THRESHOLD.plants, (expected * THRESHOLD.percent) / 100)
}

// What stands there as the line is counted; `by` has counted it.
const noteCount: Notes = ({ header }, { source }, balances, by) => ({
  ordered: balances.quantity(source),
  counted: { by, after: balances.latest },
  reason: header.ReasonCode ?? '',
})

// The first count also says whether there has to be a second.
const noteFirst: Notes = (document, line, balances, by) => ({
  ...noteCount(document, line, balances, by),
  status: isBeyond(balances.quantity(line.source), quantityOf(line)) ? 'RECOUNT' : 'COUNTED',
})

// What the books would have had at the moment of the count, as they stand now, and whether the difference can be posted.
const noteEnd: Notes = (_, line, balances) => {
  const { source, counted } = line
  const quantity = quantityOf(line)
  const expected = balances.quantity(source) - balances.wentSince(source, counted?.after ?? 0)
  // What open documents hold stays: that, too, is for somebody to decide.
  const stays = expected - quantity <= balances.available(source)
  return { ordered: expected, status: stays && !isBeyond(expected, quantity) ? 'CLOSED' : 'REQUESTED' }
}

export const effects: Effects<DocumentSteps, LineSteps> = {
  lines: {
    count: { ...holdsNothing, notes: noteFirst },
    recount: {
      ...holdsNothing,
      notes: noteCount,
      // The second pair of eyes is another one, and corrects only itself.
      judges: ({ barcode, status, counted }, by) =>
        (counted?.by === by) === (status === 'RECOUNTED') ? true : refuse('anotherPerson', { barcode }),
    },
    delete: holdsNothing,
  },
  document: {
    create: 'none',
    edit: 'none',
    close: {
      between: ({ location }, { source }) => [source, adjustedAccount(location)],
      of: (_, line, balances) =>
        line.status === 'CLOSED' ? [countedFlow(line, quantityOf(line), balances)] : [],
      notes: noteEnd,
      covers: ({ location, header }) => ({
        location,
        ...(header.Scope === 'SHELF' && { place: header.Shelf ?? '' }),
      }),
    },
    cancel: release,
  },
  leaves: {
    close: (line) =>
      line.status === 'REQUESTED' ? { ...line, picked: line.ordered, received: quantityOf(line) } : undefined,
  },
  ...atLocation(),
  chooses: ({ location, header }, known) => {
    if (header.Scope === 'SHELF') return succeed(stockAccount(location, header.Shelf ?? ''))
    const [only, other] = known
    return only && !other ? succeed(only) : fail(refuse(other ? 'severalShelves' : 'shelfUnknown'))
  },
}
