// What is asked to be printed, from anywhere; whoever prints takes it from here. And which printer this workstation used last.
import { atom } from 'jotai'
import * as v from 'valibot'
import type { ReportName } from '#contract/constants.ts'
import type { PrintServer } from '#contract/printing.ts'
import { store } from './store.ts'
import { readStored, writeStored } from './stored.ts'

/** Labels of one barcode. `labels` and `copies` of each are whole numbers; `template` '' is the server's usual one. */
export interface LabelRequest {
  readonly kind: 'labels'
  readonly barcode: string
  readonly labels: number
  readonly copies: number
  readonly template: string
  /** Labels that go out in one message. */
  readonly perMessage: number
  /** null: as a PDF in a new tab. */
  readonly server: PrintServer | null
}

export type PrintRequest =
  | { readonly kind: 'report'; readonly report: ReportName; readonly number: string }
  | { readonly kind: 'commandSheet' }
  | LabelRequest
  | { readonly kind: 'test'; readonly server: PrintServer }

/** Requests that nobody has taken yet, oldest first. */
export const printRequestsAtom = atom<readonly PrintRequest[]>([])

/** Asks for something to be printed. */
export function requestPrint(request: PrintRequest): void {
  return store.set(printRequestsAtom, (waiting) => [...waiting, request])
}

/** Takes a request off the list: it is being seen to, or given up. */
export function takePrintRequest(request: PrintRequest): void {
  return store.set(printRequestsAtom, (waiting) => waiting.filter((each) => each !== request))
}

const printersUsed = v.record(v.string(), v.string())
const keyOf = (location: string, what: string) => `${location}.${what}`

/** The id of the printer used last for this at the location; undefined before the first time. */
export function printerUsed(location: string, what: string): string | undefined {
  return readStored('printers', printersUsed)?.[keyOf(location, what)]
}

/** Remembers the printer of this workstation for this. */
export function keepPrinterUsed(location: string, what: string, id: string): void {
  return void writeStored('printers', {
    ...readStored('printers', printersUsed),
    [keyOf(location, what)]: id,
  })
}
