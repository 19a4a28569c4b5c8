// Print requests from any screen, and the printer that this workstation used last.
import { atom } from 'jotai'
import * as v from 'valibot'
import type { ReportName } from '#contract/constants.ts'
import type { PrintServer } from '#contract/printing.ts'
import { store } from './store.ts'
import { readStored, writeStored } from './stored.ts'

/**
 * Labels of one barcode. `labels` and `copies` of each are whole numbers; `template` '' is the server's
 * default.
 */
export interface LabelRequest {
  readonly kind: 'labels'
  readonly barcode: string
  readonly labels: number
  readonly copies: number
  readonly template: string
  /** Labels per message. */
  readonly perMessage: number
  /** null: as a PDF in a new tab. */
  readonly server: PrintServer | null
}

export type PrintRequest =
  | { readonly kind: 'report'; readonly report: ReportName; readonly number: string }
  | { readonly kind: 'commandSheet' }
  | LabelRequest
  | { readonly kind: 'test'; readonly server: PrintServer }

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
