// Plans issuances in every state within the available stock.

import type { Account } from '#core/kinds/accounts.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { Commodity, IssueToType } from '#core/wire/constants.ts'
import type { issuance } from '#server/store/schema/documents.ts'
import { dayAfter, momentBefore } from './calendar.ts'
import type { DemoGrower, DemoNursery } from './entities.ts'
import type { HeaderOf } from './header-of.ts'
import type { DemoLot } from './lots.ts'
import type { Random } from './random.ts'
import type { DemoSeason } from './seasons.ts'

/** A line and its actions, in whole plants. */
export interface PlannedLine {
  readonly barcode: string
  readonly account: Account
  readonly ordered: number
  /** null if not picked. */
  readonly picked: number | null
  readonly isReplant: boolean
}

/** An issuance with its actions in order. Times are ISO 8601. */
export interface PlannedIssuance {
  readonly mode: StoredDocument['mode']
  readonly location: string
  readonly season: DemoSeason
  readonly fields: HeaderOf<
    typeof issuance,
    'IssueToType' | 'IssueToNbr' | 'IssueDate' | 'ReferenceNbr' | 'Comments'
  >
  readonly created: Action
  readonly lines: readonly PlannedLine[]
  readonly picked: Action | null
  /** Its end; null while it is open. */
  readonly ended: (Action & { readonly to: 'SHIPPED' | 'CANCELLED' }) | null
}

export interface Action {
  readonly by: string
  readonly at: string
}

// Issuances per location and season: enough for several pages of a list.
const counts: Readonly<Record<string, Readonly<Record<Commodity, Record<DemoSeason['age'], number>>>>> = {
  CAC: {
    BLACK: { previous: 50, current: 140 },
    BLUE: { previous: 30, current: 40 },
    RASP: { previous: 40, current: 60 },
    STRAW: { previous: 100, current: 160 },
  },
  FLC: {
    BLACK: { previous: 4, current: 8 },
    BLUE: { previous: 12, current: 18 },
    RASP: { previous: 3, current: 6 },
    STRAW: { previous: 20, current: 30 },
  },
  ORW: {
    BLACK: { previous: 12, current: 20 },
    BLUE: { previous: 12, current: 20 },
    RASP: { previous: 20, current: 40 },
    STRAW: { previous: 8, current: 12 },
  },
}
const growerStorageCount = 40

const outcomeWeights = {
  previous: { open: 3, reserved: 15, partlyPicked: 8, picked: 6, shipped: 58, cancelled: 10 },
  current: { open: 10, reserved: 26, partlyPicked: 14, picked: 10, shipped: 30, cancelled: 10 },
} as const
type Outcome = keyof (typeof outcomeWeights)['current']

// Days before today in which a season's issuances are created.
const ageInDays = { previous: [280, 390], current: [1, 44] } as const

const comments: readonly string[] = [
  'Pick up before noon',
  'Reefer truck, keep at 34 F',
  'Driver brings own pallets',
  'Call the ranch when loaded',
  'Two drops, load the larger one last',
  'Replant after frost',
  'Split by variety on the pallet',
]
// Creators and pickers with rights at the location.
const staff = {
  here: {
    writers: ['lena.lead', 'lena.lead', 'ada.admin', 'pia.picker'],
    pickers: ['pia.picker', 'lena.lead'],
  },
  FLC: { writers: ['ada.admin'], pickers: ['ada.admin', 'sam.super'] },
} as const

export function planIssuances(
  random: Random,
  today: string,
  seasons: readonly DemoSeason[],
  lots: readonly DemoLot[],
  growers: readonly DemoGrower[],
  nurseries: readonly DemoNursery[],
): readonly PlannedIssuance[] {
  const shelf = createShelf(lots)
  const plans: PlannedIssuance[] = []
  for (const [location, ofCommodity] of Object.entries(counts)) {
    for (const season of seasons) {
      for (let remaining = ofCommodity[season.commodity][season.age]; remaining > 0; remaining -= 1) {
        const type: IssueToType = random.chance(0.15) ? 'Nursery' : 'Grower'
        const destination =
          type === 'Nursery' ? random.pick(nurseries).id : pickGrower(random, growers, season, location)
        const pool = shelf.pool(location, season, type === 'Nursery' ? 'FOUNDATION' : 'COMMERCIAL')
        const to = { mode: 'inventory' as const, location, season, type, destination }
        plans.push(planIssuance(random, today, to, pool, shelf))
      }
    }
  }
  const owners = shelf.growersWithStorage()
  for (let remaining = growerStorageCount; remaining > 0; remaining -= 1) {
    const { location, season, destination, pool } = random.pick(owners)
    const to = { mode: 'growerStorage' as const, location, season, type: 'Grower' as const, destination }
    plans.push(planIssuance(random, today, to, pool, shelf))
  }
  return plans.sort((one, other) => (one.created.at < other.created.at ? -1 : 1))
}

// Most growers are served from their pick-up location, a few from another one.
function pickGrower(
  random: Random,
  growers: readonly DemoGrower[],
  { commodity }: DemoSeason,
  location: string,
): string {
  const candidates = growers.filter((grower) => grower.commodity === commodity)
  const nearby = candidates.filter(({ pickUpLocation }) => pickUpLocation === location)
  return random.pick(nearby.length > 0 && !random.chance(0.08) ? nearby : candidates).id
}

interface To {
  readonly mode: StoredDocument['mode']
  readonly location: string
  readonly season: DemoSeason
  readonly type: IssueToType
  readonly destination: string
}

function planIssuance(
  random: Random,
  today: string,
  to: To,
  pool: readonly DemoLot[],
  shelf: Shelf,
): PlannedIssuance {
  const { mode, location, season } = to
  const { writers, pickers } = location === 'FLC' ? staff.FLC : staff.here
  const [latest, earliest] = ageInDays[season.age]
  const days = random.whole(latest, earliest)
  const minutes = random.whole(15 * 60, 20 * 60)
  const at = (laterDays: number, laterMinutes: number) =>
    momentBefore(today, Math.max(1, days - laterDays), minutes + laterMinutes)
  const wanted: Outcome = random.weighted(outcomeWeights[season.age])
  const lines = wanted === 'open' ? [] : planLines(random, wanted, pool, shelf)
  // With no plants left to order, the issuance stays open.
  const outcome = lines.length === 0 && wanted !== 'cancelled' ? 'open' : wanted
  const picked = lines.some((line) => line.picked !== null)
  const ended = outcome === 'shipped' ? 'SHIPPED' : outcome === 'cancelled' ? 'CANCELLED' : null
  return {
    mode,
    location,
    season,
    fields: {
      IssueToType: to.type,
      IssueToNbr: to.destination,
      IssueDate: dayAfter(today, random.whole(0, 5) - days),
      ReferenceNbr: random.chance(0.7) ? `PO ${random.whole(10_000, 99_999)}` : '',
      Comments: random.chance(0.25) ? random.pick(comments) : '',
    },
    created: { by: random.pick(writers), at: at(0, 0) },
    lines,
    picked: picked ? { by: random.pick(pickers), at: at(1, 45) } : null,
    ended: ended && { to: ended, by: random.pick(pickers), at: at(2, 90) },
  }
}

const sizeShares = { one: 15, few: 65, many: 16, truckload: 4 }
const lineCounts = {
  one: { min: 1, max: 1 },
  few: { min: 2, max: 6 },
  many: { min: 7, max: 14 },
  truckload: { min: 30, max: 45 },
} as const
const maxOrdered = 900

function planLines(random: Random, outcome: Outcome, pool: readonly DemoLot[], shelf: Shelf): PlannedLine[] {
  const { min, max } = lineCounts[random.weighted(sizeShares)]
  const count = random.whole(min, max)
  const lines = new Map<string, PlannedLine>()
  for (let tries = count * 4; tries > 0 && lines.size < count && pool.length > 0; tries -= 1) {
    const lot = random.pick(pool)
    const free = shelf.free(lot)
    const { barcode } = lot.plant
    if (free === 0 || lines.has(barcode)) continue
    // Sometimes the last plants are ordered.
    const clearsOut = free <= maxOrdered && random.chance(0.3)
    const bundles = Math.floor(Math.min(free, maxOrdered) / 25)
    const ordered = clearsOut || bundles === 0 ? free : random.whole(1, bundles) * 25
    shelf.take(lot, ordered)
    lines.set(barcode, {
      barcode,
      account: lot.account,
      ordered,
      picked: isPicked(random, outcome, lines.size) ? pickedOf(random, ordered) : null,
      isReplant: random.chance(0.04),
    })
  }
  return [...lines.values()]
}

function isPicked(random: Random, outcome: Outcome, index: number): boolean {
  if (outcome === 'shipped' || outcome === 'picked') return true
  if (outcome === 'partlyPicked') return index === 0 || random.chance(0.5)
  return outcome === 'cancelled' && random.chance(0.2)
}

// Mostly the ordered quantity. Sometimes a few plants are unfit and the pick is short.
const pickedOf = (random: Random, ordered: number): number =>
  ordered > 50 && random.chance(0.08) ? ordered - random.whole(1, 20) : ordered

// Plants that no line has ordered. Plants of cancelled or short-picked lines are not added back.
interface Shelf {
  readonly pool: (location: string, season: DemoSeason, stockType: string) => readonly DemoLot[]
  readonly free: (lot: DemoLot) => number
  readonly take: (lot: DemoLot, quantity: number) => void
  readonly growersWithStorage: () => readonly Owner[]
}
type Owner = Pick<To, 'location' | 'season' | 'destination'> & { readonly pool: readonly DemoLot[] }

function createShelf(lots: readonly DemoLot[]): Shelf {
  const remaining = new Map(lots.map((lot) => [lot, lot.quantity]))
  const pools = new Map<string, DemoLot[]>()
  const owners = new Map<string, Owner & { readonly pool: DemoLot[] }>()
  const poolKey = (...parts: readonly string[]) => parts.join(' ')
  for (const lot of lots) {
    const { account, location, season, plant } = lot
    if (account.kind === 'stock') {
      const key = poolKey(location, season.id, plant.stockType)
      const pool = pools.get(key) ?? []
      pool.push(lot)
      pools.set(key, pool)
    } else {
      const key = poolKey(location, account.place)
      const owner = owners.get(key) ?? { location, season, destination: account.place, pool: [] }
      owner.pool.push(lot)
      owners.set(key, owner)
    }
  }
  return {
    pool: (location, season, stockType) => pools.get(poolKey(location, season.id, stockType)) ?? [],
    free: (lot) => remaining.get(lot) ?? 0,
    take: (lot, quantity) => remaining.set(lot, (remaining.get(lot) ?? 0) - quantity),
    growersWithStorage: () => [...owners.values()],
  }
}
