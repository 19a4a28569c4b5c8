/** Runs every group of device traces and compares each with its goal. */
import type { FakeClock } from '../clock.ts'
import type { Page } from '../player.ts'
import { createRandom } from '../random.ts'
import type { Trace } from '../traces.ts'
import { type DeviceGroup, deviceGroups } from './groups.ts'
import { addCounts, type Counts, judge, noCounts } from './judge.ts'

export interface GroupResult extends Counts {
  readonly name: string
  readonly undecided?: string
  readonly likeTyping?: true
}

// Called for each trace that was not read perfectly.
export type Explain = (group: string, trace: Trace, counts: ReturnType<typeof judge>) => void

export function runDeviceGroups(
  perGroup: number,
  seed: number,
  page: Page,
  clock: FakeClock,
  explain?: Explain,
  groups: readonly DeviceGroup[] = deviceGroups,
): readonly GroupResult[] {
  return groups.map(({ name, make, undecided, likeTyping }, index) => {
    const random = createRandom(seed + 7919 * index)
    let sum = noCounts
    for (let count = 0; count < perGroup; count += 1) {
      const trace = make(random)
      const counts = judge(trace, page, clock)
      sum = addCounts(sum, counts)
      const { exact, codes, wrong, left, reached, falseScans, personKeysLost } = counts
      if (exact < codes || wrong + left + reached + falseScans + personKeysLost > 0)
        explain?.(name, trace, counts)
      clock.advanceTo(clock.time + 3000)
    }
    return { name, ...sum, ...(undecided !== undefined && { undecided }), ...(likeTyping && { likeTyping }) }
  })
}

/** Returns the missed goals, a sentence each. */
export function missedGoals(results: readonly GroupResult[]): readonly string[] {
  const decided = results.filter(({ undecided }) => undecided === undefined)
  const typed = decided.reduce((sum, { personKeys }) => sum + personKeys, 0)
  const falseScans = decided.reduce((sum, each) => sum + each.falseScans, 0)
  return [
    ...results.flatMap(({ name, undecided, likeTyping, codes, exact, ...counts }) => [
      ...(undecided === undefined && codes > 0 && exact / codes < 0.995
        ? [`${name}: ${exact} of ${codes} exact, goal 99.5 %`]
        : []),
      ...(likeTyping
        ? (['wrong'] as const)
        : (['silent', 'wrong', 'left', 'reached', 'personKeysLost'] as const)
      )
        .filter((each) => counts[each] > (each === 'silent' ? 0.005 * codes : 0))
        .map((each) => `${name}: ${counts[each]} ${each}, goal 0`),
    ]),
    ...(typed > 0 && (1000 * falseScans) / typed > 0.05
      ? [`${falseScans} false scans in ${typed} typed keys`]
      : []),
  ]
}
