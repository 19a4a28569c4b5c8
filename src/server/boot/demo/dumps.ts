// Plans dumps in every state, from stock and from grower storage.
import type { Account } from '#core/kinds/accounts.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { dump } from '#server/store/schema/documents.ts'
import { dayAfter, momentBefore } from './calendar.ts'
import { reasonCodes } from './catalogue.ts'
import { type FreePlants, freePlants } from './free-plants.ts'
import type { HeaderOf } from './header-of.ts'
import type { Action, PlannedLine } from './issuances.ts'
import type { DemoLot } from './lots.ts'
import type { Random } from './random.ts'
import type { DemoSeason } from './seasons.ts'

/** A line and its action. */
export interface PlannedDumpLine {
  readonly barcode: string
  readonly account: Account
  /** Whole plants. */
  readonly quantity: number
  readonly reason: string
  readonly isDumped: boolean
}

/** A dump with its actions in order. null: the action did not happen. */
export interface PlannedDump {
  readonly mode: StoredDocument['mode']
  readonly location: string
  readonly season: DemoSeason
  readonly fields: HeaderOf<typeof dump, 'AuthorizedBy'>
  readonly created: Action
  readonly lines: readonly PlannedDumpLine[]
  /** The action that dumped the DUMPED lines. */
  readonly dumped: Action | null
  readonly ended: (Action & { readonly to: 'DUMPED' | 'CANCELLED' }) | null
}

// The final state of a dump: no lines, open, some or all lines dumped, dumped, or cancelled.
const outcomes = ['empty', 'open', 'partly', 'allGone', 'dumped', 'dumped', 'cancelled'] as const
type Outcome = (typeof outcomes)[number]

// The first location in Setup gets enough dumps for several pages.
const roundsAt = (location: string, { age }: DemoSeason) => (location === 'CAC' && age === 'current' ? 4 : 1)
const days = { previous: [280, 390], current: [1, 40] } as const

// The staff who create and complete dumps at a location.
const staff: Readonly<
  Record<string, { readonly writers: readonly string[]; readonly dumpers: readonly string[] }>
> = {
  CAC: { writers: ['ravi.receiver', 'lena.lead', 'ada.admin'], dumpers: ['lena.lead', 'ada.admin'] },
  FLC: { writers: ['ravi.receiver', 'ada.admin'], dumpers: ['ada.admin'] },
  ORW: { writers: ['lena.lead', 'ada.admin'], dumpers: ['lena.lead', 'ada.admin'] },
}
const authorities = ['M. Reyes', 'K. Whitcomb', 'D. Aguilar', 'S. Brandt'] as const
const comments = [
  'Compressor failed over the weekend',
  'Plant health inspection',
  'Pallet fell',
  'End of season',
] as const
const reasons = reasonCodes.filter(({ type }) => type === 'DUMP').map(({ code }) => code)

/** Plans dumps of plants that no other plan uses. */
export function planDumps(
  random: Random,
  today: string,
  seasons: readonly DemoSeason[],
  lots: readonly DemoLot[],
  plans: readonly { readonly lines: readonly Pick<PlannedLine, 'barcode' | 'account' | 'ordered'>[] }[],
): readonly PlannedDump[] {
  const free = freePlants(lots, plans)
  const dumps: PlannedDump[] = []
  const plan = (of: Pick<PlannedDump, 'mode' | 'location' | 'season'>, outcome: Outcome) => {
    const kind = of.mode === 'growerStorage' ? 'grower-storage' : 'stock'
    const pool = lots.filter(
      (lot) => lot.account.kind === kind && lot.location === of.location && lot.season.id === of.season.id,
    )
    dumps.push(planDump(random, today, of, outcome, pool, free))
  }
  for (const location of Object.keys(staff)) {
    for (const season of seasons) {
      for (let round = roundsAt(location, season); round > 0; round -= 1) {
        for (const outcome of outcomes) plan({ mode: 'inventory', location, season }, outcome)
      }
      const hasGrowerStorage = lots.some(
        (lot) =>
          lot.account.kind === 'grower-storage' && lot.location === location && lot.season.id === season.id,
      )
      if (hasGrowerStorage)
        for (const outcome of outcomes) plan({ mode: 'growerStorage', location, season }, outcome)
    }
  }
  return dumps.sort((one, other) => (one.created.at < other.created.at ? -1 : 1))
}

// Plants left over, so that accepted adjustments have enough stock.
const minRemaining = 100
const maxDumped = 150

function planDump(
  random: Random,
  today: string,
  { mode, location, season }: Pick<PlannedDump, 'mode' | 'location' | 'season'>,
  outcome: Outcome,
  pool: readonly DemoLot[],
  free: FreePlants,
): PlannedDump {
  const { writers, dumpers } = staff[location] ?? { writers: ['ada.admin'], dumpers: ['ada.admin'] }
  const [latest, earliest] = days[season.age]
  const daysAgo = random.whole(latest, earliest)
  const minutes = random.whole(15 * 60, 20 * 60)
  const at = (laterMinutes: number) => momentBefore(today, daysAgo, minutes + laterMinutes)
  const lines = new Map<string, PlannedDumpLine>()
  const wanted = outcome === 'empty' ? 0 : random.whole(1, 5)
  for (let tries = wanted * 6; tries > 0 && lines.size < wanted; tries -= 1) {
    const lot = random.pick(pool)
    const { barcode } = lot.plant
    const available = free.of(lot) - (mode === 'growerStorage' ? 0 : minRemaining)
    const key = `${barcode} ${lot.account.place}`
    const isListed =
      mode === 'growerStorage' ? lines.has(key) : [...lines.keys()].some((each) => each.startsWith(barcode))
    if (available < 1 || isListed) continue
    const quantity = random.whole(1, Math.min(available, maxDumped))
    free.take(lot, quantity)
    const isDumped =
      outcome === 'dumped' || outcome === 'allGone' || (outcome === 'partly' && lines.size % 2 === 0)
    lines.set(key, { barcode, account: lot.account, quantity, reason: random.pick(reasons), isDumped })
  }
  const hasLines = lines.size > 0
  const to = outcome === 'cancelled' ? 'CANCELLED' : outcome === 'dumped' && hasLines ? 'DUMPED' : null
  return {
    mode,
    location,
    season,
    fields: {
      AuthorizedBy: random.pick(authorities),
      AuthorizedDate: dayAfter(today, -daysAgo),
      Comments: random.chance(0.4) ? random.pick(comments) : '',
    },
    created: { by: random.pick(writers), at: at(0) },
    lines: [...lines.values()],
    dumped: [...lines.values()].some(({ isDumped }) => isDumped)
      ? { by: random.pick(dumpers), at: at(20) }
      : null,
    ended: to && { to, by: random.pick(dumpers), at: at(40) },
  }
}
