// Where else a barcode is in stock that is not in stock here.
import { perform } from '#app/api/client.ts'
import { findOtherCommodity } from '#app/api/other-commodities.ts'
import { wayTo } from '#app/state/way-to.ts'
import { trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import type { Place } from '#core/kinds/document.ts'
import type { ModeId } from '#core/wire/constants.ts'
import { onHand } from '#core/wire/inventory.ts'
import { to } from '#core/wire/routes.ts'
import { type StockElsewhere, sayOtherCommodity } from '#input/engine/other-commodity.ts'

/**
 * Searches the other commodities here, then the person's other locations; returns the sentence about what was
 * found, with the way there. A failed search counts as empty.
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
  const path = to(trimAdjustment.modes[mode].route)
  const others = locations.filter((location) => location !== place.location)
  const filter = { barcode, stockType: 'ALL' } as const
  const search = async (at: Place) => {
    const result = await perform(trimAdjustment.search(at, mode, grower, filter))
    return result.ok ? result.value.records : []
  }
  // Grower storage is searched by season, plants are searched by commodity.
  const here = mode === 'inventory' ? await findOtherCommodity(barcode, place, search) : undefined
  if (here) {
    return sayOtherCommodity(here, { barcode, location: place.location, path })
  }
  const asked = others.map(async (there) => {
    const found = await search({ ...place, location: there })
    const record = found.find(({ BarcodeID }) => BarcodeID === barcode)
    return record && { there, n: onHand(record), stockType: record.StockType, shelf: record.StorageLocation }
  })
  const far = (await Promise.all(asked)).find((found) => found !== undefined)
  const facts = { barcode, location: place.location }
  if (!far) return { code: 'noDataForBarcode', facts, next: [] }
  const way = wayTo({ ...place, location: far.there }, path)
  return { code: 'trim.otherLocation', facts: { ...facts, ...far, ...way }, next: ['switchPlace'] }
}
