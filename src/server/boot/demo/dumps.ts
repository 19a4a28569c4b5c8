// Plans dumps in every state, from stock and from grower storage.
import { reasonCodes } from './catalogue.ts'
import {
  byCreation,
  type Declaration,
  lotsOf,
  type PlannedDocument,
  planDocument,
  type Staff,
  type World,
} from './plan.ts'
import type { DemoSeason } from './seasons.ts'

// The final state of a dump: no lines, open, some or all lines dumped, dumped, or cancelled.
const outcomes = ['empty', 'open', 'partly', 'allGone', 'dumped', 'dumped', 'cancelled'] as const
type Outcome = (typeof outcomes)[number]

// The first location in Setup gets enough dumps for several pages.
const roundsAt = (location: string, { age }: DemoSeason) => (location === 'CAC' && age === 'current' ? 4 : 1)

const writers: Staff = {
  CAC: ['ravi.receiver', 'lena.lead', 'ada.admin'],
  FLC: ['ravi.receiver', 'ada.admin'],
  ORW: ['lena.lead', 'ada.admin'],
}
const dumpers: Staff = {
  CAC: ['lena.lead', 'ada.admin'],
  FLC: ['ada.admin'],
  ORW: ['lena.lead', 'ada.admin'],
}
const authorities = ['M. Reyes', 'K. Whitcomb', 'D. Aguilar', 'S. Brandt'] as const
const comments = [
  'Compressor failed over the weekend',
  'Plant health inspection',
  'Pallet fell',
  'End of season',
] as const
const reasons = reasonCodes.filter(({ type }) => type === 'DUMP').map(({ code }) => code)

// Plants left over in stock, so that accepted adjustments have enough.
const minRemaining = { inventory: 100, growerStorage: 0 }
const maxDumped = 150

const declarationOf = (mode: PlannedDocument['mode']): Declaration<Outcome> => ({
  kind: 'dump',
  days: { previous: [280, 390], current: [1, 40] },
  creators: writers,
  lineCount: (random, outcome) => (outcome === 'empty' ? 0 : random.whole(1, 5)),
  tries: 6,
  line: (random, free, outcome, index) => {
    const available = free - minRemaining[mode]
    if (available < 1) return null
    const quantity = random.whole(1, Math.min(available, maxDumped))
    const isDumped =
      outcome === 'dumped' || outcome === 'allGone' || (outcome === 'partly' && index % 2 === 0)
    const quantities = { OPEN: quantity, ...(isDumped ? { DUMPED: quantity } : {}) }
    return { quantities, reason: random.pick(reasons) }
  },
  saved: 'OPEN',
  steps: [
    { to: 'DUMPED', by: dumpers, days: 0, minutes: 20 },
    { to: 'DUMPED', by: dumpers, days: 0, minutes: 40, outcomes: ['dumped'] },
    { to: 'CANCELLED', by: dumpers, days: 0, minutes: 40, outcomes: ['cancelled'] },
  ],
})

export function planDumps(world: World): readonly PlannedDocument[] {
  const { random } = world
  const dumps: PlannedDocument[] = []
  const plan = (mode: PlannedDocument['mode'], location: string, season: DemoSeason, rounds: number) => {
    const pool = lotsOf(world, mode === 'growerStorage' ? 'grower-storage' : 'stock', { location, season })
    if (mode === 'growerStorage' && pool.length === 0) return
    for (const outcome of Array.from({ length: rounds }, () => outcomes).flat()) {
      const fields = (day: (later: number) => string) => ({
        AuthorizedBy: random.pick(authorities),
        AuthorizedDate: day(0),
        Comments: random.chance(0.4) ? random.pick(comments) : '',
      })
      const target = { mode, location, season, pool, outcome: () => outcome, fields }
      dumps.push(planDocument(world, declarationOf(mode), target))
    }
  }
  for (const location of Object.keys(writers)) {
    for (const season of world.seasons) {
      plan('inventory', location, season, roundsAt(location, season))
      plan('growerStorage', location, season, 1)
    }
  }
  return dumps.sort(byCreation)
}
