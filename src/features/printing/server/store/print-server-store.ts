import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { PRINT_FORMATS } from '#core/wire/constants.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import type { PrintServerFields, PrintServersPort } from '#features/printing/server/print-servers.ts'
import { memberOf } from '#server/database/document-rows.ts'
import { printServer } from '#server/database/schema/printing.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'

/** Stores print servers, each at one location. */
export function createPrintServerStore(queries: Queries | Transaction): PrintServersPort {
  return {
    list: async ({ locations, host, place }) => {
      const rows = await queries
        .select()
        .from(printServer)
        .where(
          and(
            inArray(printServer.location, [...locations]),
            host === undefined ? undefined : eq(printServer.host, host),
            place === undefined
              ? undefined
              : or(eq(printServer.location, place), eq(printServer.printer, place)),
          ),
        )
        .orderBy(asc(printServer.location), asc(printServer.printer), asc(printServer.id))
      return rows.map(readRow)
    },
    hosts: () => queries.selectDistinct({ host: printServer.host, port: printServer.port }).from(printServer),
    find: async (id) => {
      const key = keyOf(id)
      if (key === undefined) return null
      const [row] = await queries.select().from(printServer).where(eq(printServer.id, key))
      return row ? readRow(row) : null
    },
    lock: async (id) => {
      const key = keyOf(id)
      if (key === undefined) return null
      const [row] = await queries.select().from(printServer).where(eq(printServer.id, key)).for('update')
      return row ? readRow(row) : null
    },
    insert: async (fields) => {
      const added = await queries
        .insert(printServer)
        .values({ ...columnsOf(fields), createdBy: fields.by })
        .onConflictDoNothing()
        .returning({ id: printServer.id })
      const [first] = added
      return first ? String(first.id) : null
    },
    update: async (id, fields) => {
      const key = keyOf(id)
      if (key === undefined) return false
      const [same] = await queries
        .select({ id: printServer.id })
        .from(printServer)
        .where(and(isPrinter(fields), ne(printServer.id, key)))
      if (same) return false
      await queries
        .update(printServer)
        .set({ ...columnsOf(fields), changedAt: sql`now()` })
        .where(eq(printServer.id, key))
      return true
    },
    remove: async (id) => {
      const key = keyOf(id)
      if (key !== undefined) await queries.delete(printServer).where(eq(printServer.id, key))
    },
  }
}

// Only numbers are valid ids.
const keyOf = (id: string): number | undefined => (/^\d{1,9}$/.test(id) ? Number(id) : undefined)

// A printer is unique by location, host, port and printer name.
const isPrinter = ({ location, host, port, printer }: PrintServerFields) =>
  and(
    ...[eq(printServer.location, location), eq(printServer.host, host)],
    ...[eq(printServer.port, port), eq(printServer.printer, printer)],
  )

const columnsOf = ({ location, host, port, printer, format, by }: PrintServerFields) => ({
  location,
  host,
  port,
  printer,
  format,
  changedBy: by,
})

const readRow = (row: typeof printServer.$inferSelect): PrintServer => ({
  ID: String(row.id),
  PrintServer: row.host,
  Port: String(row.port),
  PrintLocation: row.printer,
  PrinterLocation: row.location,
  PrintFormat: memberOf(PRINT_FORMATS, row.format),
  CreatedBy: row.createdBy,
  CreatedDateTime: row.createdAt.toISOString(),
  LastChangedBy: row.changedBy,
  LastChangedDateTime: row.changedAt.toISOString(),
})
