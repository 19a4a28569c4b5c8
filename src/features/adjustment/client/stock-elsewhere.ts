// Finds where a barcode is in stock if not at this location.
import { perform } from '#app/api/client.ts'
import { findOtherCommodity } from '#app/api/other-commodities.ts'
import { switchPlaceFacts } from '#app/state/switch-place-facts.ts'
import { trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import type { Place } from '#core/kinds/document.ts'
import type { ModeId } from '#core/wire/constants.ts'
import { onHand } from '#core/wire/inventory.ts'
import { pathTo } from '#core/wire/routes.ts'
import { otherCommodityMessage, type StockElsewhere } from '#input/engine/other-commodity.ts'

/**
 * Searches the other commodities here, then the user's other locations. Returns a sentence about the result
 * with a link. A failed search counts as empty.
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
): Promise<StockElsewhere> {
  const path = pathTo(trimAdjustment.modes[mode].route)
  const others = locations.filter((location) => location !== place.location)
  const filter = { barcode, stockType: 'ALL' } as const
  const search = async (searchPlace: Place) => {
    const result = await perform(trimAdjustment.search(searchPlace, mode, grower, filter))
    return result.ok ? result.value.records : []
  }
  // Only inventory is searched by commodity; grower storage is searched by season.
  const otherCommodity = mode === 'inventory' ? await findOtherCommodity(barcode, place, search) : undefined
  if (otherCommodity) {
    return otherCommodityMessage(otherCommodity, { barcode, location: place.location, path })
  }
  const asked = others.map(async (there) => {
    const found = await search({ ...place, location: there })
    const record = found.find(({ BarcodeID }) => BarcodeID === barcode)
    return record && { there, n: onHand(record), stockType: record.StockType, shelf: record.StorageLocation }
  })
  const elsewhere = (await Promise.all(asked)).find((found) => found !== undefined)
  const facts = { barcode, location: place.location }
  if (!elsewhere) return { code: 'noDataForBarcode', facts, next: [] }
  const link = switchPlaceFacts({ ...place, location: elsewhere.there }, path)
  return { code: 'trim.otherLocation', facts: { ...facts, ...elsewhere, ...link }, next: ['switchPlace'] }
}
