// Builds the texts of plant passports (docs/plant-passport.md). A passport with a missing part is refused.
import { COMMODITIES } from '#core/wire/constants.ts'
import { GENERA, readZonePests } from '#core/wire/plant-passport.ts'
import type { Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { problemFor } from '#server/domain/refusals.ts'

/** The facts of a lot for its passport; '' if unknown. */
export interface PassportLot {
  readonly commodity: string
  readonly variety: string
  readonly botanicalName: string
  readonly origin: string
  /** EPPO codes of the protected-zone pests that the lot is free from. */
  readonly zonePests: string
}

/**
 * The operator at a location, and the passport title in the location's other language, with a variant for
 * protected zones; '' for none.
 */
export interface PassportOperator {
  readonly number: string
  readonly words: string
  readonly zoneWords: string
}

export interface PassportsPort {
  readonly operatorAt: (location: string) => Promise<PassportOperator>
  readonly lots: (barcodes: readonly string[]) => Promise<ReadonlyMap<string, PassportLot>>
}

/** The printed parts of a passport, except the traceability code. */
export interface PassportFacts {
  /** 'Plant Passport' or 'Plant Passport – PZ', preceded by the same in the other language. */
  readonly passport: string
  /** Pests of the protected zones, printed below the title; '' outside of them. */
  readonly zone: string
  readonly botanical: string
  readonly operator: string
  readonly origin: string
}

const ENGLISH = 'Plant Passport'
const ENGLISH_OF_ZONES = 'Plant Passport – PZ'

/**
 * Returns the passports of lots that leave a location, by barcode. Fails with the first missing part: the
 * operator's registration number (B), or the origin (D).
 */
export async function readPassports(
  port: PassportsPort,
  location: string,
  barcodes: readonly string[],
): Promise<Result<ReadonlyMap<string, PassportFacts>, Problem>> {
  const { number, words, zoneWords } = await port.operatorAt(location)
  if (number === '') return fail(problemFor(refuse('passportNoOperator', { location })))
  const lots = await port.lots(barcodes)
  const withoutOrigin = barcodes.find((barcode) => lots.get(barcode)?.origin === '')
  if (withoutOrigin !== undefined) {
    return fail(problemFor(refuse('passportNoOrigin', { barcode: withoutOrigin })))
  }
  const facts = [...lots].map(([barcode, lot]) => {
    const zone = readZonePests(lot.zonePests) ?? ''
    const passport = {
      passport: zone === '' ? withEnglish(words, ENGLISH) : withEnglish(zoneWords, ENGLISH_OF_ZONES),
      zone,
      botanical: `${taxonOf(lot)} ‘${lot.variety}’`,
      operator: number,
      origin: lot.origin,
    }
    return [barcode, passport] as const
  })
  return succeed(new Map(facts))
}

// The other language comes first (Annex VII, Part A, point 1 (a), and Part B, point 1 (a)).
const withEnglish = (words: string, english: string) =>
  words === '' || words === english ? english : `${words} / ${english}`

// Returns the botanical name of the variety, or the genus of the commodity.
const taxonOf = ({ botanicalName, commodity }: PassportLot): string => {
  const known = COMMODITIES.find((each) => each === commodity)
  return botanicalName || (known ? GENERA[known] : '')
}
