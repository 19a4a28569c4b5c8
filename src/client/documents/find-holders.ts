// Whose are the plants of a barcode? Open documents at this location that hold some, as the reference server knows them.
import type { Perform } from '#client/api/client.ts'
import { ask } from '#contract/ask.ts'
import type { PlantHolder } from '#contract/inventory.ts'
import type { Place } from '#kinds/document.ts'

/** The documents that hold plants, the one changed last first; undefined where the server cannot say. */
export async function findHolders(
  barcode: string,
  { perform, place }: { readonly perform: Perform; readonly place: Place },
): Promise<readonly PlantHolder[] | undefined> {
  const result = await perform(
    ask(
      'plantholders',
      { query: { inventorylocation: place.location, trimseasonid: place.season.id, barcodeid: barcode } },
      (answer): readonly PlantHolder[] => answer.Result,
    ),
  )
  return result.ok ? result.value : undefined
}
