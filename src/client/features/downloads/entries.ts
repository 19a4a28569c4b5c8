// The downloads, in display order. A further one is one entry here: its texts `downloads.{id}` and
// `downloads.{id}.about`, and how its file is made.
import { callFile } from '#client/api/files.ts'
import type { ApiProblem } from '#client/api/problem.ts'
import type { IconName } from '#client/ui/icon.tsx'
import { fileCalls } from '#contract/extension-calls.ts'
import { type Result, succeed } from '#contract/result.ts'

/** The separator of columns in a downloaded table. */
export type Separator = 'comma' | 'semicolon'

export interface DownloadEntry {
  readonly id: 'stock' | 'movements'
  readonly icon: IconName
  /** A table for spreadsheets, with a choice of separator. */
  readonly table: boolean
  readonly fileName: (today: string) => string
  readonly make: (separator: Separator) => Promise<Result<Blob, ApiProblem>>
}

const exported = (call: 'exportStock' | 'exportMovements') => async (separator: Separator) => {
  const answer = await callFile(fileCalls[call], { query: { separator } })
  return answer.ok ? succeed(await answer.value.blob()) : answer
}

export const downloads: readonly DownloadEntry[] = [
  {
    id: 'stock',
    icon: 'issuance',
    table: true,
    fileName: (today) => `stock-${today}.csv`,
    make: exported('exportStock'),
  },
  {
    id: 'movements',
    icon: 'transfer',
    table: true,
    fileName: (today) => `movements-${today}.csv`,
    make: exported('exportMovements'),
  },
]
