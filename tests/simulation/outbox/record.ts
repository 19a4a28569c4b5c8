// Stores results of the simulation: a row for each range of seeds, so that a long run can be done in parts.
import { commitNow, lastResult, storeResult } from '#tests/support/reliability/results.ts'
import type { Total } from './total.ts'

const COLUMNS = [
  'seeds',
  'commit',
  'seeds failed',
  'operations',
  'client kills',
  'faults',
  'lost',
  'doubled',
  'negative',
  'stuck',
  'untrue',
  'longest drain after heal, s',
] as const

/** Stores the totals of a range of seeds. Replaces rows of the same seeds. */
export function storeRun(from: number, total: Total): void {
  const { seeds, failed, operations, kills, coverage, wrong, longest } = total
  const until = from + seeds - 1
  const figures = [failed, operations, kills, coverage.faults]
  const wrongs = [wrong.lost, wrong.doubled, wrong.negative, wrong.stuck, wrong.untrue]
  const row = [
    `${from} to ${until}`,
    commitNow(),
    ...[...figures, ...wrongs].map(String),
    (longest / 1000).toFixed(1),
  ]
  const others = (lastResult('simulation')?.rows ?? []).filter((each) => {
    const [first, last] = rangeOf(each)
    return last < from || first > until
  })
  const rows = [...others, row].toSorted((one, other) => rangeOf(one)[0] - rangeOf(other)[0])
  const sum = (column: (typeof COLUMNS)[number]) =>
    rows.reduce((n, cells) => n + Number(cells[COLUMNS.indexOf(column)]), 0)
  const all = rows.reduce((n, cells) => n + rangeOf(cells)[1] - rangeOf(cells)[0] + 1, 0)
  storeResult('simulation', {
    command: `npm run simulate -- --seeds ${seeds} --from ${from} --record`,
    summary: `${sum('operations')} operations over ${all} seeds, with ${sum('client kills')} killed tabs and ${sum('faults')} faults.`,
    columns: COLUMNS,
    rows,
    passed: all - sum('seeds failed'),
    failed: sum('seeds failed'),
  })
}

const rangeOf = ([seeds = '']: readonly string[]): readonly [number, number] => {
  const [first = 0, last = 0] = seeds.split(' to ').map(Number)
  return [first, last]
}
