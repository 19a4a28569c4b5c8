// The session of an open document: its state and all actions. Commands use it directly.
import type { DocumentPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { Document } from '#core/kinds/document.ts'
import { lineAllows } from '#core/kinds/engine.ts'
import type { Mode } from '#core/kinds/kind.ts'
import { stageOf } from '#core/kinds/screens.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import { refuse } from '#core/wire/refusals.ts'
import { to } from '#core/wire/routes.ts'
import { createLineActor, type LineActor } from './act-on-line.ts'
import { createLineAdder, createUndoer, deleteEntry, type LineAdder } from './change-lines.ts'
import type { OpenTarget } from './close-out.ts'
import { type Core, createCore } from './core.ts'
import { describe } from './describe.ts'
import { createHeaderEditor, type HeaderEditor } from './edit-header.ts'
import { createKeptQuantity, type KeptQuantity } from './kept-quantity.ts'
import { nextLine } from './next-line.ts'
import { createOwnership } from './ownership.ts'
import { createReasons, type Reasons } from './reasons.ts'
import { createLineSender } from './send-line.ts'
import type { GivenParts, SessionParts } from './session-parts.ts'
import { createRestTaker, type RestTaker } from './take-rest.ts'
import { createStepTaker } from './take-step.ts'
import { createWithdrawal, type Withdrawal } from './withdraw-questions.ts'

export interface DocumentSession extends DocumentPort, LineActor, LineAdder, HeaderEditor, RestTaker {
  readonly core: Core
  readonly reasons: Reasons
  readonly quantities: KeptQuantity
  /** Chooses the grower to search for, by id. */
  readonly pickGrower: (grower: string) => void
  /** Sets the input of a line's quantity; null: none. */
  readonly type: (key: string, text: string | null) => void
  /** Shows refusals that arrived while the document was closed. */
  readonly takeOver: () => Promise<void>
  /** Subscribes to the results of pending operations; returns a function that unsubscribes. */
  readonly listen: () => () => void
  /** Cancels input: removes an unsaved line, or shows the server's data. */
  readonly cancelEdit: (key: string) => void
}

/** Opens a session; `core.load()` loads the document. */
export function createDocumentSession(given: GivenParts): DocumentSession {
  const withdrawal = createWithdrawal(given)
  const session = openStage({ ...given, ...withdrawal.asks }, withdrawal)
  const { core } = session
  core.subscribe(() => withdrawal.follow(core.get().sheet?.document))
  return session
}

function openStage(parts: SessionParts, withdrawal: Withdrawal): DocumentSession {
  const { guard, afterOwnStep } = withdrawal
  const { kind, mode, stage, number, go } = parts
  const core = createCore(parts)
  const ownership = createOwnership(core)
  const sender = createLineSender(core, ownership.note)
  const reasons = createReasons(core, sender.send)
  const actor = createLineActor(core, sender, reasons, ({ key, line }, cause) =>
    deleteEntry(core, sender, key, cause, line),
  )
  const adder = createLineAdder(core, actor.actOnEntry)
  const { verb } = core.stage
  const { takeOver, listen } = sender.outgoing
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
    reasons.goOn()
    quantities.goOn()
    go(addressOf(mode, other, document) + (target ? `?${new URLSearchParams({ ...target })}` : ''))
  }
  const undoer = createUndoer(core, sender)
  const restTaker = createRestTaker(core, sender, actor)
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
    takeOver,
    listen,
    hasReasons: reasons.areGiven,
    pickGrower: (grower) => core.set({ grower }),
    ...actor,
    actOnLine: (barcode, quantity, cause) => guard(cause, () => actor.actOnLine(barcode, quantity, cause)),
    ...adder,
    addLine: (barcode, quantity, cause) => guard(cause, () => adder.addLine(barcode, quantity, cause)),
    ...undoer,
    undo: (cause) => guard(cause, () => undoer.undo(cause)),
    ...restTaker,
    takeRest: (barcode, cause) => guard(cause, () => restTaker.takeRest(barcode, cause)),
    ...header,
    mayTakeOwnership: ownership.mayTakeOwnership,
    takeOwnership: ownership.takeOwnership,
    ...stepTaker,
    take: (step, cause) => guard(cause, () => stepTaker.take(step, cause)),
    settle: (step, cause) => guard(cause, () => stepTaker.settle(step, cause)),
    listLeft: (cause) => guard(cause, () => stepTaker.listLeft(cause)),
    barcodes: () => [
      ...new Set(Object.values(core.get().sheet?.entries ?? {}).map(({ line }) => line.barcode)),
    ],
    currentBarcode: () => {
      const { sheet, current } = core.get()
      return current === null ? undefined : sheet?.entries[current]?.line.barcode
    },
    describe: (barcode) => describe(core, barcode),
    nextLine: () => {
      const { sheet, current } = core.get()
      return sheet && !inEditor ? nextLine(core.stage, sheet, current) : undefined
    },
    typeBarcode: () => core.set({ typing: core.get().typing + 1 }),
    openSearch: () => core.set({ searching: core.get().searching + 1 }),
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
      const proposed = String(core.stage.lineAction.proposes(entry.line) ?? '')
      core.apply({ type: 'typed', key, text: text === proposed && entry.line.id !== null ? null : text })
    },
    cancelEdit,
  }
}

const addressOf = ({ routes }: Mode, stage: StageId, document: Document): string =>
  stage === 'edit'
    ? to(routes.edit, { number: document.number ?? '' })
    : to(routes[stage] ?? routes.detail, routes.detailParameters(document))
