// Ledger effects of a count. A count reserves nothing, so stock may move while it is open. Each line stores
// the ledger quantity and the last movement when it was counted. Closing includes movements since then, so
// that a sale in between is no variance.
import { refuse } from '#core/wire/refusals.ts'
import { fail, succeed } from '#core/wire/result.ts'
import { adjustedAccount, stockAccount } from '../accounts.ts'
import { countedFlow } from '../adjustment/effects.ts'
import { atLocation, type ComputeFields, type Effects, release, reservesNothing } from '../effects.ts'
import { quantityOf } from '../engine.ts'

/** `close` posts the variances within the threshold. */
export type DocumentSteps = 'create' | 'edit' | 'close' | 'cancel'
/** `recount` is the second count, by another person. */
export type LineSteps = 'count' | 'recount' | 'delete'

/**
 * A variance is posted without a second count up to this many plants or this percentage of the expected
 * quantity, whichever is more. Above it another person counts again, and a remaining variance goes to an
 * adjustment request (docs/stock-ledger.md, Counts).
 */
export const THRESHOLD = { plants: 10, percent: 2 } as const

/** Is the variance above the posting threshold? Whole plants. */
export function exceedsThreshold(expected: number, counted: number): boolean {
  return Math.abs(counted - expected) > Math.max(THRESHOLD.plants, (expected * THRESHOLD.percent) / 100)
}

// Stores the current balance with the counted line; `by` is the person who counted.
const setCountFields: ComputeFields = ({ header }, { source }, balances, by) => ({
  ordered: balances.quantity(source),
  counted: { by, after: balances.latest },
  reason: header.ReasonCode ?? '',
})

// The first count also decides whether a second one is needed.
const setFirstCountFields: ComputeFields = (document, line, balances, by) => ({
  ...setCountFields(document, line, balances, by),
  status: exceedsThreshold(balances.quantity(line.source), quantityOf(line)) ? 'RECOUNT' : 'COUNTED',
})

// Stores the expected quantity at the time of the count, and whether the variance can be posted.
const setClosingFields: ComputeFields = (_, line, balances) => {
  const { source, counted } = line
  const quantity = quantityOf(line)
  const expected = balances.quantity(source) - balances.netInflowSince(source, counted?.after ?? 0)
  // A person must decide if the variance would remove reserved plants.
  const isAvailable = expected - quantity <= balances.available(source)
  return {
    ordered: expected,
    status: isAvailable && !exceedsThreshold(expected, quantity) ? 'CLOSED' : 'REQUESTED',
  }
}

export const effects: Effects<DocumentSteps, LineSteps> = {
  lines: {
    count: { ...reservesNothing, computeFields: setFirstCountFields },
    recount: {
      ...reservesNothing,
      computeFields: setCountFields,
      // Another person makes the second count, and only that person can correct it.
      checkPerson: ({ barcode, status, counted }, by) =>
        (counted?.by === by) === (status === 'RECOUNTED') ? true : refuse('anotherPerson', { barcode }),
    },
    delete: reservesNothing,
  },
  document: {
    create: 'none',
    edit: 'none',
    close: {
      between: ({ location }, { source }) => [source, adjustedAccount(location)],
      of: (_, line, balances) =>
        line.status === 'CLOSED' ? [countedFlow(line, quantityOf(line), balances)] : [],
      computeFields: setClosingFields,
      requiredStock: ({ location, header }) => ({
        location,
        ...(header.Scope === 'SHELF' && { place: header.Shelf ?? '' }),
      }),
    },
    cancel: release,
  },
  requestLines: {
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
