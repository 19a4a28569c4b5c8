// A document under work, whole: what its screen shows, and everything that can be done to it.
import type { Cause, CommandOutcome } from '#commands/command.ts'
import { refusalOutcome } from '#commands/dispatch.ts'
import type { Verdict } from '#contract/refusals.ts'
import { refuse } from '#contract/refusals.ts'
import { lineAllows } from '#kinds/engine.ts'
import { aimAtEntry } from '#kinds/worksheet.ts'
import { createLineActor, type LineActor } from './act-on-line.ts'
import { createLineAdder, createUndoer, deleteEntry, type LineAdder, type Undoer } from './change-lines.ts'
import { type Core, createCore, type SessionParts } from './core.ts'
import { createReasons, type Reasons } from './reasons.ts'
import { createLineSender } from './send-line.ts'
import { createStepTaker, type StepTaker } from './take-step.ts'

export interface DocumentSession extends LineActor, LineAdder, Undoer, StepTaker {
  readonly core: Core
  readonly reasons: Reasons
  /** Whose plants are looked for from now on, by the grower's id. */
  readonly pickGrower: (grower: string) => void
  readonly mayDeleteLine: (barcode?: string) => Verdict
  readonly deleteLine: (barcode: string | undefined, cause: Cause) => Promise<CommandOutcome | undefined>
  /** Writes into a line's quantity; null: nothing is typed there any more. */
  readonly type: (key: string, text: string | null) => void
  /** Takes an edit back: a line that was never saved goes, another one shows what the server has. */
  readonly cancelEdit: (key: string) => void
}

/** Opens a session; `core.load()` reads the document. */
export const createDocumentSession = (parts: SessionParts): DocumentSession => {
  const core = createCore(parts)
  const sender = createLineSender(core)
  const reasons = createReasons(core)
  const actor = createLineActor(core, sender, reasons, (key, cause) => deleteEntry(core, key, cause, true))

  const entryOf = (barcode: string | undefined) => {
    const { sheet, current } = core.get()
    return sheet ? aimAtEntry(sheet, barcode, current, core.stage.lineAction.done) : undefined
  }

  return {
    core,
    reasons,
    pickGrower: (grower) => core.set({ grower }),
    ...actor,
    ...createLineAdder(core, actor.actOnEntry),
    ...createUndoer(core, sender),
    ...createStepTaker(core),
    mayDeleteLine: (barcode) => {
      const may = core.mayStep('delete')
      const { sheet } = core.get()
      if (may !== true || !sheet) return may
      const entry = entryOf(barcode)
      if (!entry) return refuse('noLine')
      return entry.line.id === null
        ? true
        : lineAllows(parts.workflow, 'delete', sheet.document, entry.line, 0)
    },
    deleteLine: (barcode, cause) => {
      const entry = entryOf(barcode)
      return entry ? deleteEntry(core, entry.key, cause) : Promise.resolve(refusalOutcome(refuse('noLine')))
    },
    type: (key, text) => {
      const entry = core.get().sheet?.entries[key]
      if (!entry) return
      const usual = String(core.stage.lineAction.proposes(entry.line))
      core.apply({ type: 'typed', key, text: text === usual && entry.line.id !== null ? null : text })
    },
    cancelEdit: (key) => {
      const entry = core.get().sheet?.entries[key]
      if (!entry) return
      if (entry.line.id === null) core.apply({ type: 'dropped', key })
      else {
        core.apply({ type: 'typed', key, text: null })
        core.apply({ type: 'reasoned', key, reason: null })
      }
    },
  }
}
