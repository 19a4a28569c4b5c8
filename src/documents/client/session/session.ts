// An open document as commands use it: each member calls the function that does the work.
import type { DocumentPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { stageOf } from '#core/kinds/screens.ts'
import { refuse } from '#core/wire/refusals.ts'
import { actOnLine, mayActOnLine } from './act-on-line.ts'
import { addLine, mayAddLine } from './add-line.ts'
import { createSession } from './create-session.ts'
import { entryOf } from './current-line.ts'
import { deleteEntry, mayDeleteLine } from './delete-line.ts'
import { mayUpdateHeader, updateHeader } from './edit-header.ts'
import { goToScreen } from './go-to-screen.ts'
import { endKeptQuantity, keepQuantity, mayKeepQuantity } from './kept-quantity.ts'
import { mayStep, mayTakeStep } from './may-step.ts'
import { nextLine } from './next-line.ts'
import { mayTakeOwnership, takeOwnership } from './ownership.ts'
import { mayPickRemainder, pickRemainder } from './pick-remainder.ts'
import { createQuestionGuard } from './question-guard.ts'
import {
  changeReason,
  endKeptReason,
  hasReasons,
  keepReason,
  mayChangeReason,
  mayKeepReason,
} from './reasons.ts'
import type { ScreenParts } from './session-parts.ts'
import type { Session } from './session-state.ts'
import { listOpenPoints, mayListOpenPoints, resolveBlockers, takeStep } from './take-step.ts'
import { mayUndo, undo } from './undo.ts'

export interface DocumentSession extends DocumentPort {
  readonly core: Session
}

/** Opens a session; `loadDocument` loads the document. */
export function createDocumentSession(parts: ScreenParts): DocumentSession {
  const guard = createQuestionGuard(parts)
  const core = createSession({ ...parts, ...guard.questions }, guard)
  core.subscribe(() => guard.updateDocument(core.get().sheet?.document))
  return { core, ...documentPort(core) }
}

function documentPort(session: Session): DocumentPort {
  const { parts, stage, get, set } = session
  const { guard: run } = session.guard
  const { kind, stage: stageId, number } = parts
  const inEditor = stageId === 'edit'
  return {
    kind: kind.kind,
    stage: stageId,
    verb: stage.verb,
    number,
    barcodes: () => [...new Set(Object.values(get().sheet?.entries ?? {}).map(({ line }) => line.barcode))],
    currentBarcode: () => {
      const { sheet, current } = get()
      return current === null ? undefined : sheet?.entries[current]?.line.barcode
    },
    describe: (barcode) => factsForRefusal(session, barcode),
    nextLine: () => {
      const { sheet, current } = get()
      return sheet && !inEditor ? nextLine(stage, sheet, current) : undefined
    },

    mayActOnLine: (barcode) => mayActOnLine(session, barcode),
    actOnLine: (barcode, quantity, cause) => run(cause, () => actOnLine(session, barcode, quantity, cause)),
    mayAddLine: () => mayAddLine(session),
    addLine: (barcode, quantity, cause) => run(cause, () => addLine(session, barcode, quantity, cause)),
    mayDeleteLine: (barcode) => mayDeleteLine(session, barcode),
    deleteLine: (barcode, cause) => {
      const entry = entryOf(session, barcode)
      return entry
        ? run(cause, () => deleteEntry(session, entry.key, cause))
        : refusalOutcome(refuse('noLine'))
    },
    mayUndo: () => mayUndo(session),
    undo: (cause) => run(cause, () => undo(session, cause)),
    mayPickRemainder: (barcode) => mayPickRemainder(session, barcode),
    pickRemainder: (barcode, cause) => run(cause, () => pickRemainder(session, barcode, cause)),

    hasReasons: hasReasons(session),
    reasons: {
      may: () => mayKeepReason(session),
      keep: (text) => keepReason(session, text),
      isKept: () => get().reasonForScans !== null,
      end: () => endKeptReason(session),
      mayChange: (barcode) => mayChangeReason(session, barcode),
      change: (barcode, cause) => run(cause, () => changeReason(session, barcode, cause)),
    },
    quantities: {
      may: () => mayKeepQuantity(session),
      keep: (quantity) => keepQuantity(session, quantity),
      isKept: () => get().quantityForScans !== null,
      end: () => endKeptQuantity(session),
    },

    mayEditHeader: () => mayStep(session, 'edit'),
    editHeader: () => set({ editing: true }),
    mayUpdateHeader: () => mayUpdateHeader(session),
    updateHeader: (cause) => updateHeader(session, cause),
    typeBarcode: () => set({ barcodeFocusRequests: get().barcodeFocusRequests + 1 }),
    openSearch: () => set({ searchRequests: get().searchRequests + 1 }),
    mayTakeOwnership: () => mayTakeOwnership(session),
    takeOwnership: (cause) => takeOwnership(session, cause),

    may: (step) => mayTakeStep(session, step),
    takeStep: (step, cause) => run(cause, () => takeStep(session, step, cause)),
    resolveBlockers: (step, cause) => run(cause, () => resolveBlockers(session, step, cause)),
    mayListOpenPoints: () => mayListOpenPoints(session),
    listOpenPoints: (cause) => run(cause, () => listOpenPoints(session, cause)),
    otherVerb: stageId === 'receive' ? undefined : stageOf(kind, inEditor ? 'detail' : 'edit').verb,
    maySwitchStage: () => (inEditor ? true : mayStep(session, 'edit')),
    switchStage: () => goToScreen(session, inEditor ? 'detail' : 'edit'),
  }
}

// The facts of the document and of a line (by barcode, else the current one), named as in the catalogue.
function factsForRefusal(
  session: Session,
  barcode: string | undefined,
): Readonly<Record<string, string | number>> {
  const { sheet } = session.get()
  const { mode, stage } = session.parts
  if (!sheet) return {}
  const { document } = sheet
  const entry = entryOf(session, barcode)
  const facts: Record<string, string | number | null> = {
    number: document.number,
    documentStatus: document.status,
    wanted: stage === 'edit' ? mode.searchStockType(document.header) : null,
    ...(entry && {
      barcode: entry.line.barcode,
      shelf: entry.line.storageLocation,
      stockType: entry.line.plant.stockType,
      status: entry.line.status,
      ordered: entry.line.ordered,
      picked: entry.line.picked,
      received: entry.line.received,
      available: entry.line.available,
    }),
  }
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  )
}
