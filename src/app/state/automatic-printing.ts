// This workstation's own choices of automatic printing.
import * as v from 'valibot'
import type { AutomaticPrintStep, PrintJobName } from '#features/printing/common/printer-setup.ts'
import { readStored, writeStored } from './stored.ts'

const keyOf = (location: string, work: PrintJobName, moment: AutomaticPrintStep) =>
  `${location}.${work}.${moment}`

const byItself = v.record(v.string(), v.boolean())

/**
 * Does this workstation print this automatically at this moment? undefined: no choice was made here, so the
 * location's choice counts.
 */
export function printsAutomatically(
  location: string,
  work: PrintJobName,
  moment: AutomaticPrintStep,
): boolean | undefined {
  return readStored('printsByItself', byItself)?.[keyOf(location, work, moment)]
}

/** Stores the choice of this workstation. */
export function storeAutomaticPrinting(
  location: string,
  work: PrintJobName,
  moment: AutomaticPrintStep,
  on: boolean,
): void {
  return void writeStored('printsByItself', {
    ...readStored('printsByItself', byItself),
    [keyOf(location, work, moment)]: on,
  })
}
