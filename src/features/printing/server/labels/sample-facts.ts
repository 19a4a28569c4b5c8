import type { PassportFacts } from '#features/printing/server/plant-passports.ts'
import type { LabelFacts } from './label.ts'

// The parts of a plant passport that is none.
const samplePassport: PassportFacts = {
  passport: 'Plant Passport – PZ',
  zone: 'ERWIAM, PHYPPI',
  botanical: 'Fragaria × ananassa ‘Monterey’',
  operator: 'NL-0123456789',
  origin: 'NL',
}

/** Ten letters: no other barcode of the trade is as wide. */
export const WIDEST_BARCODE = 'BKMQRSTWXZ'

/** The facts of a plant that is not there: to draw a label where no stock is. */
export const sampleFacts: LabelFacts = {
  barcode: 'B123456789',
  variety: 'Monterey',
  trimType: 'Bare root',
  stockType: 'FOUNDATION',
  quantity: '1,250 plants',
  location: 'WAT - Watsonville',
  season: 'Straw 2026',
  commodity: 'STRAW',
  licence: 'Proprietary plants, for the named grower only. Propagation is prohibited.',
  ...samplePassport,
}
