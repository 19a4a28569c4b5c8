// The downloads, in display order. A further one is one entry here: its texts `downloads.{id}` and
// `downloads.{id}.about`, and how its file is made.
import { callFile } from '#app/api/files.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { readFile } from '#app/api/read-answer.ts'
import type { IconName } from '#app/ui/icon.tsx'
import { fileCalls } from '#core/wire/extension-calls.ts'
import type { Result } from '#core/wire/result.ts'
import { type Days, momentsOf, nameOf } from './days.ts'

/** The separator of columns in a downloaded table. */
export type Separator = 'comma' | 'semicolon'

export interface DownloadEntry {
  readonly id: 'stock' | 'movements'
  readonly icon: IconName
  /** A table for spreadsheets, with a choice of separator. */
  readonly table: boolean
  /** May it be of a range of days? */
  readonly byDays: boolean
  readonly fileName: (days: Days) => string
  /** Fetches the file; `tell` is called with the rows and bytes so far. */
  readonly begin: (
    separator: Separator,
    days: Days,
    signal: AbortSignal,
    tell: (rows: number, bytes: number) => void,
  ) => Promise<Result<Blob, ApiProblem>>
}

const exported =
  (call: 'exportStock' | 'exportMovements'): DownloadEntry['begin'] =>
  async (separator, days, signal, tell) => {
    const answer = await callFile(fileCalls[call], { query: { separator, ...momentsOf(days) }, signal })
    return answer.ok ? readFile(answer.value, tell, signal) : answer
  }

export const downloads: readonly DownloadEntry[] = [
  {
    id: 'stock',
    icon: 'issuance',
    table: true,
    byDays: false,
    fileName: (days) => `stock-${nameOf(days)}.csv`,
    begin: exported('exportStock'),
  },
  {
    id: 'movements',
    icon: 'transfer',
    table: true,
    byDays: true,
    fileName: (days) => `movements-${nameOf(days)}.csv`,
    begin: exported('exportMovements'),
  },
]
