// A torn barcode on an open document: proposed if exactly one line's barcode completes it.
import { entriesOf } from '#core/kinds/worksheet.ts'
import type { ScanRefusal } from '#core/scan/route.ts'
import { completeTorn } from '#core/scan/torn.ts'
import type { DocumentSession } from './session/session.ts'

/** The proposal for a part of a code; undefined if no line of the document completes it. */
export function offerTorn({ core }: DocumentSession, text: string): ScanRefusal | undefined {
  const { sheet } = core.get()
  const barcode = completeTorn(text, sheet ? entriesOf(sheet).map(({ line }) => line.barcode) : [])
  return barcode === undefined
    ? undefined
    : { type: 'refusal', code: 'scan-torn', args: { barcode }, next: ['takeOffered'] }
}
