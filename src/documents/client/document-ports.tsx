// Connects an open document to commands and scans. Renders nothing, so that verdicts do not render a page.
import { useEffect, useMemo } from 'react'
import { requestPrint } from '#app/state/printing.ts'
import type { PrintPort } from '#core/commands/context.ts'
import { isFinal } from '#core/kinds/engine.ts'
import { mayPrint, reportOf } from '#core/kinds/screens.ts'
import { verbOf } from '#core/kinds/verbs.ts'
import { entriesOf } from '#core/kinds/worksheet.ts'
import type { ScanRefusal } from '#core/scan/route.ts'
import { completeTruncatedBarcode } from '#core/scan/truncated-barcode.ts'
import { refuse } from '#core/wire/refusals.ts'
import type { ScannedLines } from '#input/engine/scan-entry.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useInput } from '#input/input-context.ts'
import { leaveLines, leaveOtherLines } from './focus-line.ts'
import { typeQuantity } from './session/apply-event.ts'
import { entryOf, focusLine, lastEntryOf, listedLine, releaseFocus } from './session/current-line.ts'
import { quantityForScan, takesKeptQuantity } from './session/kept-quantity.ts'
import { savedQuantity } from './session/saved-quantity.ts'
import type { DocumentSession } from './session/session.ts'
import { screenId, useSessionPart } from './use-document-session.ts'

export function DocumentPorts({ session }: { readonly session: DocumentSession }) {
  const input = useInput()
  const { core, stage, verb, number } = session
  const { mode } = core.parts
  const ready = useSessionPart(session, (state) => state.sheet !== null || state.problem !== null)
  const printing = useMemo(() => printingOf(session), [session])
  const lines = useMemo(() => linesOf(session), [session])
  useCommandPorts({ document: session, printing })
  useEffect(
    () =>
      core.subscribe(() => {
        input.ports.changed()
        input.engine.reevaluate()
      }),
    [core, input],
  )
  useScanTarget({
    level: 'screen',
    id: screenId(core.parts.kind, mode, stage, number),
    ready,
    lines,
    accepts: (candidate) => {
      if (candidate.kind === 'unknown' && candidate.hint === 'fragment')
        return offerTruncatedBarcode(session, candidate.text)
      const meaning = core.stage.scans.barcode
      if (candidate.kind !== 'barcode' || meaning === 'openDocument') return undefined
      const command = meaning === 'addLine' ? 'addLine' : verbOf(verb).line.id
      return { type: 'intent', command, arguments: { barcode: candidate.barcode } }
    },
  })
  return null
}

const printingOf = ({ core }: DocumentSession): PrintPort => {
  const { mode } = core.parts
  const shown = () => core.get().sheet?.document
  return {
    may: () => {
      const document = shown()
      return document ? mayPrint(mode, document) : refuse('stillLoading')
    },
    print: () => {
      const document = shown()
      if (document) requestPrint({ kind: 'report', ...reportOf(mode, document) })
      return undefined
    },
  }
}

// The document's lines, as the scan engine needs them for typed quantities.
const linesOf = ({ core, stage }: DocumentSession): ScannedLines => ({
  // A scan focuses a finished line, so that its quantity can be changed.
  waitsForQuantity: (barcode) => {
    if (stage === 'edit') {
      const listed = listedLine(core, barcode)
      return !listed || !isFinal(core.parts.kind, core.stage.lineAction.step, listed.line)
    }
    const entry = entryOf(core, barcode)
    return entry !== undefined && core.stage.lineAction.done(entry.line)
  },
  keptQuantity: () => quantityForScan(core),
  takesKeptQuantity: (barcode) => takesKeptQuantity(core, barcode),
  has: (barcode) => entryOf(core, barcode) !== undefined,
  savedQuantity: (barcode) => {
    const entry = lastEntryOf(core, barcode)
    return entry && savedQuantity(core.stage, entry)
  },
  showUnsaved: (barcode, text) => {
    const entry = lastEntryOf(core, barcode)
    if (entry) typeQuantity(core, entry.key, text)
  },
  focusLine: (barcode) => {
    const entry = entryOf(core, barcode)
    if (entry) focusLine(core, entry.key)
  },
  blurOthers: (barcode) => {
    leaveOtherLines(barcode === undefined ? undefined : listedLine(core, barcode)?.key)
  },
  blur: () => {
    releaseFocus(core)
    // Do not wait for the render: it is slow on some devices, and the next digit may come first.
    leaveLines(performance.now())
  },
})

// The offer for a part of a barcode; undefined if no line of the document completes it.
const offerTruncatedBarcode = ({ core }: DocumentSession, text: string): ScanRefusal | undefined => {
  const { sheet } = core.get()
  const barcode = completeTruncatedBarcode(
    text,
    sheet ? entriesOf(sheet).map(({ line }) => line.barcode) : [],
  )
  return barcode === undefined
    ? undefined
    : { type: 'refusal', code: 'scan-torn', args: { barcode }, next: ['takeOffered'] }
}
