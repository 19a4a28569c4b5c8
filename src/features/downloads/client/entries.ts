// Lists the downloads in display order. A new one needs an entry here, and the texts `downloads.{id}` and
// `downloads.{id}.about`.
import { callFile } from '#app/api/files.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { readFile } from '#app/api/read-answer.ts'
import type { IconName } from '#app/ui/icon.tsx'
import type { Result } from '#core/wire/result.ts'
import { fileCalls } from '#features/stock-files/common/file-calls.ts'
import { type DayRange, rangeNameOf, timesOf } from './day-range.ts'

/** The column separator of a downloaded table. */
export type Separator = 'comma' | 'semicolon'

export interface DownloadEntry {
  readonly id: 'stock' | 'movements'
  readonly icon: IconName
  /** True for a spreadsheet table with a choice of separator. */
  readonly table: boolean
  /** True if it can be limited to a range of days. */
  readonly hasDayRange: boolean
  readonly fileName: (days: DayRange) => string
  /** Fetches the file; `tell` receives the rows and bytes so far. */
  readonly fetchFile: (
    separator: Separator,
    days: DayRange,
    signal: AbortSignal,
    tell: (rows: number, bytes: number) => void,
  ) => Promise<Result<Blob, ApiProblem>>
}

const exported =
  (call: 'exportStock' | 'exportMovements'): DownloadEntry['fetchFile'] =>
  async (separator, days, signal, tell) => {
    const answer = await callFile(fileCalls[call], { query: { separator, ...timesOf(days) }, signal })
    return answer.ok ? readFile(answer.value, tell, signal) : answer
  }

export const downloads: readonly DownloadEntry[] = [
  {
    id: 'stock',
    icon: 'issuance',
    table: true,
    hasDayRange: false,
    fileName: (days) => `stock-${rangeNameOf(days)}.csv`,
    fetchFile: exported('exportStock'),
  },
  {
    id: 'movements',
    icon: 'transfer',
    table: true,
    hasDayRange: true,
    fileName: (days) => `movements-${rangeNameOf(days)}.csv`,
    fetchFile: exported('exportMovements'),
  },
]
