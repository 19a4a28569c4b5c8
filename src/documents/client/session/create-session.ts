// Creates the state of an open document. Without React: rows render separately.
import { coalesceCalls } from '#app/state/delay.ts'
import { stageOf } from '#core/kinds/screens.ts'
import { saveDraftsLater } from './apply-event.ts'
import { drawConfirmed, loadDocument } from './load-document.ts'
import { trackOwnership } from './ownership.ts'
import type { QuestionGuard } from './question-guard.ts'
import { createReads } from './reads.ts'
import type { SessionParts } from './session-parts.ts'
import type { Session, SessionState } from './session-state.ts'

const initialState: SessionState = {
  reading: 'first',
  problem: null,
  sheet: null,
  readAt: 0,
  runningStep: null,
  current: null,
  focusRequest: null,
  reasonForScans: null,
  quantityForScans: null,
  grower: '',
  searchRequests: 0,
  barcodeFocusRequests: 0,
  editing: false,
  fieldTyped: null,
  fieldSeen: null,
  headerRefused: { words: '', n: 0 },
  fieldFocusRequests: 0,
}

/** Creates the state of one screen of a document; `loadDocument` loads it. */
export function createSession(parts: SessionParts, guard: QuestionGuard): Session {
  let state = initialState
  // Reads once for all replies that arrive in the same task.
  const readAgain = coalesceCalls(() => void loadDocument(session))
  const session: Session = {
    parts,
    stage: stageOf(parts.kind, parts.stage),
    guard,
    get: () => state,
    set: (change) => {
      state = { ...state, ...change }
      if (change.fieldTyped !== undefined) saveDraftsLater(session)
      for (const listener of session.listeners) listener()
    },
    subscribe: (listener) => {
      session.listeners.add(listener)
      return () => void session.listeners.delete(listener)
    },
    listeners: new Set(),
    focusRequests: 0,
    saveTimer: undefined,
    reads: createReads(() => void readAgain()),
    base: undefined,
    drawConfirmed: coalesceCalls(() => drawConfirmed(session)),
    stockSearches: new Map(),
    chosenShelves: new Set(),
    keysByScan: new Map(),
    writing: new Set(),
    undoables: [],
    causes: new Map(),
    waiters: new Map(),
    refusedNewLines: new Map(),
    orphanedSteps: new Set(),
    reasonUntil: 0,
    cancelReasonExpiry: undefined,
    lastShortBarcode: undefined,
    isSwitchingScreen: false,
    acceptedFindings: new Set(),
    unclearStep: undefined,
  }
  trackOwnership(session)
  return session
}
