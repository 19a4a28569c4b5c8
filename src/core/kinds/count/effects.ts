// Ledger effects of a count. Nothing is reserved and stock may move during a count: each line stores the
// quantity in the ledger when it was counted, and the last movement before. At closing, movements since are
// taken into account, so that a sale in between is no variance.
import { refuse } from '#core/wire/refusals.ts'
import { fail, succeed } from '#core/wire/result.ts'
import { adjustedAccount, stockAccount } from '../accounts.ts'
import { countedFlow } from '../adjustment/effects.ts'
import { atLocation, type Effects, holdsNothing, type Notes, release } from '../effects.ts'
import { quantityOf } from '../engine.ts'
import type { DocumentSteps, LineSteps } from './rules.ts'

/**
 * A variance is posted without a second count up to this many plants, or up to this percentage of the
 * expected quantity, whichever is more. Above it another person counts again, and a remaining variance goes
 * to an adjustment request (docs/stock-ledger.md, Counts).
 */
export const THRESHOLD = { plants: 10, percent: 2 } as const

/** Is the variance above the posting threshold? Whole plants. */
export function exceedsThreshold(expected: number, counted: number): boolean {
  return Math.abs(counted - expected) > Math.max(THRESHOLD.plants, (expected * THRESHOLD.percent) / 100)
}

// The current balance, stored with the counted line; `by` is who counted.
const noteCount: Notes = ({ header }, { source }, balances, by) => ({
  ordered: balances.quantity(source),
  counted: { by, after: balances.latest },
  reason: header.ReasonCode ?? '',
})

// The first count also decides whether a second one is needed.
const noteFirst: Notes = (document, line, balances, by) => ({
  ...noteCount(document, line, balances, by),
  status: exceedsThreshold(balances.quantity(line.source), quantityOf(line)) ? 'RECOUNT' : 'COUNTED',
})

// The expected quantity at the time of the count, by the current ledger, and whether the variance can be
// posted.
const noteEnd: Notes = (_, line, balances) => {
  const { source, counted } = line
  const quantity = quantityOf(line)
  const expected = balances.quantity(source) - balances.netInflowSince(source, counted?.after ?? 0)
  // Reserved plants cannot be removed: that is for a person to decide.
  const stays = expected - quantity <= balances.available(source)
  return {
    ordered: expected,
    status: stays && !exceedsThreshold(expected, quantity) ? 'CLOSED' : 'REQUESTED',
  }
}

export const effects: Effects<DocumentSteps, LineSteps> = {
  lines: {
    count: { ...holdsNothing, notes: noteFirst },
    recount: {
      ...holdsNothing,
      notes: noteCount,
      // The second count is by another person, who can correct only their own.
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
