// Finds the open documents at this location that reserve plants of a barcode; only our own server lists them.
import type { Perform } from '#app/api/client.ts'
import { isForeignServer } from '#app/api/wire-text.ts'
import type { Place } from '#core/kinds/document.ts'
import { prepareCall } from '#core/wire/calls.ts'
import type { PlantHolder } from '#core/wire/inventory.ts'

/** The documents that reserve plants, last changed first; undefined if the server cannot list them. */
export async function findReservingDocuments(
  barcode: string,
  { perform, place }: { readonly perform: Perform; readonly place: Place },
): Promise<readonly PlantHolder[] | undefined> {
  if (isForeignServer()) return undefined
  const result = await perform(
    prepareCall(
      'plantholders',
      { query: { inventorylocation: place.location, trimseasonid: place.season.id, barcodeid: barcode } },
      (answer): readonly PlantHolder[] => answer.Result,
    ),
  )
  return result.ok ? result.value : undefined
}
