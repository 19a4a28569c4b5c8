// Plans issuances in every state, to growers and nurseries.
import type { Commodity, IssueToType } from '#core/wire/constants.ts'
import type { DemoGrower, DemoNursery } from './entities.ts'
import type { DemoLot } from './lots.ts'
import {
  byCreation,
  type Declaration,
  lotsOf,
  type PlannedDocument,
  planDocument,
  type Staff,
  type Target,
  type World,
} from './plan.ts'
import type { Random } from './random.ts'
import type { DemoSeason } from './seasons.ts'

// Issuances per location: of the previous and of the current season, enough for several pages of a list.
const counts: Readonly<Record<string, Readonly<Record<Commodity, readonly [number, number]>>>> = {
  CAC: { BLACK: [50, 140], BLUE: [30, 40], RASP: [40, 60], STRAW: [100, 160] },
  FLC: { BLACK: [4, 8], BLUE: [12, 18], RASP: [3, 6], STRAW: [20, 30] },
  ORW: { BLACK: [12, 20], BLUE: [12, 20], RASP: [20, 40], STRAW: [8, 12] },
}
const growerStorageCount = 40

const outcomeWeights = {
  previous: { open: 3, reserved: 15, partlyPicked: 8, picked: 6, shipped: 58, cancelled: 10 },
  current: { open: 10, reserved: 26, partlyPicked: 14, picked: 10, shipped: 30, cancelled: 10 },
} as const
type Outcome = keyof (typeof outcomeWeights)['current']

const comments: readonly string[] = [
  'Pick up before noon',
  'Reefer truck, keep at 34 F',
  'Driver brings own pallets',
  'Call the ranch when loaded',
  'Two drops, load the larger one last',
  'Replant after frost',
  'Split by variety on the pallet',
]
const writers = ['lena.lead', 'lena.lead', 'ada.admin', 'pia.picker']
const pickers = ['pia.picker', 'lena.lead']
const pickersAt: Staff = { CAC: pickers, ORW: pickers, FLC: ['ada.admin', 'sam.super'] }

const sizeShares = { one: 15, few: 65, many: 16, truckload: 4 }
const lineCounts = { one: [1, 1], few: [2, 6], many: [7, 14], truckload: [30, 45] } as const
const maxOrdered = 900

const declaration: Declaration<Outcome> = {
  kind: 'issuance',
  days: { previous: [280, 390], current: [1, 44] },
  creators: { CAC: writers, ORW: writers, FLC: ['ada.admin'] },
  lineCount: (random, outcome) => {
    if (outcome === 'open') return 0
    const [min, max] = lineCounts[random.weighted(sizeShares)]
    return random.whole(min, max)
  },
  tries: 4,
  line: (random, free, outcome, index) => {
    if (free === 0) return null
    // Sometimes the last plants are ordered.
    const clearsOut = free <= maxOrdered && random.chance(0.3)
    const bundles = Math.floor(Math.min(free, maxOrdered) / 25)
    const ordered = clearsOut || bundles === 0 ? free : random.whole(1, bundles) * 25
    const picked = isPicked(random, outcome, index) ? { PICKED: pickedOf(random, ordered) } : {}
    return { quantities: { RESERVED: ordered, ...picked }, isReplant: random.chance(0.04) }
  },
  saved: 'RESERVED',
  steps: [
    { to: 'PICKED', by: pickersAt, days: 1, minutes: 45 },
    { to: 'SHIPPED', by: pickersAt, days: 2, minutes: 90, outcomes: ['shipped'] },
    { to: 'CANCELLED', by: pickersAt, days: 2, minutes: 90, outcomes: ['cancelled'] },
  ],
}

function isPicked(random: Random, outcome: Outcome, index: number): boolean {
  if (outcome === 'shipped' || outcome === 'picked') return true
  if (outcome === 'partlyPicked') return index === 0 || random.chance(0.5)
  return outcome === 'cancelled' && random.chance(0.2)
}

// Mostly the ordered quantity. Sometimes a few plants are unfit and the pick is short.
const pickedOf = (random: Random, ordered: number): number =>
  ordered > 50 && random.chance(0.08) ? ordered - random.whole(1, 20) : ordered

export function planIssuances(
  world: World,
  growers: readonly DemoGrower[],
  nurseries: readonly DemoNursery[],
): readonly PlannedDocument[] {
  const { random } = world
  const plans: PlannedDocument[] = []
  const plan = (
    of: Pick<Target<Outcome>, 'mode' | 'location' | 'season' | 'pool'>,
    type: IssueToType,
    destination: string,
  ) => {
    const fields: Target<Outcome>['fields'] = (day) => ({
      IssueToType: type,
      IssueToNbr: destination,
      IssueDate: day(random.whole(0, 5)),
      ReferenceNbr: random.chance(0.7) ? `PO ${random.whole(10_000, 99_999)}` : '',
      Comments: random.chance(0.25) ? random.pick(comments) : '',
    })
    const outcome = () => random.weighted(outcomeWeights[of.season.age])
    plans.push(planDocument(world, declaration, { ...of, outcome, fields }))
  }
  for (const [location, ofCommodity] of Object.entries(counts)) {
    for (const season of world.seasons) {
      const stock = lotsOf(world, 'stock', { location, season })
      const ofType = (stockType: string) => stock.filter(({ plant }) => plant.stockType === stockType)
      const pools = { Nursery: ofType('FOUNDATION'), Grower: ofType('COMMERCIAL') }
      const [previous, current] = ofCommodity[season.commodity]
      for (let rest = season.age === 'current' ? current : previous; rest > 0; rest -= 1) {
        const type = random.chance(0.15) ? 'Nursery' : 'Grower'
        const destination =
          type === 'Nursery' ? random.pick(nurseries).id : pickGrower(random, growers, season, location)
        plan({ mode: 'inventory', location, season, pool: pools[type] }, type, destination)
      }
    }
  }
  const owners = growersWithStorage(world.lots)
  for (let rest = growerStorageCount; rest > 0; rest -= 1) {
    const pool = random.pick(owners)
    const [{ location, season, account }] = pool
    plan({ mode: 'growerStorage', location, season, pool }, 'Grower', account.place)
  }
  return plans.sort(byCreation)
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

// The lots of each grower at a location.
function growersWithStorage(lots: readonly DemoLot[]): readonly (readonly [DemoLot, ...DemoLot[]])[] {
  const owners = new Map<string, [DemoLot, ...DemoLot[]]>()
  for (const lot of lots) {
    if (lot.account.kind !== 'grower-storage') continue
    const key = `${lot.location} ${lot.account.place}`
    const known = owners.get(key)
    if (known) known.push(lot)
    else owners.set(key, [lot])
  }
  return [...owners.values()]
}
