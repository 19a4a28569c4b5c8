// Print requests from any screen, and the printer that this workstation used last.
import { atom } from 'jotai'
import * as v from 'valibot'
import type { ReportName } from '#core/wire/constants.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import type { AutomaticPrintStep } from '#features/printing/common/printer-setup.ts'
import { store } from './store.ts'
import { readStored, writeStored } from './stored.ts'

/** The number of labels of a barcode, 1 or more. */
export interface LabelsOfBarcode {
  readonly barcode: string
  readonly labels: number
}

// Labels of one or more barcodes, in this order. `copies` of each label is a whole number; `template` '' is
// the server's default.
interface LabelRequest {
  readonly kind: 'labels'
  readonly items: readonly LabelsOfBarcode[]
  readonly copies: number
  /** The document that they belong to: 'Issuance 10000123'; '' for none. */
  readonly of: string
  readonly template: string
  /** Labels per message. */
  readonly perMessage: number
  /** null: as a PDF in a new tab. */
  readonly server: PrintServer | null
}

export type PrintRequest =
  | { readonly kind: 'report'; readonly report: ReportName; readonly number: string }
  | { readonly kind: 'trace'; readonly barcode: string }
  | { readonly kind: 'commandSheet' }
  | LabelRequest
  | { readonly kind: 'test'; readonly server: PrintServer }
  /** A document was ended: its automatic printing, such as its report or labels of the received plants. */
  | {
      readonly kind: 'ended'
      readonly moment: AutomaticPrintStep
      readonly report: ReportName
      readonly number: string
      readonly items: readonly LabelsOfBarcode[]
    }
  /** A kept job: print its remaining sheets, print all of it as a new job, or cancel it. */
  | { readonly kind: 'kept'; readonly id: string; readonly print: 'rest' | 'again' | 'cancel' }
  /** Stops the jobs of this page after the sheet in flight. */
  | { readonly kind: 'cancel' }
  /** Repeats the last job of this person. */
  | { readonly kind: 'last' }

/** The progress of this page's jobs; undefined: none runs. */
export const printProgressAtom = atom<{ readonly done: number; readonly total: number }>()

/** Pending requests, oldest first. */
export const printRequestsAtom = atom<readonly PrintRequest[]>([])

/** Adds a print request. */
export function requestPrint(request: PrintRequest): void {
  return store.set(printRequestsAtom, (waiting) => [...waiting, request])
}

/** Removes a request: it is being processed, or cancelled. */
export function removePrintRequest(request: PrintRequest): void {
  return store.set(printRequestsAtom, (waiting) => waiting.filter((each) => each !== request))
}

const printersUsed = v.record(v.string(), v.string())
const keyOf = (location: string, what: string) => `${location}.${what}`

/** The id of the printer last used for this purpose at the location; undefined before the first time. */
export function lastPrinter(location: string, what: string): string | undefined {
  return readStored('printers', printersUsed)?.[keyOf(location, what)]
}

/** Stores this workstation's printer for this purpose. */
export function storeLastPrinter(location: string, what: string, id: string): void {
  return void writeStored('printers', {
    ...readStored('printers', printersUsed),
    [keyOf(location, what)]: id,
  })
}

const leftJobsKey = 'printsLeft'

/**
 * Are there unfinished print jobs on this device? Stored separately, so that the database of jobs is loaded
 * only if needed.
 */
export function mayHaveLeftJobs(): boolean {
  return readStored(leftJobsKey, v.boolean()) === true
}

/** Stores whether there are unfinished print jobs. */
export function noteLeftJobs(left: boolean): void {
  return void writeStored(leftJobsKey, left || undefined)
}
