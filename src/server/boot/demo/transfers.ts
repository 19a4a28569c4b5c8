// Plans transfers in every state, some with adjustment requests.
import { momentAfter } from './calendar.ts'
import {
  byCreation,
  type Declaration,
  lotsOf,
  type PlannedDocument,
  planDocument,
  type Staff,
  type World,
} from './plan.ts'

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

// The staff who create, ship and receive at a location.
const staff: Staff = {
  CAC: ['ravi.receiver', 'lena.lead', 'ada.admin'],
  FLC: ['ravi.receiver', 'ada.admin'],
  ORW: ['lena.lead', 'ada.admin'],
}
const carriers = ['Coldline Freight', 'Valley Reefer', 'Own truck', 'Cascade Cartage'] as const

const differing: readonly Outcome[] = ['differing', 'decided']
const arrived: readonly Outcome[] = ['received', ...differing]
const shipped: readonly Outcome[] = ['shipped', 'counted', ...arrived]
const maxOrdered = 600
// Plants left over, so that the origin's stock covers accepted adjustments.
const minRemaining = 100
const received = { to: 'RECEIVED', by: staff, days: 4, minutes: 4, isAtDestination: true } as const

const declaration: Declaration<Outcome> = {
  kind: 'transfer',
  days: { previous: [280, 380], current: [6, 40] },
  creators: staff,
  lineCount: (random, outcome) => (outcome === 'open' ? 0 : random.whole(2, 8)),
  tries: 6,
  line: (random, free, outcome, index) => {
    const bundles = Math.floor(Math.min(free - minRemaining, maxOrdered) / 25)
    if (bundles < 1) return null
    const ordered = random.whole(1, bundles) * 25
    const isCounted = arrived.includes(outcome) || (outcome === 'counted' && index % 2 === 0)
    const differs = differing.includes(outcome) && (index === 0 || random.chance(0.3))
    const difference = differs ? random.pick([-3, -1, -25, 2]) : 0
    const quantities = {
      RESERVED: ordered,
      ...(shipped.includes(outcome) || outcome === 'picked' ? { PICKED: ordered } : {}),
      ...(isCounted ? { RECEIVED: ordered + difference } : {}),
    }
    return { quantities }
  },
  saved: 'RESERVED',
  steps: [
    { to: 'PICKED', by: staff, days: 1, minutes: 1 },
    { to: 'CANCELLED', by: staff, days: 1, minutes: 1, outcomes: ['cancelled'] },
    { to: 'SHIPPED', by: staff, days: 2, minutes: 2, outcomes: shipped },
    received,
    { ...received, outcomes: arrived },
  ],
}

/** Plans transfers, each followed by its adjustment request, if any. */
export function planTransfers(world: World): readonly PlannedDocument[] {
  const { random, seasons } = world
  const plans: { readonly transfer: PlannedDocument; readonly requests: readonly PlannedDocument[] }[] = []
  for (const season of seasons) {
    for (const [location, destination] of routes) {
      const pool = lotsOf(world, 'stock', { location, season })
      for (let round = rounds[season.age]; round > 0; round -= 1) {
        for (const outcome of outcomes) {
          const transfer = planDocument(world, declaration, {
            mode: 'inventory',
            location,
            season,
            pool,
            destination,
            outcome: () => outcome,
            fields: (day) => ({
              DestinationLocationID: destination,
              ReferenceNbr: random.chance(0.6) ? `TR ${random.whole(1_000, 9_999)}` : '',
              CarrierName: random.pick(carriers),
              TruckID: `T-${random.whole(10, 99)}`,
              ExpectedShipDate: day(1),
              ExpectedArrivalDate: day(random.whole(2, 4)),
              ShipPlantTemperature: String(random.whole(-2, 4)),
              ReceiptPlantTemperature: arrived.includes(outcome) ? String(random.whole(-2, 6)) : '',
            }),
          })
          plans.push({ transfer, requests: planRequest(world, transfer, outcome) })
        }
      }
    }
  }
  return plans
    .sort((one, other) => byCreation(one.transfer, other.transfer))
    .flatMap(({ transfer, requests }) => [transfer, ...requests])
}

// The request of a received transfer with discrepancies, and the origin's decision on each of them.
function planRequest(
  { random, today }: World,
  transfer: PlannedDocument,
  outcome: Outcome,
): readonly PlannedDocument[] {
  const created = transfer.steps.at(-1)
  const lines = transfer.lines.filter(({ quantities: { PICKED, RECEIVED } }) => PICKED !== RECEIVED)
  if (!created || !differing.includes(outcome)) return []
  const decision = {
    by: transfer.location === 'FLC' ? 'ada.admin' : 'lena.lead',
    at: momentAfter(transfer.created.at, 5, today),
    of: 'lines',
    to: outcome === 'decided' && !random.chance(0.7) ? 'REJECT' : 'ACCEPT',
  } as const
  const steps = outcome === 'decided' ? [decision] : []
  return [{ ...transfer, kind: 'request', fields: {}, created, lines, steps }]
}
