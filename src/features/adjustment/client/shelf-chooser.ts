// Chooses the shelf for a correction, and names stock in sentences.

import type { Cause } from '#core/commands/command.ts'
import { type InventoryRecord, onHand } from '#core/wire/inventory.ts'
import type { AskShelf } from '#input/questions/shelf-dialog.tsx'
import { say } from '#text/say.ts'
import type { Row } from './adjust-rows.ts'

type NameOfStorage = (storageLocation: string) => string

/** Returns 'B000000001 at A-01', or the barcode alone if the server names no shelf. */
export function nameStock({ BarcodeID: barcode, StorageLocation }: InventoryRecord, nameOf: NameOfStorage) {
  const shelf = nameOf(StorageLocation)
  return shelf === '' ? barcode : say('shelf.at', { barcode, shelf })
}

/**
 * Returns a function that finds the row of a correction: the only one, the one chosen for the same scan, or
 * the user's choice. The function returns null if the question is closed.
 */
export function createShelfChooser(ask: AskShelf, nameOf: NameOfStorage) {
  const chosen = new Map<string, string>()
  return async (rows: readonly Row[], quantity: number | undefined, cause: Cause): Promise<Row | null> => {
    const [first] = rows
    if (!first) return null
    const before = chosen.get(cause.of ?? '')
    const known = rows.length === 1 ? first : rows.find(({ key }) => key === before)
    if (known) return known
    const shelf = await ask({
      barcode: first.record.BarcodeID,
      ...(quantity !== undefined && { quantity }),
      shelves: rows.map(({ key, record }) => ({
        id: key,
        name: nameOf(record.StorageLocation),
        n: onHand(record),
      })),
    })
    if (!shelf) return null
    chosen.set(cause.id, shelf.id)
    return rows.find(({ key }) => key === shelf.id) ?? null
  }
}
