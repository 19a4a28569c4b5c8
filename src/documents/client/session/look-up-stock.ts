// Looks up a barcode's stock for a document, and explains why the document does not find it.
import { isTransient } from '#app/api/problem.ts'
import { readSeenStock } from '#app/api/seen-stock.ts'
import { reasonOf } from '#app/ui/reason.ts'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import { available, type InventoryRecord } from '#core/wire/inventory.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { searchBarcode } from './search-barcode.ts'
import type { Session } from './session-state.ts'

/**
 * Searches the stock of a barcode for the document: returns the record, or an outcome that explains why there
 * is none. If the server is unreachable, returns the stock last seen, or 'unchecked'.
 */
export async function lookUpStock(
  session: Session,
  barcode: string,
  cause: Cause,
  quantity?: number,
): Promise<InventoryRecord | CommandOutcome | 'unchecked'> {
  const { kind, mode, place } = session.parts
  const { grower } = session.get()
  const wanted = mode.searchStockType(session.get().sheet?.document.header ?? {})
  const matching = await searchBarcode(session, place, { barcode, stockType: wanted, grower })
  if (!matching.ok) {
    if (isTransient(matching.error) || matching.error.code === 'signed_out') {
      const seen =
        mode.id === 'inventory' && kind.kind !== 'return' ? await readSeenStock(place, barcode) : undefined
      const fits = ({ StockType }: InventoryRecord) => wanted === 'ALL' || StockType === wanted
      return (await chooseShelf(session, seen?.records.filter(fits) ?? [], cause, quantity)) ?? 'unchecked'
    }
    const facts = { barcode, message: reasonOf(matching.error) }
    return outcomeOf('error', 'documents.serverSays', facts)
  }
  const record = await chooseShelf(session, matching.value, cause, quantity)
  if (record) return record

  const loaded = await import('./explain-missing.ts').catch(() => undefined)
  const facts = { barcode, location: place.location, wanted }
  return loaded ? loaded.explainMissing(session, barcode) : outcomeOf('error', 'noDataForBarcode', facts)
}

// The only record, or the record of the shelf that the person chooses; undefined if there is none.
async function chooseShelf(
  session: Session,
  records: readonly InventoryRecord[],
  cause: Cause,
  quantity: number | undefined,
): Promise<InventoryRecord | CommandOutcome | undefined> {
  const { kind, askShelf } = session.parts
  const [first, ...others] = records
  const step = kind.lineSteps[session.stage.lineAction.step]
  const elsewhere = others.some(({ StorageLocation }) => StorageLocation !== first?.StorageLocation)
  // A count of several shelves is refused as a whole.
  if (!first || !elsewhere || step?.writes !== 'ordered') return first
  const fullest = records.toSorted((one, other) => available(other) - available(one))[0]
  const question = {
    barcode: first.BarcodeID,
    ...(quantity !== undefined && { quantity }),
    shelves: records.map((record) => ({
      id: record.StorageLocation,
      name: record.StorageLocation,
      n: available(record),
    })),
    // An order proposes a shelf to take plants from; a dump records where the plants were.
    ...(step.reason === undefined && fullest && { usual: fullest.StorageLocation }),
  }
  const shelf = await askShelf(question, cause)
  if (!shelf) return outcomeOf('warning', 'shelf.left', { barcode: first.BarcodeID })
  session.chosenShelves.add(first.BarcodeID)
  return records.find(({ StorageLocation }) => StorageLocation === shelf.id)
}
