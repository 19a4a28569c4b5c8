// A line of a document as every layout shows it: its texts, its state and its actions.

import type { Line } from '#core/kinds/document.ts'
import { isFinal } from '#core/kinds/engine.ts'
import { quantityErrorOf } from '#core/kinds/quantity.ts'
import { verbOf } from '#core/kinds/verbs.ts'
import { shortfallOf } from '#core/kinds/walk.ts'
import { type Entry, isPending } from '#core/kinds/worksheet.ts'
import type { ReasonType } from '#core/wire/constants.ts'
import { refuse } from '#core/wire/refusals.ts'
import { useRun } from '#input/input-context.ts'
import { say, sayCode } from '#text/say.ts'
import { noteTyping } from './focus-line.ts'
import { formatLine } from './format-quantities.ts'
import { applyEvent, typeQuantity } from './session/apply-event.ts'
import { scrollToLine } from './session/current-line.ts'
import { takesKeptQuantity } from './session/kept-quantity.ts'
import { mayStep } from './session/may-step.ts'
import { reasonTypeOf } from './session/reasons.ts'
import type { DocumentSession } from './session/session.ts'
import { codeOf } from './session/wording.ts'
import { useEntry, useSessionPart } from './use-document-session.ts'

export interface LineView {
  readonly session: DocumentSession
  readonly key: string
  readonly entry: Entry
  readonly line: Line
  /** The line that was scanned or selected last. */
  readonly current: boolean
  /** The reason why nothing can be changed; undefined if something can. */
  readonly readOnly: string | undefined
  /** The document's status allows the line's step; an ended document has no actions. */
  readonly open: boolean
  readonly inEditor: boolean
  /** It has unsaved input. */
  readonly pending: boolean
  /** Done on this screen. */
  readonly done: boolean
  /** The missing plants of a done line. */
  readonly short: number
  /** It cannot change any more while its document continues. */
  readonly final: boolean
  /** Its action is available. */
  readonly hasAction: boolean
  /** The label of its action. */
  readonly actionLabel: string
  /** Its quantities as a sentence. */
  readonly quantitiesText: string
  /** The text of the quantity field; '' for none. */
  readonly value: string
  /** The reason why it was not saved, or what is wrong with the input, as a sentence. */
  readonly problem: string | undefined
  /** The type of its reason; undefined: it has none. */
  readonly reasonType: ReasonType | undefined
  readonly act: (source: 'button' | 'key') => void
  readonly type: (text: string) => void
  /** Refuses a text like a barcode that was typed as a quantity. */
  readonly refuseTyped: (text: string) => void
}

/** Renders only with this line; undefined if there is no such line. */
export function useLine(
  session: DocumentSession,
  key: string,
  readOnly: string | undefined,
): LineView | undefined {
  const { kind, stage: stageName } = session.core.parts
  const { lineAction } = session.core.stage
  const { step, nextStep } = lineAction
  const entry = useEntry(session, key)
  const current = useSessionPart(session, (state) => state.current === key)
  const open = useSessionPart(
    session,
    ({ sheet }) => sheet !== null && kind.lineSteps[step]?.during.includes(sheet.document.status) === true,
  )
  const figures = useSessionPart(session, ({ sheet }) => {
    const shown = sheet?.entries[key]
    return shown ? formatLine(kind, shown.line, sheet.document, stageName) : ''
  })
  const reasonType = useSessionPart(session, () => reasonTypeOf(session.core))
  const each = useSessionPart(session, (state) => state.quantityForScans)
  const run = useRun()
  const typedFault = quantityErrorOf(entry?.typed ?? null)
  if (!entry) return undefined

  const { line, typed } = entry
  const { barcode } = line
  const inEditor = stageName === 'edit'
  const pending = isPending(entry)
  const done = !inEditor && lineAction.done(line)
  // The next step was not taken yet: the person can take it.
  const isNextStepDue = nextStep !== undefined && line.id !== null && mayStep(session.core, nextStep) === true
  const final = isFinal(kind, step, line)
  // The quantity for all scans, if a scan of this line would get it: the line's action saves it too.
  const usesScanQuantity =
    each !== null && !final && readOnly === undefined && takesKeptQuantity(session.core, line.barcode)
  const shownProblem = entry.problem ?? typedFault
  return {
    session,
    key,
    entry,
    line,
    current,
    readOnly,
    open,
    inEditor,
    pending,
    done,
    short: shortfallOf(session.core.stage, line),
    final,
    hasAction: open && !final && (!inEditor || pending || isNextStepDue),
    actionLabel: entry.problem?.retry
      ? say('documents.retry')
      : sayCode(done ? codeOf(kind.kind, step, 'again') : codeOf(kind.kind, step)),
    quantitiesText: figures,
    value: usesScanQuantity ? String(each) : (typed ?? String(lineAction.proposedQuantity(line) ?? '')),
    problem: shownProblem && sayCode(shownProblem.code, shownProblem.facts),
    reasonType,
    act: (source) => {
      scrollToLine(session.core, key)
      if (usesScanQuantity) typeQuantity(session.core, key, String(each))
      void run(verbOf(session.verb).line.id, { barcode }, source)
    },
    type: (text) => {
      // The first characters of a scan, and their removal, are not a person's input.
      if (quantityErrorOf(text) === undefined && quantityErrorOf(typed) === undefined) noteTyping()
      typeQuantity(session.core, key, text)
    },
    refuseTyped: (text) => {
      const problem = refuse('quantityLooksLikeBarcode', { value: text.trim() })
      applyEvent(session.core, { type: 'failed', key, problem })
    },
  }
}
