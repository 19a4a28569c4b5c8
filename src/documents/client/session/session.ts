// The session of an open document: its state and all actions. Commands use it directly.
import type { DocumentPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { Document } from '#core/kinds/document.ts'
import { lineAllows } from '#core/kinds/engine.ts'
import type { Mode } from '#core/kinds/kind.ts'
import { stageOf } from '#core/kinds/screens.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import { refuse } from '#core/wire/refusals.ts'
import { pathTo } from '#core/wire/routes.ts'
import { createLineActor, type LineActor } from './act-on-line.ts'
import { createLineAdder, createUndoer, deleteEntry, type LineAdder } from './change-lines.ts'
import type { OpenTarget } from './close-out.ts'
import { type Core, createCore } from './core.ts'
import { createHeaderEditor, type HeaderEditor } from './edit-header.ts'
import { factsForRefusal } from './facts-for-refusal.ts'
import { createKeptQuantity, type KeptQuantity } from './kept-quantity.ts'
import { nextLine } from './next-line.ts'
import { createOwnership } from './ownership.ts'
import { createRemainderPicker, type RemainderPicker } from './pick-remainder.ts'
import { createQuestionGuard, type QuestionGuard } from './question-guard.ts'
import { createReasons, type Reasons } from './reasons.ts'
import { createLineSender } from './send-line.ts'
import type { ScreenParts, SessionParts } from './session-parts.ts'
import { createStepTaker } from './take-step.ts'

export interface DocumentSession extends DocumentPort, LineActor, LineAdder, HeaderEditor, RemainderPicker {
  readonly core: Core
  readonly reasons: Reasons
  readonly quantities: KeptQuantity
  /** Chooses the grower to search for, by id. */
  readonly pickGrower: (grower: string) => void
  /** Sets the input of a line's quantity; null: none. */
  readonly type: (key: string, text: string | null) => void
  /** Shows refusals that arrived while the document was closed. */
  readonly showRefusals: () => Promise<void>
  /** Subscribes to the results of pending operations; returns a function that unsubscribes. */
  readonly listen: () => () => void
  /** Cancels input: removes an unsaved line, or shows the server's data. */
  readonly cancelEdit: (key: string) => void
}

/** Opens a session; `core.load()` loads the document. */
export function createDocumentSession(given: ScreenParts): DocumentSession {
  const withdrawal = createQuestionGuard(given)
  const session = openStage({ ...given, ...withdrawal.questions }, withdrawal)
  const { core } = session
  core.subscribe(() => withdrawal.updateDocument(core.get().sheet?.document))
  return session
}

function openStage(parts: SessionParts, withdrawal: QuestionGuard): DocumentSession {
  const { guard, afterOwnStep } = withdrawal
  const { kind, mode, stage, number, navigate } = parts
  const core = createCore(parts)
  const ownership = createOwnership(core)
  const sender = createLineSender(core, ownership.note)
  const reasons = createReasons(core, sender.send)
  const actor = createLineActor(core, sender, reasons, ({ key, line }, cause) =>
    deleteEntry(core, sender, key, cause, line),
  )
  const adder = createLineAdder(core, actor.actOnEntry)
  const { verb } = core.stage
  const { showRefusals, listen } = sender.outgoing
  const inEditor = stage === 'edit'
  const quantities = createKeptQuantity(core, inEditor ? adder.listedUnder : core.entryOf)
  const header = createHeaderEditor(core, sender.outgoing)
  const cancelEdit = (key: string) => {
    const entry = core.get().sheet?.entries[key]
    if (!entry) return
    if (entry.line.id === null) core.apply({ type: 'dropped', key })
    else {
      core.apply({ type: 'typed', key, text: null })
      core.apply({ type: 'reasoned', key, reason: null })
    }
  }
  const goTo = (other: StageId, target?: OpenTarget) => {
    const document = core.get().sheet?.document
    if (!document) return
    reasons.keepForOtherScreen()
    quantities.keepForOtherScreen()
    navigate(addressOf(mode, other, document) + (target ? `?${new URLSearchParams({ ...target })}` : ''))
  }
  const undoer = createUndoer(core, sender)
  const restTaker = createRemainderPicker(core, sender, actor)
  const stepTaker = createStepTaker(core, {
    actOnEntry: actor.actOnEntry,
    deleteEntry: (key, cause) => deleteEntry(core, sender, key, cause),
    cancelEdit,
    updateHeader: header.updateHeader,
    typeField: header.typeField,
    open: (other) => openStage({ ...parts, stage: other }, withdrawal),
    afterOwnStep,
    goTo,
  })

  return {
    core,
    kind: kind.kind,
    stage,
    verb,
    number,
    reasons: { ...reasons, change: (barcode, cause) => guard(cause, () => reasons.change(barcode, cause)) },
    quantities,
    showRefusals,
    listen,
    hasReasons: reasons.hasReasons,
    pickGrower: (grower) => core.set({ grower }),
    ...actor,
    actOnLine: (barcode, quantity, cause) => guard(cause, () => actor.actOnLine(barcode, quantity, cause)),
    ...adder,
    addLine: (barcode, quantity, cause) => guard(cause, () => adder.addLine(barcode, quantity, cause)),
    ...undoer,
    undo: (cause) => guard(cause, () => undoer.undo(cause)),
    ...restTaker,
    pickRemainder: (barcode, cause) => guard(cause, () => restTaker.pickRemainder(barcode, cause)),
    ...header,
    mayTakeOwnership: ownership.mayTakeOwnership,
    takeOwnership: ownership.takeOwnership,
    ...stepTaker,
    takeStep: (step, cause) => guard(cause, () => stepTaker.takeStep(step, cause)),
    resolveBlockers: (step, cause) => guard(cause, () => stepTaker.resolveBlockers(step, cause)),
    listOpenPoints: (cause) => guard(cause, () => stepTaker.listOpenPoints(cause)),
    barcodes: () => [
      ...new Set(Object.values(core.get().sheet?.entries ?? {}).map(({ line }) => line.barcode)),
    ],
    currentBarcode: () => {
      const { sheet, current } = core.get()
      return current === null ? undefined : sheet?.entries[current]?.line.barcode
    },
    describe: (barcode) => factsForRefusal(core, barcode),
    nextLine: () => {
      const { sheet, current } = core.get()
      return sheet && !inEditor ? nextLine(core.stage, sheet, current) : undefined
    },
    typeBarcode: () => core.set({ barcodeFocusRequests: core.get().barcodeFocusRequests + 1 }),
    openSearch: () => core.set({ searchRequests: core.get().searchRequests + 1 }),
    mayEditHeader: () => core.mayStep('edit'),
    editHeader: () => core.set({ editing: true }),
    otherVerb: stage === 'receive' ? undefined : stageOf(kind, inEditor ? 'detail' : 'edit').verb,
    maySwitchStage: () => (inEditor ? true : core.mayStep('edit')),
    switchStage: () => goTo(inEditor ? 'detail' : 'edit'),
    mayDeleteLine: (barcode) => {
      const may = core.mayStep('delete')
      const { sheet } = core.get()
      if (may !== true || !sheet) return may
      const entry = core.entryOf(barcode)
      if (!entry) return refuse('noLine')
      return entry.line.id === null ? true : lineAllows(kind, 'delete', sheet.document, entry.line, 0)
    },
    deleteLine: (barcode, cause) => {
      const entry = core.entryOf(barcode)
      return entry
        ? guard(cause, () => deleteEntry(core, sender, entry.key, cause))
        : refusalOutcome(refuse('noLine'))
    },
    type: (key, text) => {
      const entry = core.get().sheet?.entries[key]
      if (!entry) return
      const proposed = String(core.stage.lineAction.proposedQuantity(entry.line) ?? '')
      core.apply({ type: 'typed', key, text: text === proposed && entry.line.id !== null ? null : text })
    },
    cancelEdit,
  }
}

const addressOf = ({ routes }: Mode, stage: StageId, document: Document): string =>
  stage === 'edit'
    ? pathTo(routes.edit, { number: document.number ?? '' })
    : pathTo(routes[stage] ?? routes.detail, routes.detailParameters(document))
