// What this workstation prints by itself, where somebody has chosen here.
import * as v from 'valibot'
import type { PrintMoment, PrintWorkName } from '#core/wire/printer-setup.ts'
import { readStored, writeStored } from './stored.ts'

const keyOf = (location: string, work: PrintWorkName, moment: PrintMoment) => `${location}.${work}.${moment}`

const byItself = v.record(v.string(), v.boolean())

/**
 * Does this work print by itself at this moment, as chosen at this workstation? undefined: nobody has chosen;
 * the location's choice counts.
 */
export function printsByItself(
  location: string,
  work: PrintWorkName,
  moment: PrintMoment,
): boolean | undefined {
  return readStored('printsByItself', byItself)?.[keyOf(location, work, moment)]
}

/** Remembers the choice of this workstation. */
export function keepPrintsByItself(
  location: string,
  work: PrintWorkName,
  moment: PrintMoment,
  on: boolean,
): void {
  return void writeStored('printsByItself', {
    ...readStored('printsByItself', byItself),
    [keyOf(location, work, moment)]: on,
  })
}
