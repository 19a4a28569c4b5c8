import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import type { StreamingApi } from 'hono/utils/stream'
import type { ExportRow } from '#features/stock-files/server/exports.ts'
import { guardCell } from '#features/stock-files/server/spreadsheet-cells.ts'
import type { ApiEnvironment } from '#server/http/authenticate.ts'
import type { Log } from '#server/http/ports.ts'
import { addLogFields, requestIdOf } from '#server/http/request-log.ts'

/** The cell separator. Spreadsheets in many countries expect a semicolon. */
export type Separator = 'comma' | 'semicolon'

const delimiters = { comma: ',', semicolon: ';' } as const satisfies Record<Separator, string>

/**
 * Streams rows as CSV: UTF-8 with a byte order mark, CRLF, a header row.
 * Prefixes texts that a spreadsheet would parse as formula, date or number with `'`.
 * `plain` columns are exempt.
 */
export function csvAnswer(
  context: Context<ApiEnvironment>,
  log: Log,
  rows: AsyncIterable<ExportRow>,
  {
    fileName,
    columns,
    plain = [],
    separator,
  }: {
    readonly fileName: string
    readonly columns: readonly string[]
    /** Columns of numbers and times. */
    readonly plain?: readonly string[]
    readonly separator: Separator
  },
): Response {
  const csv = stringify({
    bom: true,
    header: true,
    columns: [...columns],
    delimiter: delimiters[separator],
    record_delimiter: 'windows',
    cast: {
      string: (text, { column, header }) =>
        header || plain.includes(String(column)) ? text : guardCell(text),
    },
  })
  const source = Readable.from(rows)
  source.on('error', (error) => csv.destroy(error))
  csv.on('close', () => source.destroy())
  source.pipe(csv)
  context.header('content-type', 'text/csv; charset=utf-8')
  context.header('content-disposition', `attachment; filename="${fileName}"`)
  context.header('cache-control', 'no-store')
  const write = async (answer: StreamingApi) => {
    answer.onAbort(() => void csv.destroy())
    for await (const part of csv) {
      if (answer.aborted) return
      await answer.write(String(part))
    }
  }
  // Abort the connection, so that a truncated file does not look complete.
  return stream(context, write, async (error) => {
    addLogFields(context.env.incoming, { code: 'internal_error' })
    log.error({ requestId: requestIdOf(context.env.incoming), error }, 'export failed')
    context.env.incoming?.destroy(error)
  })
}
