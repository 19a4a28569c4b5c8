import type { Coverage } from './faults.ts'
import type { SeedResult } from './run-seed.ts'

/** The totals of all seeds of a run. */
export class Total {
  seeds = 0
  operations = 0
  kills = 0
  passed = 0
  failed = 0
  refused = 0
  held = 0
  screens = 0
  others = 0
  longest = 0
  readonly coverage: Coverage
  readonly wrong = { lost: 0, doubled: 0, negative: 0, stuck: 0, untrue: 0 }

  constructor(coverage: Coverage) {
    this.coverage = coverage
  }

  add(result: SeedResult): void {
    this.seeds += 1
    this.operations += result.operations
    this.kills += result.kills
    this.refused += result.refused
    this.held += result.held
    this.screens += result.screens
    this.others += result.others
    this.longest = Math.max(this.longest, result.drained)
    this.coverage.add(result.coverage)
    for (const kind of ['lost', 'doubled', 'negative', 'stuck', 'untrue'] as const) {
      this.wrong[kind] += result.wrongKinds[kind]
    }
    if (result.wrong.length > 0) this.failed += 1
    else this.passed += 1
  }

  /** All figures in one line. `ms`: the duration of the run. */
  line(ms: number): string {
    const { lost, doubled, negative, stuck, untrue } = this.wrong
    return [
      `${this.seeds} seeds`,
      `${this.operations} operations (${this.others} at the second server)`,
      `${this.kills} client kills`,
      `${this.coverage.faults} faults`,
      `${this.screens} screens compared`,
      `${lost} lost`,
      `${doubled} doubled`,
      `${negative} negative`,
      `${stuck} stuck`,
      `${untrue} untrue`,
      `${this.refused} refused and ${this.held} held for a person`,
      `longest drain after heal ${(this.longest / 1000).toFixed(1)} s`,
      `${(ms / 1000).toFixed(0)} seconds`,
    ].join(', ')
  }
}
