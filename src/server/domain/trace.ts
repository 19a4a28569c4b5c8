// The trace of a lot: sums over all its movements and balances. What a person may not see in the history is a
// count here.
import type { Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { Trace, TraceAccount, TracePlace, TraceStep, TraceSumOf } from '#core/wire/trace.ts'
import { holdsAnyKey } from './history.ts'
import type { PageWanted } from './paging.ts'
import type { Person } from './people.ts'
import { notFound } from './refusals.ts'
import { seesGrowerStorage } from './stock-access.ts'

/** The plants of a lot that moved between two kinds of accounts; `seen`: the person sees these movements. */
export interface TraceFlow {
  readonly from: string
  readonly to: string
  readonly seen: boolean
  readonly qty: number
}

/** A balance of the lot; `seen` is how many of its plants the person sees. */
export interface TraceBalance {
  readonly account: TraceAccount
  readonly qty: number
  readonly seen: number
  readonly reserved: number
}

/** What the database has of a lot. */
export interface FoundTrace {
  readonly plant: Pick<
    Trace,
    'BarcodeID' | 'Commodity' | 'VarietyCode' | 'Variety' | 'TrimType' | 'StockType' | 'TrimSeason'
  >
  /** A page of the steps that the person sees, oldest first, and how many there are. */
  readonly steps: readonly TraceStep[]
  readonly total: number
  readonly flows: readonly TraceFlow[]
  readonly balances: readonly TraceBalance[]
}

export interface TracePort {
  /** All about a lot, with one statement: movements and balances of one moment. null: no such barcode. */
  readonly ofBarcode: (
    barcode: string,
    at: { readonly locations: readonly string[]; readonly withGrowerStorage: boolean },
    page: PageWanted,
  ) => Promise<FoundTrace | null>
}

// Where plants of a lot can be.
const places: Readonly<Record<string, TraceSumOf>> = {
  stock: 'onHand',
  'grower-storage': 'growerStorage',
  transit: 'inTransit',
  dumped: 'dumped',
}

/**
 * Traces a lot for a person: steps and places at their locations, all else as counts. Any key is enough,
 * except for grower storage. A lot that has never been at their locations is not found, as if there were
 * none.
 */
export async function readTrace(
  traces: TracePort,
  person: Person,
  barcode: string,
  page: PageWanted,
): Promise<Result<Trace, Problem>> {
  const allowed = holdsAnyKey(person)
  if (!allowed.ok) return allowed
  const at = { locations: [...person.locations], withGrowerStorage: seesGrowerStorage(person) }
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

// Where the person sees plants now.
const placesOf = (balances: readonly TraceBalance[]): TracePlace[] =>
  balances
    .filter(({ account, seen }) => seen > 0 && (account.Kind in places || account.Kind === 'issued'))
    .map(({ account, seen, reserved }) => ({ Account: account, Qty: seen, Reserved: reserved }))

// The sums of a lot. What came in, was issued and returned is counted by movements, where plants are by
// balances: the difference shows whether the two agree.
function sumTrace({
  flows,
  balances,
}: Pick<FoundTrace, 'flows' | 'balances'>): Pick<Trace, 'Sums' | 'Difference'> {
  const moved = (counts: (flow: TraceFlow) => number) => {
    const of = (seen: boolean) =>
      flows.filter((flow) => flow.seen === seen).reduce((sum, flow) => sum + counts(flow) * flow.qty, 0)
    return { Here: of(true), Elsewhere: of(false) }
  }
  // Out of an account counts once, back into it takes away.
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
  const whole = (of: TraceSumOf) => Sums[of].Here + Sums[of].Elsewhere
  const cameIn = whole('imported') + whole('adjusted')
  const there =
    whole('onHand') +
    whole('growerStorage') +
    whole('inTransit') +
    whole('dumped') +
    whole('issued') -
    whole('returned')
  return { Sums, Difference: cameIn - there }
}
