// Plans the documents of any kind from their declarations, within the available plants.

import type { Account } from '#core/kinds/accounts.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { DocumentKind, Status } from '#core/wire/constants.ts'
import { dayAfter, momentBefore } from './calendar.ts'
import type { DemoLot } from './lots.ts'
import type { Random } from './random.ts'
import type { DemoSeason } from './seasons.ts'

export interface Action {
  readonly by: string
  /** ISO 8601. */
  readonly at: string
}

export interface PlannedLine {
  readonly barcode: string
  /** The storage location or grower that it takes from; '' if the rules choose it. */
  readonly place: string
  /** Whole plants by the status of each step. A count plans the difference from the plants on hand. */
  readonly quantities: Readonly<Partial<Record<Status, number>>>
  readonly reason?: string
  readonly isReplant?: boolean
}

/** A step of the document, or of its lines with a quantity for that status. */
export interface PlannedStep extends Action {
  readonly to: Status
  readonly of: 'lines' | 'document'
}

/** A document with its steps in order. The first one stores its lines. */
export interface PlannedDocument {
  readonly kind: DocumentKind
  readonly mode: StoredDocument['mode']
  readonly location: string
  readonly season: DemoSeason
  readonly fields: Readonly<Record<string, string>>
  readonly created: Action
  readonly lines: readonly PlannedLine[]
  readonly steps: readonly PlannedStep[]
}

/** What all plans share. */
export interface World {
  readonly random: Random
  readonly today: string
  readonly seasons: readonly DemoSeason[]
  readonly lots: readonly DemoLot[]
  /** The plants that no line has ordered. Plants of cancelled or short lines are not added back. */
  readonly free: Map<DemoLot, number>
}

/** Names by location. */
export type Staff = Readonly<Record<string, readonly string[]>>

/** How documents of a kind come about. `Outcome` names their final states. */
export interface Declaration<Outcome extends string> {
  readonly kind: DocumentKind
  /** Days before today in which a season's documents are created: latest and earliest. */
  readonly days: Readonly<Record<DemoSeason['age'], readonly [number, number]>>
  readonly creators: Staff
  readonly lineCount: (random: Random, outcome: Outcome) => number
  /** Barcodes tried for each line. */
  readonly tries: number
  /** A line of a lot with `free` plants; null if they are too few. */
  readonly line: (
    random: Random,
    free: number,
    outcome: Outcome,
    index: number,
  ) => Omit<PlannedLine, 'barcode' | 'place'> | null
  /** The status of saved lines. */
  readonly saved: Status
  /** The steps after creation, with the time between. Steps with outcomes are steps of the document. */
  readonly steps: readonly {
    readonly to: Status
    readonly by: Staff
    readonly days: number
    readonly minutes: number
    readonly isAtDestination?: true
    readonly outcomes?: readonly Outcome[]
  }[]
}

/** What differs between the documents of a kind. */
export interface Target<Outcome> extends Pick<PlannedDocument, 'mode' | 'location' | 'season'> {
  readonly outcome: () => Outcome
  /** The lots of its lines. */
  readonly pool: readonly DemoLot[]
  readonly destination?: string
  /** `day` returns the date so many days after the creation. */
  readonly fields: (day: (later: number) => string) => PlannedDocument['fields']
}

/** The lots of this kind of account, at a location in a season. */
export function lotsOf(
  { lots }: World,
  kind: Account['kind'],
  at: Pick<PlannedDocument, 'location' | 'season'>,
): readonly DemoLot[] {
  return lots.filter(
    ({ account, location, season }) =>
      account.kind === kind && location === at.location && season.id === at.season.id,
  )
}

export function planDocument<Outcome extends string>(
  world: World,
  declared: Declaration<Outcome>,
  { outcome: outcomeOf, pool, destination = '', fields: fieldsOf, ...place }: Target<Outcome>,
): PlannedDocument {
  const { random, today } = world
  const { kind, saved, creators } = declared
  const [latest, earliest] = declared.days[place.season.age]
  const daysAgo = random.whole(latest, earliest)
  const minutes = random.whole(15 * 60, 20 * 60)
  const outcome = outcomeOf()
  const lines = planLines(world, declared, pool, place.mode, outcome)
  const fields = fieldsOf((later) => dayAfter(today, later - daysAgo))
  const action = (staff: Staff, at: string, laterDays = 0, laterMinutes = 0): Action => ({
    by: random.pick(staff[at] ?? ['ada.admin']),
    at: momentBefore(today, Math.max(1, daysAgo - laterDays), minutes + laterMinutes),
  })
  const created = action(creators, place.location)
  const hasLines = lines.length > 0
  const steps: PlannedStep[] = hasLines ? [{ ...created, to: saved, of: 'lines' }] : []
  for (const { to, outcomes, by, isAtDestination, ...later } of declared.steps) {
    // A document without lines can only be cancelled.
    const isTaken = outcomes
      ? outcomes.includes(outcome) && (hasLines || to === 'CANCELLED')
      : lines.some(({ quantities }) => quantities[to] !== undefined)
    if (!isTaken) continue
    const taken = action(by, isAtDestination ? destination : place.location, later.days, later.minutes)
    steps.push({ ...taken, to, of: outcomes ? 'document' : 'lines' })
  }
  return { ...place, kind, fields, created, lines, steps }
}

function planLines<Outcome extends string>(
  { random, free }: World,
  { lineCount, tries, line: lineOf, saved }: Declaration<Outcome>,
  pool: readonly DemoLot[],
  mode: PlannedDocument['mode'],
  outcome: Outcome,
): readonly PlannedLine[] {
  const count = lineCount(random, outcome)
  const lines = new Map<string, PlannedLine>()
  for (let rest = pool.length > 0 ? count * tries : 0; rest > 0 && lines.size < count; rest -= 1) {
    const lot = random.pick(pool)
    const available = free.get(lot) ?? 0
    const { barcode } = lot.plant
    const { place } = lot.account
    // Only grower storage lists a barcode once for each grower.
    const key = mode === 'growerStorage' ? `${barcode} ${place}` : barcode
    const line = lines.has(key) ? null : lineOf(random, available, outcome, lines.size)
    if (!line) continue
    free.set(lot, available - (line.quantities[saved] ?? 0))
    lines.set(key, { barcode, place, ...line })
  }
  return [...lines.values()]
}

/** Sorts documents by their time of creation. */
export function byCreation(one: PlannedDocument, other: PlannedDocument): number {
  return one.created.at < other.created.at ? -1 : 1
}
