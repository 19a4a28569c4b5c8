// Mounts the calls whose response or body is a file (features/stock-files/common/file-calls.ts).
// They stream. A refusal is a problem response, unless a part was already sent.
import type { Context, Hono } from 'hono'
import { stream } from 'hono/streaming'
import * as v from 'valibot'
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import type { Result } from '#core/wire/result.ts'
import { fileCalls } from '#features/stock-files/common/file-calls.ts'
import {
  IMPORT_COLUMNS,
  IMPORT_LIMITS,
  type ImportProgress,
} from '#features/stock-files/common/stock-import.ts'
import {
  type ExportRow,
  type ExportsPort,
  exportMovements,
  exportStock,
  mayExport,
} from '#features/stock-files/server/exports.ts'
import { type ImportJob, importStock } from '#features/stock-files/server/stock-import/import-stock.ts'
import { mayImport, type Person } from '#server/domain/people.ts'
import type { ApiEnvironment } from '#server/http/authenticate.ts'
import { type HandlerParts, withPerson } from '#server/http/handlers/context.ts'
import type { Log } from '#server/http/ports.ts'
import { readPart, refuse } from '#server/http/read-request.ts'
import { requestIdOf } from '#server/http/request-log.ts'
import { csvAnswer } from './csv-answer.ts'
import { readStockFile } from './csv-rows.ts'
import { receiveFile } from './received-file.ts'
import { createRunningImports, type RunningImports } from './running-imports.ts'

export type FileParts = Pick<HandlerParts<unknown>, 'ports' | 'groups'> &
  Pick<ImportJob, 'staged'> & {
    /** The port for an export that begins now. */
    readonly exports: () => Promise<ExportsPort>
    readonly afterImport: () => Promise<void>
  }

const separator = v.object({
  separator: v.optional(v.picklist(['comma', 'semicolon'], 'comma or semicolon'), 'comma'),
})

// Only movements can be filtered by barcode and time.
const exportQuery = v.object({ ...separator.entries, ...fileCalls.exportMovements.query.entries })

type MovementQuery = v.InferOutput<typeof fileCalls.exportMovements.query>

/** Mounts the file calls on `api`. */
export function mountFiles(api: Hono<ApiEnvironment>, parts: FileParts, log: Log): void {
  const exportRoute = (
    call: { readonly path: string },
    fileName: string,
    columns: readonly string[],
    rows: (port: ExportsPort, person: Person, of: MovementQuery) => AsyncIterable<ExportRow>,
  ) =>
    api.get(`/${call.path}`, async (context) => {
      const query = readPart('query', exportQuery, context.req.query())
      if (!query.ok) return refuse(context, query.error)
      const person = await personOf(context, parts, mayExport)
      if (!person.ok) return refuse(context, person.error)
      const { separator: columnSeparator, ...of } = query.value
      return csvAnswer(context, log, rows(await parts.exports(), person.value, of), {
        fileName,
        columns,
        plain: ['Rate', 'Time', 'TimeUTC'],
        separator: columnSeparator,
      })
    })
  exportRoute(fileCalls.exportStock, 'stock.csv', stockColumns, exportStock)
  exportRoute(fileCalls.exportMovements, 'movements.csv', movementColumns, exportMovements)
  api.get(`/${fileCalls.importTemplate.path}`, async (context) => {
    const query = readPart('query', separator, context.req.query())
    if (!query.ok) return refuse(context, query.error)
    const person = await personOf(context, parts, mayImport)
    if (!person.ok) return refuse(context, person.error)
    return csvAnswer(context, log, noRows(), {
      fileName: 'stock-template.csv',
      columns: IMPORT_COLUMNS,
      ...query.value,
    })
  })
  const running = createRunningImports()
  api.post(`/${fileCalls.importStock.path}`, (context) => importRoute(context, parts, running, log))
  api.post(`/${fileCalls.stopImport.path}`, (context) => {
    const query = readPart('query', fileCalls.stopImport.query, context.req.query())
    if (!query.ok) return refuse(context, query.error)
    return context.json({ Stopping: running.stop(context.var.user.username, query.value.import) })
  })
}

async function* noRows(): AsyncGenerator<ExportRow> {}

const stockColumns = [
  'Barcode',
  'Location',
  'LocationName',
  'StorageLocation',
  'Quantity',
  'Reserved',
  'Available',
  'Variety',
  'VarietyName',
  'TrimType',
  'Season',
  'StockType',
  'Commodity',
  'Grade',
  'UOM',
  'PlantCode',
  'CodeID',
  'Rate',
  'Attributes',
  'AttributesID',
  'Origin',
]
const movementColumns = [
  'Number',
  'Time',
  'TimeUTC',
  'User',
  'Barcode',
  'Quantity',
  'From',
  'FromOwner',
  'FromPlace',
  'To',
  'ToOwner',
  'ToPlace',
  'Document',
  'DocumentNumber',
  'Reason',
]

// Imports a stock file. Streams progress as one JSON document per line; the last line is the report.
// The import continues if the client disconnects.
async function importRoute(
  context: Context<ApiEnvironment>,
  parts: FileParts,
  running: RunningImports,
  log: Log,
): Promise<Response> {
  const query = readPart('query', fileCalls.importStock.query, context.req.query())
  if (!query.ok) return refuse(context, query.error)
  const person = await personOf(context, parts, mayImport)
  if (!person.ok) return refuse(context, person.error)
  const received = await receiveFile(context.req.raw, IMPORT_LIMITS.bytes)
  if (!received.ok) {
    const detail = `A file may have ${IMPORT_LIMITS.bytes} bytes, and has to arrive whole.`
    return refuse(context, makeProblem('body_too_large', detail), { connection: 'close' })
  }
  const file = received.value
  const currentImport = running.begin(person.value.username, query.value.import)
  const requestId = requestIdOf(context.env.incoming)
  context.header('content-type', 'application/x-ndjson')
  // Proxies must not buffer the response.
  context.header('cache-control', 'no-store, no-transform')
  context.header('x-accel-buffering', 'no')
  return stream(context, async (answer) => {
    const send = (news: ImportProgress) => answer.write(`${JSON.stringify(news)}\n`)
    try {
      const report = await importStock({
        parts: () => readStockFile(file.path),
        fileName: query.value.file,
        by: person.value.username,
        allowed: person.value.locations,
        dryRun: query.value.dryrun === 'yes',
        skipBadRows: query.value.badrows === 'skip',
        staged: parts.staged,
        isStopped: currentImport.isStopped,
        onProgress: ({ phase, rows, refused }) =>
          void send({ Type: 'progress', Phase: phase, Rows: rows, Refused: refused }),
      })
      if (report.Applied) await parts.afterImport()
      await send({ Type: 'report', Report: report })
    } catch (error) {
      log.error({ requestId, error }, 'import failed')
      await send({ Type: 'failed' })
    } finally {
      currentImport.end()
      await file.remove()
    }
  })
}

// Returns the request's user if permitted. Read-only users may export what they see.
const personOf = (
  context: Context<ApiEnvironment>,
  parts: FileParts,
  may: (person: Person) => Result<true, Problem>,
): Promise<Result<Person, Problem>> =>
  withPerson(parts, parts.ports, context.var.user, async (person) => {
    const allowed = may(person)
    return allowed.ok ? { ok: true, value: person } : allowed
  })
