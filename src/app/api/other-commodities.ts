// Finds stock at the same location that belongs to the seasons of another commodity.
import type { Place } from '#app/state/place.ts'
import { COMMODITIES, type Commodity } from '#core/wire/constants.ts'
import { type InventoryRecord, onHand } from '#core/wire/inventory.ts'
import { readSeasons } from './read-seasons.ts'

interface At {
  readonly location: string
  readonly season: { readonly id: string; readonly name: string; readonly commodity: string }
}

interface OtherCommodity {
  readonly commodity: Commodity
  readonly n: number
  readonly shelf: string
  /** The first season of the commodity; undefined if there is none. */
  readonly season: Place['season'] | undefined
}

/**
 * Searches a barcode in the other commodities at this place; undefined if it is not there. `search` returns
 * the records of the barcode at a place.
 */
export async function findOtherCommodity(
  barcode: string,
  place: At,
  search: (place: At) => Promise<readonly InventoryRecord[]>,
): Promise<OtherCommodity | undefined> {
  const others = COMMODITIES.filter((commodity) => commodity !== place.season.commodity)
  const answers = await Promise.all(
    others.map(async (commodity) => {
      const records = await search({ ...place, season: { ...place.season, commodity } })
      const record = records.find(({ BarcodeID }) => BarcodeID === barcode)
      return record && { commodity, n: onHand(record), shelf: record.StorageLocation }
    }),
  )
  const found = answers.find((each) => each !== undefined)
  if (!found) return undefined
  const seasons = await readSeasons()
  return { ...found, season: seasons.find(({ commodity }) => commodity === found.commodity) }
}
