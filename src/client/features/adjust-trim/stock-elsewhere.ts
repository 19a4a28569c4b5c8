// Where else a barcode is in stock that is not in stock here.
import { perform } from '#client/api/client.ts'
import { findOtherCommodity } from '#client/api/other-commodities.ts'
import type { ModeId } from '#contract/constants.ts'
import { onHand } from '#contract/inventory.ts'
import { trimAdjustment } from '#kinds/adjustment/rules.ts'
import type { Place } from '#kinds/document.ts'
import { say } from '#text/say.ts'
import type { Saying } from './adjust-rows.ts'

/**
 * Searches the other commodities here, then the person's other locations; returns the sentence about what was found. A failed search counts as
 * empty.
 */
export async function findElsewhere(
  barcode: string,
  {
    place,
    mode,
    grower,
    locations,
  }: {
    readonly place: Place
    readonly mode: ModeId
    readonly grower: string
    readonly locations: readonly string[]
  },
): Promise<Saying> {
  const others = locations.filter((location) => location !== place.location)
  const filter = { barcode, stockType: 'ALL' } as const
  const search = async (at: Place) => {
    const result = await perform(trimAdjustment.search(at, mode, grower, filter))
    return result.ok ? result.value.records : []
  }
  // Grower storage is searched by season, plants are searched by commodity.
  const here = mode === 'inventory' ? await findOtherCommodity(barcode, place, search) : undefined
  if (here) {
    const facts = {
      ...here,
      barcode,
      commodity: say(`commodity.${here.commodity}`),
      location: place.location,
    }
    return { code: 'documents.otherCommodity', facts }
  }
  const asked = others.map(async (there) => {
    const found = await search({ ...place, location: there })
    const record = found.find(({ BarcodeID }) => BarcodeID === barcode)
    return record && { there, n: onHand(record), stockType: record.StockType, shelf: record.StorageLocation }
  })
  const far = (await Promise.all(asked)).find((found) => found !== undefined)
  return far
    ? { code: 'trim.otherLocation', facts: { barcode, location: place.location, ...far } }
    : { code: 'noDataForBarcode', facts: { barcode, location: place.location } }
}
