// Looks up a barcode's stock for a document, and explains why the document does not find it.
import { isTransient } from '#app/api/problem.ts'
import { readSeenStock } from '#app/api/seen-stock.ts'
import { reasonOf } from '#app/ui/reason.ts'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import { available, type InventoryRecord } from '#core/wire/inventory.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import type { Core } from './core.ts'
import { searchBarcode } from './search-barcode.ts'

/**
 * Searches the stock of a barcode for the document: returns the record, or an outcome that explains why there
 * is none. If the server is unreachable, returns the stock last seen, or 'unchecked'.
 */
export async function lookUpStock(
  core: Core,
  barcode: string,
  cause: Cause,
  quantity?: number,
): Promise<InventoryRecord | CommandOutcome | 'unchecked'> {
  const { kind, mode, place } = core.parts
  const { grower } = core.get()
  const wanted = mode.searchStockType(core.get().sheet?.document.header ?? {})
  const matching = await searchBarcode(core, place, { barcode, stockType: wanted, grower })
  if (!matching.ok) {
    if (isTransient(matching.error) || matching.error.code === 'signed_out') {
      const seen =
        mode.id === 'inventory' && kind.kind !== 'return' ? await readSeenStock(place, barcode) : undefined
      const fits = ({ StockType }: InventoryRecord) => wanted === 'ALL' || StockType === wanted
      return (await chooseShelf(core, seen?.records.filter(fits) ?? [], cause, quantity)) ?? 'unchecked'
    }
    const facts = { barcode, message: reasonOf(matching.error) }
    return outcomeOf('error', 'documents.serverSays', facts)
  }
  const record = await chooseShelf(core, matching.value, cause, quantity)
  if (record) return record

  const loaded = await import('./explain-missing.ts').catch(() => undefined)
  const facts = { barcode, location: place.location, wanted }
  return loaded ? loaded.explainMissing(core, barcode) : outcomeOf('error', 'noDataForBarcode', facts)
}

const chosenShelves = new WeakMap<Core, Set<string>>()

/** Has the person chosen the shelf of this barcode? Then outcomes name it. */
export function wasShelfChosen(core: Core, barcode: string): boolean {
  return chosenShelves.get(core)?.has(barcode) === true
}

// The only record, or the record of the shelf that the person chooses; undefined if there is none.
async function chooseShelf(
  core: Core,
  records: readonly InventoryRecord[],
  cause: Cause,
  quantity: number | undefined,
): Promise<InventoryRecord | CommandOutcome | undefined> {
  const { kind, askShelf } = core.parts
  const [first, ...others] = records
  const step = kind.lineSteps[core.stage.lineAction.step]
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
  chosenShelves.set(core, (chosenShelves.get(core) ?? new Set()).add(first.BarcodeID))
  return records.find(({ StorageLocation }) => StorageLocation === shelf.id)
}
