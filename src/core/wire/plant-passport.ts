// Validates the parts of a plant passport that are not stock facts. The rules are those of Regulation (EU)
// 2016/2031, Annex VII, Parts A and B: movement within the Union and within its protected zones.
import type { Commodity } from './constants.ts'

// ISO 3166-1 alpha-2 codes of the Member States. XI is Northern Ireland, where the rules apply too.
const MEMBER_STATES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
)

/** Maximum lengths in characters. */
export const PASSPORT_LIMITS = { operatorNumber: 40, botanicalName: 100, words: 50, zonePests: 34 } as const

/**
 * The genus of each commodity, for varieties without a botanical name. A genus is allowed as the taxon
 * (Annex VII, Part A, point 1 (c)).
 */
export const GENERA: Readonly<Record<Commodity, string>> = {
  BLACK: 'Rubus',
  BLUE: 'Vaccinium',
  RASP: 'Rubus',
  STRAW: 'Fragaria',
}

/**
 * Is it the number of a professional operator, with the code of the Member State (Annex VII, Part A, point
 * 1 (d))? Example: `DE-NI-12345`.
 */
export function isOperatorNumber(text: string): boolean {
  const [, state = ''] = /^([A-Z]{2})-[A-Z0-9][A-Z0-9 ./-]*$/i.exec(text) ?? []
  return MEMBER_STATES.has(state)
}

/**
 * Normalizes EPPO codes of quarantine pests to `ERWIAM, PHYPPI` (Annex VII, Part B, point 1 (b)). Each code
 * has six letters or digits; spaces, commas, semicolons or slashes separate them. '' for an empty text,
 * undefined if a code is invalid.
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
// Region codes that are not countries.
const nonCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
const isCountry = (code: string) => !nonCountries.has(code) && countries.of(code) !== undefined

/**
 * Normalizes the ISO 3166-1 alpha-2 codes of the countries of origin to `NL, FR` (Annex VII, Part A, point
 * 1 (f)). Spaces, commas, semicolons or slashes separate them. '' for an empty text, undefined if a code is
 * not a country.
 */
export function readOrigin(text: string): string | undefined {
  const codes = codesIn(text)
  return codes.every((code) => /^[A-Z]{2}$/.test(code) && isCountry(code)) ? codes.join(', ') : undefined
}
