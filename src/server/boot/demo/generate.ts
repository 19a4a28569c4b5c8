// Generates a berry nursery's stock and documents. The same seed and day give the same data on every machine.
// Pure: documents are planned here; `play.ts` runs them by the domain's rules.
import type { DemoUser } from '#server/identity/demo-users.ts'
import { planCorrections } from './corrections.ts'
import { planCounts } from './counts.ts'
import { planDumps } from './dumps.ts'
import { makeGrowers, makeNurseries } from './entities.ts'
import { planIssuances } from './issuances.ts'
import { makeGrowerStorage, makeLots } from './lots.ts'
import { makePeople } from './people.ts'
import { createRandom } from './random.ts'
import { planReturns } from './returns.ts'
import { makeSeasons } from './seasons.ts'
import { planTransfers } from './transfers.ts'

export type DemoData = ReturnType<typeof generateDemo>

export interface DemoOptions {
  /** The reference date of all data, YYYY-MM-DD. */
  readonly today: string
  /** The demo users. Each gets the keys and locations of their role. */
  readonly users: readonly DemoUser[]
  readonly seed?: number
}

const defaultSeed = 20_261_107

export function generateDemo({ today, users, seed = defaultSeed }: DemoOptions) {
  const random = createRandom(seed)
  const seasons = makeSeasons(today)
  const nurseries = makeNurseries()
  // One sequence per part, so that a change of one part does not affect the others.
  const growers = makeGrowers(random.fork())
  const stock = makeLots(random.fork(), today, seasons)
  const opening = [...stock, ...makeGrowerStorage(random.fork(), stock, growers)]
  const { corrections, corrected: lots } = planCorrections(random.fork(), today, opening)
  const free = new Map(lots.map((lot) => [lot, lot.quantity]))
  const part = () => ({ random: random.fork(), today, seasons, lots, free })
  const issuances = planIssuances(part(), growers, nurseries)
  // By kind, and in order of creation. An adjustment request follows its transfer.
  const documents = [
    ...issuances,
    ...planTransfers(part()),
    ...planDumps(part()),
    ...planReturns(part(), issuances),
    ...planCounts(part()),
  ]
  return { seasons, growers, nurseries, people: makePeople(users), lots: opening, corrections, documents }
}
