import type { PassportFacts } from '#features/printing/server/plant-passports.ts'
import type { LabelFacts } from './label.ts'

// Sample parts of a plant passport.
const samplePassport: PassportFacts = {
  passport: 'Plant Passport – PZ',
  zone: 'ERWIAM, PHYPPI',
  botanical: 'Fragaria × ananassa ‘Monterey’',
  operator: 'NL-0123456789',
  origin: 'NL',
}

/** Ten letters: the widest possible barcode of a lot. */
export const WIDEST_BARCODE = 'BKMQRSTWXZ'

/** Sample facts, for drawing a label without stock. */
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
