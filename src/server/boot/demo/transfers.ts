// Plans transfers in every state, some with open adjustment requests.

import type { transfer } from '#server/store/schema/documents.ts'
import { dayAfter, momentBefore } from './calendar.ts'
import { type FreePlants, freePlants } from './free-plants.ts'
import type { HeaderOf } from './header-of.ts'
import type { Action, PlannedIssuance, PlannedLine } from './issuances.ts'
import type { DemoLot } from './lots.ts'
import type { Random } from './random.ts'
import type { DemoSeason } from './seasons.ts'

/** A line with its actions at both locations, in whole plants. */
export interface PlannedTransferLine extends PlannedLine {
  /** null if not received or not counted. */
  readonly received: number | null
}

/** A transfer with its actions in order. null: the action did not happen. */
export interface PlannedTransfer {
  readonly origin: string
  readonly season: DemoSeason
  readonly fields: HeaderOf<typeof transfer, 'DestinationLocationID' | 'CarrierName' | 'TruckID'>
  readonly created: Action
  readonly lines: readonly PlannedTransferLine[]
  readonly picked: Action | null
  readonly cancelled: Action | null
  readonly shipped: Action | null
  readonly counted: Action | null
  readonly completed: Action | null
  /** The origin's decision on each discrepancy. */
  readonly decided: (Action & { readonly to: 'accept' | 'reject' }) | null
}

// The final state of a transfer. Each route gets every state several times.
const outcomes = [
  'open',
  'reserved',
  'picked',
  'shipped',
  'shipped',
  'counted',
  'received',
  'differing',
  'decided',
  'cancelled',
] as const
type Outcome = (typeof outcomes)[number]

const routes = [
  ['CAC', 'FLC'],
  ['CAC', 'ORW'],
  ['ORW', 'CAC'],
  ['FLC', 'CAC'],
] as const
const rounds = { previous: 1, current: 2 } as const
const days = { previous: [280, 380], current: [6, 40] } as const

// The staff who create, ship and receive at a location.
const staff: Readonly<Record<string, readonly string[]>> = {
  CAC: ['ravi.receiver', 'lena.lead', 'ada.admin'],
  FLC: ['ravi.receiver', 'ada.admin'],
  ORW: ['lena.lead', 'ada.admin'],
}
const carriers = ['Coldline Freight', 'Valley Reefer', 'Own truck', 'Cascade Cartage'] as const

/** Plans transfers of plants that no issuance has ordered. */
export function planTransfers(
  random: Random,
  today: string,
  seasons: readonly DemoSeason[],
  lots: readonly DemoLot[],
  issuances: readonly PlannedIssuance[],
): readonly PlannedTransfer[] {
  const free = freePlants(lots, issuances)
  const plans: PlannedTransfer[] = []
  for (const season of seasons) {
    for (const [origin, destination] of routes) {
      const pool = lots.filter(
        (lot) => lot.account.kind === 'stock' && lot.location === origin && lot.season.id === season.id,
      )
      for (let round = rounds[season.age]; round > 0; round -= 1) {
        for (const outcome of outcomes) {
          plans.push(planTransfer(random, today, { origin, destination, season, outcome }, pool, free))
        }
      }
    }
  }
  return plans.sort((one, other) => (one.created.at < other.created.at ? -1 : 1))
}

interface To {
  readonly origin: string
  readonly destination: string
  readonly season: DemoSeason
  readonly outcome: Outcome
}

const maxOrdered = 600
// Plants left over, so that the origin's stock covers accepted adjustments.
const minRemaining = 100

function planTransfer(
  random: Random,
  today: string,
  { origin, destination, season, outcome }: To,
  pool: readonly DemoLot[],
  free: FreePlants,
): PlannedTransfer {
  const [latest, earliest] = days[season.age]
  const daysAgo = random.whole(latest, earliest)
  const minutes = random.whole(15 * 60, 20 * 60)
  const by = (place: string) => random.pick(staff[place] ?? ['ada.admin'])
  const action = (place: string, later: number) => ({
    by: by(place),
    at: momentBefore(today, daysAgo - later, minutes + later),
  })
  const reached = (...wanted: readonly Outcome[]) => wanted.includes(outcome)
  const arrived = reached('received', 'differing', 'decided')
  const shipped = arrived || reached('shipped', 'counted')
  const picked = shipped || outcome === 'picked'
  const lines = new Map<string, PlannedTransferLine>()
  const wanted = outcome === 'open' ? 0 : random.whole(2, 8)
  for (let tries = wanted * 6; tries > 0 && lines.size < wanted; tries -= 1) {
    const lot = random.pick(pool)
    const { barcode } = lot.plant
    const bundles = Math.floor(Math.min(free.of(lot) - minRemaining, maxOrdered) / 25)
    if (bundles < 1 || lines.has(barcode)) continue
    const ordered = random.whole(1, bundles) * 25
    free.take(lot, ordered)
    const counted = arrived || (outcome === 'counted' && lines.size % 2 === 0)
    const differs = reached('differing', 'decided') && (lines.size === 0 || random.chance(0.3))
    lines.set(barcode, {
      barcode,
      account: lot.account,
      ordered,
      picked: picked ? ordered : null,
      received: counted ? ordered + (differs ? random.pick([-3, -1, -25, 2]) : 0) : null,
      isReplant: false,
    })
  }
  const hasLines = lines.size > 0
  return {
    origin,
    season,
    fields: {
      DestinationLocationID: destination,
      ReferenceNbr: random.chance(0.6) ? `TR ${random.whole(1_000, 9_999)}` : '',
      CarrierName: random.pick(carriers),
      TruckID: `T-${random.whole(10, 99)}`,
      ExpectedShipDate: dayAfter(today, 1 - daysAgo),
      ExpectedArrivalDate: dayAfter(today, random.whole(2, 4) - daysAgo),
      ShipPlantTemperature: String(random.whole(-2, 4)),
      ReceiptPlantTemperature: arrived ? String(random.whole(-2, 6)) : '',
    },
    created: action(origin, 0),
    lines: [...lines.values()],
    picked: picked && hasLines ? action(origin, 1) : null,
    cancelled: outcome === 'cancelled' ? action(origin, 1) : null,
    shipped: shipped && hasLines ? action(origin, 2) : null,
    counted: (arrived || outcome === 'counted') && hasLines ? action(destination, 4) : null,
    completed: arrived && hasLines ? action(destination, 4) : null,
    decided:
      outcome === 'decided' && hasLines
        ? {
            by: origin === 'FLC' ? 'ada.admin' : 'lena.lead',
            at: momentBefore(today, daysAgo - 5, minutes),
            to: random.chance(0.7) ? 'accept' : 'reject',
          }
        : null,
  }
}
