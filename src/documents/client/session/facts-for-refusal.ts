// Collects the facts that explain a refusal on an open document.
import type { Core } from './core.ts'

/** The facts of the document and of a line (by barcode, else the current one), named as in the catalogue. */
export function factsForRefusal(
  core: Core,
  barcode: string | undefined,
): Readonly<Record<string, string | number>> {
  const { sheet } = core.get()
  const { mode, stage } = core.parts
  if (!sheet) return {}
  const { document } = sheet
  const entry = core.entryOf(barcode)
  const facts: Record<string, string | number | null> = {
    number: document.number,
    documentStatus: document.status,
    wanted: stage === 'edit' ? mode.searchStockType(document.header) : null,
    ...(entry && {
      barcode: entry.line.barcode,
      shelf: entry.line.storageLocation,
      stockType: entry.line.plant.stockType,
      status: entry.line.status,
      ordered: entry.line.ordered,
      picked: entry.line.picked,
      received: entry.line.received,
      available: entry.line.available,
    }),
  }
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  )
}
