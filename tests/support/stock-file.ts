// Stock files as people make them, and their import over HTTP.
import * as v from 'valibot'
import { ImportProgress, type ImportReport } from '#features/stock-files/common/stock-import.ts'
import type { TestServer } from './server.ts'
import type { ProblemBody } from './warehouse.ts'

export const HEADER = 'Barcode,Location,StorageLocation,Quantity,Variety,TrimType,Season'

/** Returns a file with the usual header. */
export function stockFile(...rows: readonly string[]): string {
  return [HEADER, ...rows, ''].join('\n')
}

/** Returns a valid row of the test warehouse. */
export function stockRow(barcode: string, quantity: number | string = 100, place = 'A-01'): string {
  return `${barcode},WAT,${place},${quantity},ALB,Trimmed,S1`
}

export interface ImportAnswer {
  readonly status: number
  readonly problem?: ProblemBody
  readonly news: readonly v.InferOutput<typeof ImportProgress>[]
  readonly report: ImportReport
}

const nothing: ImportReport = {
  DryRun: false,
  Applied: false,
  Stopped: false,
  Rows: 0,
  Opened: 0,
  Adjusted: 0,
  Unchanged: 0,
  Refused: 0,
  Errors: [],
}

/** Sends a file as a user; `query` is `dryrun=yes`, `badrows=skip`. */
export async function sendFile(
  server: Pick<TestServer, 'url' | 'tokensOf'>,
  username: string,
  file: string | Uint8Array<ArrayBuffer>,
  query = '',
): Promise<ImportAnswer> {
  const { accessToken } = await server.tokensOf(username)
  const response = await fetch(`${server.url}/api/maintenance/import?file=stock.csv&${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'text/csv' },
    body: file,
  })
  const text = await response.text()
  if (!response.ok) {
    return { status: response.status, problem: JSON.parse(text) as ProblemBody, news: [], report: nothing }
  }
  const news = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => v.parse(ImportProgress, JSON.parse(line)))
  const last = news.at(-1)
  if (last?.Type !== 'report') throw new Error(`The import ended without a report: ${text}`)
  return { status: response.status, news, report: last.Report }
}

/** Returns errors as `line column code`. */
export function errorsOf({ report }: ImportAnswer): readonly string[] {
  return report.Errors.map(({ Line, Column, Code }) => `${Line} ${Column} ${Code}`.replace('  ', ' '))
}
