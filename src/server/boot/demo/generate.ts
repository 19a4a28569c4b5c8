// Generates a berry nursery's stock and documents. The same seed and day give the same data on every machine.
// Pure: documents are planned here; `play.ts` runs them by the domain's rules.
//
// Each document kind needs a plan in `walks.ts`. A larger plan has its own file next to `issuances.ts`,
// a field here, and its part in `play.ts`.
import type { DemoUser } from '#server/identity/demo-users.ts'
import { type Correction, planCorrections } from './corrections.ts'
import { type PlannedDump, planDumps } from './dumps.ts'
import { type DemoGrower, type DemoNursery, makeGrowers, makeNurseries } from './entities.ts'
import { type PlannedIssuance, planIssuances } from './issuances.ts'
import { type DemoLot, makeGrowerStorage, makeLots } from './lots.ts'
import { type DemoPerson, makePeople } from './people.ts'
import { createRandom } from './random.ts'
import { type PlannedReturn, planReturns } from './returns.ts'
import { type DemoSeason, makeSeasons } from './seasons.ts'
import { type PlannedTransfer, planTransfers } from './transfers.ts'
import { type PlannedWalk, planWalks } from './walks.ts'

export interface DemoData {
  readonly seasons: readonly DemoSeason[]
  readonly growers: readonly DemoGrower[]
  readonly nurseries: readonly DemoNursery[]
  readonly people: readonly DemoPerson[]
  readonly lots: readonly DemoLot[]
  readonly corrections: readonly Correction[]
  readonly issuances: readonly PlannedIssuance[]
  readonly transfers: readonly PlannedTransfer[]
  readonly dumps: readonly PlannedDump[]
  readonly returns: readonly PlannedReturn[]
  readonly walks: readonly PlannedWalk[]
}

export interface DemoOptions {
  /** The reference date of all data, YYYY-MM-DD. */
  readonly today: string
  /** The demo users. Each gets the keys and locations of their role. */
  readonly users: readonly DemoUser[]
  readonly seed?: number
}

const defaultSeed = 20_261_107

export function generateDemo({ today, users, seed = defaultSeed }: DemoOptions): DemoData {
  const random = createRandom(seed)
  // One sequence per part, so that a change of one part does not affect the others.
  const forGrowers = random.fork()
  const forLots = random.fork()
  const forStorage = random.fork()
  const forCorrections = random.fork()
  const forIssuances = random.fork()
  const forTransfers = random.fork()
  const forDumps = random.fork()
  const forReturns = random.fork()
  const forWalks = random.fork()
  const seasons = makeSeasons(today)
  const growers = makeGrowers(forGrowers)
  const nurseries = makeNurseries()
  const stock = makeLots(forLots, today, seasons)
  const lots = [...stock, ...makeGrowerStorage(forStorage, stock, growers)]
  const { corrections, corrected } = planCorrections(forCorrections, today, lots)
  const issuances = planIssuances(forIssuances, today, seasons, corrected, growers, nurseries)
  const transfers = planTransfers(forTransfers, today, seasons, corrected, issuances)
  const dumps = planDumps(forDumps, today, seasons, corrected, [...issuances, ...transfers])
  const returns = planReturns(forReturns, today, issuances)
  const walks = planWalks(forWalks, today, seasons, corrected)
  const people = makePeople(users)
  return {
    seasons,
    growers,
    nurseries,
    people,
    lots,
    corrections,
    issuances,
    transfers,
    dumps,
    returns,
    walks,
  }
}
