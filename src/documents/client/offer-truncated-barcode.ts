// A truncated barcode on an open document: offers the line's barcode if exactly one completes it.
import { entriesOf } from '#core/kinds/worksheet.ts'
import type { ScanRefusal } from '#core/scan/route.ts'
import { completeTruncatedBarcode } from '#core/scan/truncated-barcode.ts'
import type { DocumentSession } from './session/session.ts'

/** The offer for a part of a barcode; undefined if no line of the document completes it. */
export function offerTruncatedBarcode({ core }: DocumentSession, text: string): ScanRefusal | undefined {
  const { sheet } = core.get()
  const barcode = completeTruncatedBarcode(
    text,
    sheet ? entriesOf(sheet).map(({ line }) => line.barcode) : [],
  )
  return barcode === undefined
    ? undefined
    : { type: 'refusal', code: 'scan-torn', args: { barcode }, next: ['takeOffered'] }
}
