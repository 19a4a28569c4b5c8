// A torn barcode on an open document: asked about where one line's barcode completes it, and no other's.
import { entriesOf } from '#kinds/worksheet.ts'
import type { ScanRefusal } from '#scan/route.ts'
import { completeTorn } from '#scan/torn.ts'
import type { DocumentSession } from './session/session.ts'

/** The question about a part of a code; undefined where nothing on the document makes it one. */
export function offerTorn({ core }: DocumentSession, text: string): ScanRefusal | undefined {
  const { sheet } = core.get()
  const barcode = completeTorn(text, sheet ? entriesOf(sheet).map(({ line }) => line.barcode) : [])
  return barcode === undefined
    ? undefined
    : { type: 'refusal', code: 'scan-torn', args: { barcode }, next: ['takeOffered'] }
}
