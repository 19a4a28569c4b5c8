import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { ExportRow } from '#server/domain/exports.ts'

/** What stands between cells: spreadsheets of half of Europe expect a semicolon. */
export type Separator = 'comma' | 'semicolon'

const signs = { comma: ',', semicolon: ';' } as const satisfies Record<Separator, string>

/**
 * Rows as a CSV file, streamed as fast as it is taken: UTF-8 with a byte order mark, CRLF, a header row. A cell that a
 * spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab, return at its beginning) is prefixed with `'`.
 */
export function csvAnswer(
  rows: AsyncIterable<ExportRow>,
  {
    fileName,
    columns,
    separator,
  }: {
    readonly fileName: string
    readonly columns: readonly string[]
    readonly separator: Separator
  },
): Response {
  const csv = stringify({
    bom: true,
    header: true,
    columns: [...columns],
    delimiter: signs[separator],
    record_delimiter: 'windows',
    escape_formulas: true,
  })
  const source = Readable.from(rows)
  source.on('error', (error) => csv.destroy(error))
  csv.on('close', () => source.destroy())
  source.pipe(csv)
  return new Response(Readable.toWeb(csv) as unknown as ReadableStream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  })
}
