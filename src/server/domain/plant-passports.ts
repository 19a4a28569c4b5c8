// What a plant passport says (docs/plant-passport.md). One that lacks a part is not printed.
import { COMMODITIES } from '#contract/constants.ts'
import { GENERA } from '#contract/plant-passport.ts'
import type { Problem } from '#contract/problem.ts'
import { refuse } from '#contract/refusals.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import { problemFor } from './refusals.ts'

/** The facts of a lot for its passport; '' where they are not known. */
export interface PassportLot {
  readonly commodity: string
  readonly variety: string
  readonly botanicalName: string
  readonly origin: string
}

export interface PassportsPort {
  /** The operator at a location, and the words 'Plant Passport' in its other language; '' for none. */
  readonly operatorAt: (location: string) => Promise<{ readonly number: string; readonly words: string }>
  readonly lots: (barcodes: readonly string[]) => Promise<ReadonlyMap<string, PassportLot>>
}

/** The parts of a passport as they are printed, besides the traceability code. */
export interface PassportFacts {
  /** 'Plant Passport', after the same in another official language. */
  readonly passport: string
  readonly botanical: string
  readonly operator: string
  readonly origin: string
}

const ENGLISH = 'Plant Passport'

/**
 * The passports of lots that leave a location, by barcode. Fails with the part that the first incomplete one lacks: the operator's
 * registration number (B), or the origin (D).
 */
export async function readPassports(
  port: PassportsPort,
  location: string,
  barcodes: readonly string[],
): Promise<Result<ReadonlyMap<string, PassportFacts>, Problem>> {
  const { number, words } = await port.operatorAt(location)
  if (number === '') return fail(problemFor(refuse('passportNoOperator', { location })))
  const lots = await port.lots(barcodes)
  const withoutOrigin = barcodes.find((barcode) => lots.get(barcode)?.origin === '')
  if (withoutOrigin !== undefined) {
    return fail(problemFor(refuse('passportNoOrigin', { barcode: withoutOrigin })))
  }
  const facts = [...lots].map(([barcode, lot]) => {
    const passport = {
      // The other language comes first (Annex VII, Part A, point 1 (a)).
      passport: words === '' || words === ENGLISH ? ENGLISH : `${words} / ${ENGLISH}`,
      botanical: `${taxonOf(lot)} ‘${lot.variety}’`,
      operator: number,
      origin: lot.origin,
    }
    return [barcode, passport] as const
  })
  return succeed(new Map(facts))
}

// The variety's botanical name, or the genus of the commodity.
const taxonOf = ({ botanicalName, commodity }: PassportLot): string => {
  const known = COMMODITIES.find((each) => each === commodity)
  return botanicalName || (known ? GENERA[known] : '')
}
