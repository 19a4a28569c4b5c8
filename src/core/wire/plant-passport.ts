// The plant passport for movement within the Union, and within its protected zones (Regulation (EU)
// 2016/2031, Annex VII, Parts A and B): the parts that are not facts of stock already, and which values they
// may have.
import type { Commodity } from './constants.ts'

// The Member States by ISO 3166-1 alpha-2; XI is Northern Ireland, where the rules apply as well.
const MEMBER_STATES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
)

/** Maximum lengths in characters. */
export const PASSPORT_LIMITS = { operatorNumber: 40, botanicalName: 100, words: 50, zonePests: 34 } as const

/**
 * The botanical name of a commodity's taxon, for varieties without one of their own: a genus is a taxon too
 * (Annex VII, Part A, point 1 (c)).
 */
export const GENERA: Readonly<Record<Commodity, string>> = {
  BLACK: 'Rubus',
  BLUE: 'Vaccinium',
  RASP: 'Rubus',
  STRAW: 'Fragaria',
}

/**
 * Is it the number of a professional operator with the code of the Member State of registration, such as
 * `DE-NI-12345` (Annex VII, Part A, point 1 (d))?
 */
export function isOperatorNumber(text: string): boolean {
  const [, state = ''] = /^([A-Z]{2})-[A-Z0-9][A-Z0-9 ./-]*$/i.exec(text) ?? []
  return MEMBER_STATES.has(state)
}

/**
 * The quarantine pests of protected zones by their EPPO codes, six letters or digits each, `ERWIAM, PHYPPI`,
 * from a text with spaces, commas, semicolons or slashes between them (Annex VII, Part B, point 1 (b)). ''
 * for an empty text, undefined where one is no such code.
 */
export function readZonePests(text: string): string | undefined {
  const codes = codesIn(text)
  return codes.every((code) => /^[A-Z][A-Z0-9]{5}$/.test(code)) ? codes.join(', ') : undefined
}

const codesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;/]+/)
      .filter((code) => code !== ''),
  ),
]

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
// Codes of no country.
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
const isCountry = (code: string) => !noCountries.has(code) && countries.of(code) !== undefined

/**
 * The country or countries of origin as ISO 3166-1 alpha-2 codes, `NL, FR`, from a text with spaces, commas,
 * semicolons or slashes between them (Annex VII, Part A, point 1 (f)). '' for an empty text, undefined where
 * a code is of no country.
 */
export function readOrigin(text: string): string | undefined {
  const codes = codesIn(text)
  return codes.every((code) => /^[A-Z]{2}$/.test(code) && isCountry(code)) ? codes.join(', ') : undefined
}
