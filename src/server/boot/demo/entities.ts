// Growers and nurseries. All names are fictitious.
import { COMMODITIES, type Commodity } from '#core/wire/constants.ts'
import { locations } from './catalogue.ts'
import type { Random } from './random.ts'

export interface DemoGrower {
  readonly id: string
  readonly name: string
  readonly commodity: Commodity
  /** A location code, or '' if the grower picks up anywhere. */
  readonly pickUpLocation: string
  readonly growingArea: string
  readonly growingDistrict: string
  readonly vendorInvoiceAccount: string
  readonly fieldType: string
}

export interface DemoNursery {
  readonly id: string
  readonly name: string
}

const growerNames = (
  'Alderquist Ambermoor Ashgrove Barlowe Bellwick Birchham Bramblecote Briarholt Caldermead Candlewick ' +
  'Copperlea Cranwyn Dapplegate Dawnridge Dovermill Dunmarrow Eastermoor Elmbrook Fallowell Fenwickstone ' +
  'Fernhollow Foxlarch Gablewood Gladdenfield Goldharrow Greycombe Harrowdale Hazelmont Heronsgate Hollowbrook ' +
  'Inglemoor Ivesdale Junipero Kestrelby Kingfold Larkmead Lindenhurst Lowmarsh Maplethorn Marlowick ' +
  'Meadowlark Millbryn Mossgarten Nettlebourne Northquill Oakenshaw Orchardby Pebblewick Quailhurst Ravenmere ' +
  'Rosethwaite Sandpiper Silverfen Stonecress Summerlow Thistledown Umberfield Vinewater Willowmarch Yarrowby'
).split(' ')

const nurseryNames: readonly string[] = [
  'Amberleaf Plants',
  'Blackthorn Propagation',
  'Clearwater Nursery',
  'Dovetail Plant Farm',
  'Eventide Nurseries',
  'First Runner Plants',
  'Greenmantle Nursery',
  'High Bench Propagation',
  'Larkspur Lane Nursery',
  'Motherblock Gardens',
  'Stolon and Sons',
  'Tip Layer Nursery',
]

// Business names by commodity.
const enterprises: Readonly<Record<Commodity, readonly string[]>> = {
  BLACK: ['Cane Berries', 'Farms', 'Family Farm'],
  BLUE: ['Blueberries', 'Orchards', 'Farms'],
  RASP: ['Raspberry Farms', 'Berry Co', 'Ranch'],
  STRAW: ['Strawberries', 'Ranch', 'Berry Farms', 'Produce'],
}

// Number of growers per commodity: 60 in total.
const growersOf: Readonly<Record<Commodity, number>> = { BLACK: 9, BLUE: 12, RASP: 14, STRAW: 25 }
const pickUpShares = { CAC: 54, ORW: 22, FLC: 17, anywhere: 7 }
const fieldTypes = { CONVENTIONAL: 60, ORGANIC: 22, TUNNEL: 12, SUBSTRATE: 6 }

export function makeGrowers(random: Random): readonly DemoGrower[] {
  const commodities = COMMODITIES.flatMap((commodity) =>
    Array.from({ length: growersOf[commodity] }, () => commodity),
  )
  return growerNames.map((firstName, index) => {
    // Distributes the commodities over the alphabet.
    const commodity = commodities[(index * 7) % commodities.length] ?? 'STRAW'
    const share = random.weighted(pickUpShares)
    const home = locations.find(({ code }) => code === share) ?? random.pick(locations)
    const area = random.pick(home.areas)
    return {
      id: String(1001 + index),
      name: `${firstName} ${random.pick(enterprises[commodity])}`,
      commodity,
      pickUpLocation: share === 'anywhere' ? '' : home.code,
      growingArea: area,
      growingDistrict: `${home.code}-${home.areas.indexOf(area) + 1}${random.pick(['N', 'E', 'S', 'W'])}`,
      vendorInvoiceAccount: `V${random.whole(100_000, 999_999)}`,
      fieldType: random.weighted(fieldTypes),
    }
  })
}

export function makeNurseries(): readonly DemoNursery[] {
  return nurseryNames.map((name, index) => ({ id: String(201 + index), name }))
}
