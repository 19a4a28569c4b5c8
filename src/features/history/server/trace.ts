// The trace of a lot: sums over all its movements and balances.
// Movements that are hidden in the user's history count only in the sums.
import type { Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type {
  Trace,
  TraceAccount,
  TracePlace,
  TraceStep,
  TraceSumOf,
} from '#features/history/common/trace.ts'
import type { PageRequest } from '#server/domain/paging.ts'
import type { Person } from '#server/domain/people.ts'
import { notFound } from '#server/domain/refusals.ts'
import { canSeeGrowerStorage } from '#server/domain/stock-access.ts'
import { mayReadHistory } from './history.ts'

/** Plants of a lot that moved between two kinds of accounts. `seen`: visible to the user. */
export interface TraceFlow {
  readonly from: string
  readonly to: string
  readonly seen: boolean
  readonly qty: number
}

/** A balance of the lot. `seen`: the number of its plants visible to the user. */
export interface TraceBalance {
  readonly account: TraceAccount
  readonly qty: number
  readonly seen: number
  readonly reserved: number
}

/** The stored data of a lot. */
export interface FoundTrace {
  readonly plant: Pick<
    Trace,
    'BarcodeID' | 'Commodity' | 'VarietyCode' | 'Variety' | 'TrimType' | 'StockType' | 'TrimSeason'
  >
  /** A page of the steps visible to the user, oldest first, and their total number. */
  readonly steps: readonly TraceStep[]
  readonly total: number
  readonly flows: readonly TraceFlow[]
  readonly balances: readonly TraceBalance[]
}

export interface TracePort {
  /** Reads a lot in one consistent statement; null for an unknown barcode. */
  readonly ofBarcode: (
    barcode: string,
    at: { readonly locations: readonly string[]; readonly withGrowerStorage: boolean },
    page: PageRequest,
  ) => Promise<FoundTrace | null>
}

// Sums by kind of account.
const places: Readonly<Record<string, TraceSumOf>> = {
  stock: 'onHand',
  'grower-storage': 'growerStorage',
  transit: 'inTransit',
  dumped: 'dumped',
}

/**
 * Traces a lot for a user: steps and places at their locations, and sums of all others.
 * Any key suffices, except for grower storage.
 * A lot that was never at their locations returns `not_found`.
 */
export async function readTrace(
  traces: TracePort,
  person: Person,
  barcode: string,
  page: PageRequest,
): Promise<Result<Trace, Problem>> {
  const allowed = mayReadHistory(person)
  if (!allowed.ok) return allowed
  const at = { locations: [...person.locations], withGrowerStorage: canSeeGrowerStorage(person) }
  const found = await traces.ofBarcode(barcode, at, page)
  const seen = found && (found.total > 0 || found.balances.some((each) => each.seen > 0))
  if (!seen) return fail(notFound('barcode'))
  return succeed({
    ...found.plant,
    Steps: [...found.steps],
    TotalStepCount: found.total,
    Places: placesOf(found.balances),
    ...sumTrace(found),
  })
}

// The places with plants visible to the user.
const placesOf = (balances: readonly TraceBalance[]): TracePlace[] =>
  balances
    .filter(({ account, seen }) => seen > 0 && (account.Kind in places || account.Kind === 'issued'))
    .map(({ account, seen, reserved }) => ({ Account: account, Qty: seen, Reserved: reserved }))

// Sums a lot: inflow, issues and returns by movements, places by balances.
// The difference shows whether movements and balances agree.
function sumTrace({
  flows,
  balances,
}: Pick<FoundTrace, 'flows' | 'balances'>): Pick<Trace, 'Sums' | 'Difference'> {
  const moved = (counts: (flow: TraceFlow) => number) => {
    const of = (seen: boolean) =>
      flows.filter((flow) => flow.seen === seen).reduce((sum, flow) => sum + counts(flow) * flow.qty, 0)
    return { Here: of(true), Elsewhere: of(false) }
  }
  // Plants that leave an account count +1, plants that return count -1.
  const outOf = (kind: string) => moved(({ from, to }) => Number(from === kind) - Number(to === kind))
  const held = (sum: TraceSumOf) => {
    const there = balances.filter(({ account }) => places[account.Kind] === sum)
    const here = there.reduce((all, { seen }) => all + seen, 0)
    return { Here: here, Elsewhere: there.reduce((all, { qty }) => all + qty, 0) - here }
  }
  const Sums = {
    imported: outOf('opening'),
    adjusted: outOf('adjusted'),
    onHand: held('onHand'),
    growerStorage: held('growerStorage'),
    inTransit: held('inTransit'),
    issued: moved(({ to }) => Number(to === 'issued')),
    returned: moved(({ from }) => Number(from === 'issued')),
    dumped: held('dumped'),
  }
  const totalOf = (of: TraceSumOf) => Sums[of].Here + Sums[of].Elsewhere
  const totalInflow = totalOf('imported') + totalOf('adjusted')
  const there =
    totalOf('onHand') +
    totalOf('growerStorage') +
    totalOf('inTransit') +
    totalOf('dumped') +
    totalOf('issued') -
    totalOf('returned')
  return { Sums, Difference: totalInflow - there }
}
