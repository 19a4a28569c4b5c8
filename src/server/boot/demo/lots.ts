// Generates the stock in cold storage: 5,000 barcodes with their plants, and grower storage.

import { type Account, growerStorageAccount, stockAccount } from '#core/kinds/accounts.ts'
import { COMMODITY_CODES, type StockType } from '#core/wire/constants.ts'
import type { OpeningLot } from '#features/stock-files/server/opening-stock.ts'
import type { PlantFacts } from '#server/domain/stock.ts'
import { momentBefore } from './calendar.ts'
import { type DemoLocation, locations, trimTypes, varieties } from './catalogue.ts'
import type { DemoGrower } from './entities.ts'
import type { Random } from './random.ts'
import type { DemoSeason } from './seasons.ts'

/** Opening stock with the generator's planning data. */
export interface DemoLot extends OpeningLot {
  readonly location: string
  readonly season: DemoSeason
  /** Time of the import, ISO 8601. */
  readonly openedAt: string
}

const barcodeCount = 5_000

const commodityShares = { STRAW: 38, RASP: 22, BLUE: 17, BLACK: 23 }
const ageShares = { previous: 35, current: 65 }
const locationShares = { CAC: 56, ORW: 27, FLC: 17 }
const stockTypeShares: Readonly<Record<Exclude<StockType, 'ALL'>, number>> = {
  COMMERCIAL: 84,
  FOUNDATION: 8,
  RESERVED: 3,
  NURSERYTRIALS: 2,
  APPLIEDRESEARCH: 1,
  BREEDING: 1,
  ONFARMTRIALS: 1,
}
const gradeShares = { A: 80, B: 20 }
const attributeShares = { none: 78, CERTIFIED: 14, ORGANIC: 8 }
const attributesIds = { none: '', CERTIFIED: '1', ORGANIC: '2' }
const sizeShares = { empty: 1, scraps: 4, usual: 75, large: 20 }

// Days before today on which a season's stock was imported.
const importDaysAgo = { previous: [420, 415, 408, 400], current: [62, 58, 51, 47] }
const racksPerAisle = 24

export function makeLots(random: Random, today: string, seasons: readonly DemoSeason[]): readonly DemoLot[] {
  return Array.from({ length: barcodeCount }, (_, index) => {
    const commodity = random.weighted(commodityShares)
    const age = random.weighted(ageShares)
    const season = seasons.find((each) => each.commodity === commodity && each.age === age)
    if (!season) throw new Error(`No ${age} season of ${commodity}`)
    const plant = makePlant(random, season, index + 1)
    const home = locationOf(random.weighted(locationShares))
    const openedAt = momentBefore(today, random.pick(importDaysAgo[age]), 15 * 60)
    const lot = { plant, season, openedAt, ...placedAt(home, random), quantity: quantityOf(random) }
    // Some lots fill two racks, and a few are at two locations, as if transferred in earlier years.
    if (random.chance(0.03)) return [lot, { ...lot, ...placedAt(home, random), quantity: quantityOf(random) }]
    if (random.chance(0.01)) {
      const other = random.pick(locations.filter(({ code }) => code !== home.code))
      return [lot, { ...lot, ...placedAt(other, random), quantity: quantityOf(random) }]
    }
    return [lot]
  }).flatMap((lots) => oncePerAccount(lots))
}

// 10 characters: B, the commodity's number, the season's year, and a sequence number.
function makePlant(random: Random, season: DemoSeason, sequenceNumber: number): PlantFacts {
  const { commodity } = season
  const [code] = random.pick(varieties[commodity])
  const trimType = random.pick(trimTypes.filter(({ of }) => of.includes(commodity)))
  const attributes = random.weighted(attributeShares)
  return {
    barcode: `B${season.id}${String(sequenceNumber).padStart(6, '0')}`,
    commodity,
    seasonId: season.id,
    varietyCode: code,
    plantCode: `${code}-${trimType.short}`,
    trimType: trimType.name,
    stockType: random.weighted(stockTypeShares),
    grade: random.weighted(gradeShares),
    uom: 'EA',
    rate: '',
    codeId: `${COMMODITY_CODES[commodity]}${trimType.id.padStart(2, '0')}`,
    inventoryType: 'TRIM',
    attributes: attributes === 'none' ? '' : attributes,
    attributesId: attributesIds[attributes],
    origin: 'US',
  }
}

function locationOf(code: string): DemoLocation {
  const found = locations.find((location) => location.code === code)
  if (!found) throw new Error(`No location ${code}`)
  return found
}

function placedAt(location: DemoLocation, random: Random): { location: string; account: Account } {
  const rack = `${random.pick(location.aisles)}-${String(random.whole(1, racksPerAisle)).padStart(2, '0')}`
  return { location: location.code, account: stockAccount(location.code, rack) }
}

// Whole plants: mostly hundreds to thousands, in bundles of 25; a few small remainders, and a few with 0.
function quantityOf(random: Random): number {
  const size = random.weighted(sizeShares)
  if (size === 'empty') return 0
  if (size === 'scraps') return random.whole(1, 24)
  const bundles = size === 'usual' ? random.whole(8, 80) : random.whole(80, 300)
  return bundles * 25 - (random.chance(0.1) ? random.whole(1, 20) : 0)
}

// Removes duplicate lots of a barcode in the same rack.
const oncePerAccount = (lots: readonly DemoLot[]): readonly DemoLot[] =>
  lots.filter(
    ({ account }, index) =>
      lots.findIndex(
        (other) => other.account.owner === account.owner && other.account.place === account.place,
      ) === index,
  )

// Number of growers with grower storage, and the maximum of barcodes for each.
const growersWithStorage = 18
const maxStoredBarcodes = 9

/** Generates grower storage: part of this season's commercial lots, at the grower's pick-up location. */
export function makeGrowerStorage(
  random: Random,
  lots: readonly DemoLot[],
  growers: readonly DemoGrower[],
): readonly DemoLot[] {
  const homes = growers.filter(({ pickUpLocation }) => pickUpLocation !== '')
  const step = Math.max(1, Math.floor(homes.length / growersWithStorage))
  const chosen = homes.filter((_, index) => index % step === 0).slice(0, growersWithStorage)
  return chosen.flatMap((grower) => {
    const matchingLots = lots.filter(
      ({ plant, location, season }) =>
        season.age === 'current' &&
        plant.commodity === grower.commodity &&
        plant.stockType === 'COMMERCIAL' &&
        location === grower.pickUpLocation,
    )
    const storedLots = new Set(
      Array.from({ length: random.whole(2, maxStoredBarcodes) }, () => random.pick(matchingLots)),
    )
    return [...storedLots].map((lot) => ({
      ...lot,
      account: growerStorageAccount(lot.location, grower.id),
      quantity: random.whole(2, 40) * 25,
    }))
  })
}
