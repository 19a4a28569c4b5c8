import { and, asc, eq, sql } from 'drizzle-orm'
import type { DefaultPrinter, PrinterSetup } from '#features/printing/common/printer-setup.ts'
import { PRINT_JOB_NAMES } from '#features/printing/common/printer-setup.ts'
import type { PrinterSetupPort } from '#features/printing/server/printer-setup.ts'
import { printProposal, printServer } from '#server/database/schema/printing.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'

/** Stores the setup and proposals of printers. */
export function createPrinterSetupStore(queries: Queries | Transaction): PrinterSetupPort {
  const columns = {
    id: printServer.id,
    dpi: printServer.dpi,
    rotation: printServer.rotation,
    stock: printServer.stock,
  }
  return {
    printers: async (location) => {
      const rows = await queries
        .select(columns)
        .from(printServer)
        .where(eq(printServer.location, location))
        .orderBy(asc(printServer.id))
      return rows.map(readRow)
    },
    find: async (id) => {
      const [row] = await queries
        .select(columns)
        .from(printServer)
        .where(eq(printServer.id, Number(id)))
      return row ? readRow(row) : null
    },
    write: async ({ ID, Dpi: dpi, Rotation: rotation, Stock: stock }) => {
      await queries
        .update(printServer)
        .set({ dpi, rotation, stock })
        .where(eq(printServer.id, Number(ID)))
    },
    proposals: async (location) => {
      const rows = await queries
        .select()
        .from(printProposal)
        .where(eq(printProposal.location, location))
        .orderBy(asc(printProposal.work))
      return rows.flatMap((row): DefaultPrinter[] => {
        // Skip works that this version does not have.
        const work = PRINT_JOB_NAMES.find((each) => each === row.work)
        if (!work) return []
        return [
          {
            Work: work,
            ...fieldsOf(row),
          },
        ]
      })
    },
    lockProposal: async (location, work) => {
      const [row] = await queries
        .select()
        .from(printProposal)
        .where(and(eq(printProposal.location, location), eq(printProposal.work, work)))
        .for('update')
      return row ? { ...fieldsOf(row), by: row.changedBy } : null
    },
    propose: async ({ Location, Work, PrintServer, Template, OnShip, OnReceive }, by) => {
      const proposed = {
        printServer: PrintServer === '' ? null : Number(PrintServer),
        template: Template,
        onShip: OnShip,
        onReceive: OnReceive,
        changedBy: by,
        changedAt: sql`now()`,
      }
      await queries
        .insert(printProposal)
        .values({ location: Location, work: Work, ...proposed })
        .onConflictDoUpdate({ target: [printProposal.location, printProposal.work], set: proposed })
    },
  }
}

const fieldsOf = (row: typeof printProposal.$inferSelect) => ({
  PrintServer: row.printServer === null ? '' : String(row.printServer),
  Template: row.template,
  OnShip: row.onShip,
  OnReceive: row.onReceive,
})

const readRow = ({
  id,
  dpi,
  rotation,
  stock,
}: Pick<typeof printServer.$inferSelect, 'id' | 'dpi' | 'rotation' | 'stock'>): PrinterSetup => ({
  ID: String(id),
  Dpi: dpi,
  Rotation: rotation,
  Stock: stock,
})
