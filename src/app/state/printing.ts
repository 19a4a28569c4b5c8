// Print requests from any screen, and the printer that this workstation used last.
import { atom } from 'jotai'
import * as v from 'valibot'
import type { ReportName } from '#core/wire/constants.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import type { PrintMoment } from '#core/wire/printer-setup.ts'
import { store } from './store.ts'
import { readStored, writeStored } from './stored.ts'

/** So many labels of a barcode, 1 or more. */
export interface LabelsOfBarcode {
  readonly barcode: string
  readonly labels: number
}

/**
 * Labels of one barcode or several, in this order. `copies` of each label is a whole number; `template` '' is
 * the server's default.
 */
export interface LabelRequest {
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
  /** A document was ended: what prints by itself then, its report or labels of what was received. */
  | {
      readonly kind: 'ended'
      readonly moment: PrintMoment
      readonly report: ReportName
      readonly number: string
      readonly items: readonly LabelsOfBarcode[]
    }
  /** Of a kept job: its rest, or all of it as a new job. */
  | { readonly kind: 'kept'; readonly id: string; readonly print: 'rest' | 'again' | 'cancel' }
  /** Ends the jobs of this page, after what is under way. */
  | { readonly kind: 'cancel' }
  /** The last job of this person once more. */
  | { readonly kind: 'last' }

/** How far the jobs of this page are; undefined: none runs. */
export const printProgressAtom = atom<{ readonly done: number; readonly total: number }>()

/** Pending requests, oldest first. */
export const printRequestsAtom = atom<readonly PrintRequest[]>([])

/** Adds a print request. */
export function requestPrint(request: PrintRequest): void {
  return store.set(printRequestsAtom, (waiting) => [...waiting, request])
}

/** Removes a request: it is being processed, or cancelled. */
export function takePrintRequest(request: PrintRequest): void {
  return store.set(printRequestsAtom, (waiting) => waiting.filter((each) => each !== request))
}

const printersUsed = v.record(v.string(), v.string())
const keyOf = (location: string, what: string) => `${location}.${what}`

/** The id of the last used printer for this at the location; undefined before the first time. */
export function printerUsed(location: string, what: string): string | undefined {
  return readStored('printers', printersUsed)?.[keyOf(location, what)]
}

/** Remembers this workstation's printer for this. */
export function keepPrinterUsed(location: string, what: string, id: string): void {
  return void writeStored('printers', {
    ...readStored('printers', printersUsed),
    [keyOf(location, what)]: id,
  })
}

const LEFT = 'printsLeft'

/**
 * Are there unfinished print jobs on this device? Known without the database of jobs, which is loaded only
 * then.
 */
export function mayHaveLeftJobs(): boolean {
  return readStored(LEFT, v.boolean()) === true
}

/** Remembers it. */
export function noteLeftJobs(left: boolean): void {
  return void writeStored(LEFT, left || undefined)
}
