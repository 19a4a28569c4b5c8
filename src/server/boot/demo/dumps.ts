// Dumps in every state, from stock and from grower storage.
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

/** A line and the action on it. */
export interface PlannedDumpLine {
  readonly barcode: string
  readonly account: Account
  /** Whole plants. */
  readonly quantity: number
  readonly reason: string
  readonly isDumped: boolean
}

/** A dump with its actions in order; null: the action was not done. */
export interface PlannedDump {
  readonly mode: StoredDocument['mode']
  readonly location: string
  readonly season: DemoSeason
  readonly fields: HeaderOf<typeof dump, 'AuthorizedBy'>
  readonly created: Action
  readonly lines: readonly PlannedDumpLine[]
  /** When its DUMPED lines were dumped. */
  readonly dumped: Action | null
  readonly ended: (Action & { readonly to: 'DUMPED' | 'CANCELLED' }) | null
}

// How far a dump has got: no lines, open, some or all lines dumped, dumped, or cancelled.
const fates = ['empty', 'open', 'partly', 'allGone', 'dumped', 'dumped', 'cancelled'] as const
type Fate = (typeof fates)[number]

// The first location that Setup offers gets enough for several pages.
const roundsAt = (location: string, { age }: DemoSeason) => (location === 'CAC' && age === 'current' ? 4 : 1)
const days = { previous: [280, 390], current: [1, 40] } as const

// Who creates and who completes dumps at a location.
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
  const plan = (of: Pick<PlannedDump, 'mode' | 'location' | 'season'>, fate: Fate) => {
    const kind = of.mode === 'growerStorage' ? 'grower-storage' : 'stock'
    const pool = lots.filter(
      (lot) => lot.account.kind === kind && lot.location === of.location && lot.season.id === of.season.id,
    )
    dumps.push(planDump(random, today, of, fate, pool, free))
  }
  for (const location of Object.keys(staff)) {
    for (const season of seasons) {
      for (let round = roundsAt(location, season); round > 0; round -= 1) {
        for (const fate of fates) plan({ mode: 'inventory', location, season }, fate)
      }
      const isKept = lots.some(
        (lot) =>
          lot.account.kind === 'grower-storage' && lot.location === location && lot.season.id === season.id,
      )
      if (isKept) for (const fate of fates) plan({ mode: 'growerStorage', location, season }, fate)
    }
  }
  return dumps.sort((one, other) => (one.created.at < other.created.at ? -1 : 1))
}

// Plants left over, so that accepted adjustments have enough stock.
const keptBack = 100
const mostDumped = 150

function planDump(
  random: Random,
  today: string,
  { mode, location, season }: Pick<PlannedDump, 'mode' | 'location' | 'season'>,
  fate: Fate,
  pool: readonly DemoLot[],
  free: FreePlants,
): PlannedDump {
  const { writers, dumpers } = staff[location] ?? { writers: ['ada.admin'], dumpers: ['ada.admin'] }
  const [latest, earliest] = days[season.age]
  const ago = random.whole(latest, earliest)
  const minutes = random.whole(15 * 60, 20 * 60)
  const at = (laterMinutes: number) => momentBefore(today, ago, minutes + laterMinutes)
  const lines = new Map<string, PlannedDumpLine>()
  const wanted = fate === 'empty' ? 0 : random.whole(1, 5)
  for (let tries = wanted * 6; tries > 0 && lines.size < wanted; tries -= 1) {
    const lot = random.pick(pool)
    const { barcode } = lot.plant
    const left = free.of(lot) - (mode === 'growerStorage' ? 0 : keptBack)
    const key = `${barcode} ${lot.account.place}`
    const isListed =
      mode === 'growerStorage' ? lines.has(key) : [...lines.keys()].some((each) => each.startsWith(barcode))
    if (left < 1 || isListed) continue
    const quantity = random.whole(1, Math.min(left, mostDumped))
    free.take(lot, quantity)
    const isDumped = fate === 'dumped' || fate === 'allGone' || (fate === 'partly' && lines.size % 2 === 0)
    lines.set(key, { barcode, account: lot.account, quantity, reason: random.pick(reasons), isDumped })
  }
  const does = lines.size > 0
  const to = fate === 'cancelled' ? 'CANCELLED' : fate === 'dumped' && does ? 'DUMPED' : null
  return {
    mode,
    location,
    season,
    fields: {
      AuthorizedBy: random.pick(authorities),
      AuthorizedDate: dayAfter(today, -ago),
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
