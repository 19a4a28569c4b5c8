// The state of an open document: worksheet, subscribers and loading. Without React: rows render separately.
import { type ApiProblem, mayHaveSucceeded } from '#app/api/problem.ts'
import { type AcceptedReply, withOperation } from '#app/outbox/build-request.ts'
import { type AppOperation, isLocalNumber, isOtherDocument, laneOfDocument } from '#app/outbox/intent.ts'
import { coalesceCalls } from '#app/state/delay.ts'
import type { Cause } from '#core/commands/command.ts'
import type { Document } from '#core/kinds/document.ts'
import type { Stage } from '#core/kinds/kind.ts'
import { stageOf } from '#core/kinds/screens.ts'
import { growerOf } from '#core/kinds/stock.ts'
import { findTargetEntry } from '#core/kinds/walk.ts'
import {
  changeWorksheet,
  type Entry,
  lineKey,
  openWorksheet,
  type Worksheet,
  type WorksheetEvent,
} from '#core/kinds/worksheet.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { beganAt, type FocusRequest } from './began-at.ts'
import { draftsOf, withDrafts } from './line-drafts.ts'
import { mayStepOn } from './may-step.ts'
import { createReads } from './reads.ts'
import type { SessionParts } from './session-parts.ts'
import type { KeptReason } from './stored-reason.ts'

export interface SessionState {
  readonly reading: 'first' | 'again' | 'no'
  /** The load error; `missing` if the document does not exist. */
  readonly problem: ApiProblem | 'missing' | null
  readonly sheet: Worksheet | null
  /** When the server sent the shown data, in milliseconds since 1970. */
  readonly readAt: number
  /** The document step in flight. */
  readonly runningStep: string | null
  /** The current line: commands without a barcode use it. */
  readonly current: string | null
  /** The latest request to focus a line's quantity; each request has its own number. */
  readonly focusRequest: FocusRequest | null
  /** The reason that the next scans get without a question. */
  readonly reasonForScans: KeptReason | null
  /** The quantity that each of the next scans gets, in whole plants. */
  readonly quantityForScans: number | null
  /** The id of the chosen grower, if the mode needs one; '' for none. */
  readonly grower: string
  /** Number of requests to open the search; 0: closed. */
  readonly searchRequests: number
  /** Number of requests to focus the barcode field. */
  readonly barcodeFocusRequests: number
  /** The header form is open. */
  readonly editing: boolean
  /** Input in the screen's header field; null: the field shows the server's value. */
  readonly fieldTyped: string | null
  /** The server's value when that input began. */
  readonly fieldSeen: string | null
  /** Number of requests to focus that field. */
  readonly fieldFocusRequests: number
  /**
   * The number of refused header edits, whose values are in its draft, and the last refusal's sentence; ''
   * once the person has seen it.
   */
  readonly headerRefused: { readonly words: string; readonly n: number }
}

export interface Core {
  readonly parts: SessionParts
  readonly stage: Stage
  readonly get: () => SessionState
  /** The line that a scan of the barcode applies to; without a barcode, the current line. */
  readonly entryOf: (barcode: string | undefined) => Entry | undefined
  /** The line of a barcode that was worked on last: the current line, else as in `entryOf`. */
  readonly lastEntryOf: (barcode: string) => Entry | undefined
  readonly subscribe: (listener: () => void) => () => void
  readonly set: (change: Partial<SessionState>) => void
  readonly apply: (event: WorksheetEvent) => void
  /** Makes a line current and focuses its quantity, unless the person moved on since the action `after`. */
  readonly focus: (key: string, cause?: Cause, after?: Cause) => void
  /** The person selects a line: it becomes current, and digits no longer apply to another line. */
  readonly selectLine: (key: string) => void
  /** Shows a refused or unfinished line: focuses its quantity, but after a scan only scrolls to it. */
  readonly returnToLine: (key: string, cause: Cause) => void
  /** Makes a line current and scrolls to it, without moving the focus. */
  readonly scrollToLine: (key: string) => void
  /** Moves the focus out of the lines: the quantity is done, and digits belong to the next scan. */
  readonly releaseFocus: (after?: Cause) => void
  readonly load: () => Promise<void>
  /** Reloads after an own change that bypassed the outbox; ignores reads that began earlier. */
  readonly loadChanged: () => Promise<void>
  /** Reloads the document and returns it before and after; null if the reload fails. */
  readonly reloadAndCompare: () => Promise<{ readonly before: Document; readonly after: Document } | null>
  /** The pending operations, in order. */
  readonly pendingOperations: () => readonly AppOperation[]
  /** Reapplies pending operations to the server's data, after one was added or finished. */
  readonly applyPending: () => void
  /** Applies an accepted operation; resolves once drawn, with true if the document's status changed. */
  readonly confirm: (operation: AppOperation, taken: AcceptedReply | undefined) => Promise<boolean>
  /** Waits, with a timeout, until no operation is pending: a direct call must not overtake them. */
  readonly waitUntilSent: () => Promise<Verdict>
  /** May this person take the step in this status? */
  readonly mayStep: (step: string) => Verdict
  /** Stock searches in flight, by line; an order waits for its line's search. */
  readonly stockSearches: Map<string, Promise<unknown>>
  readonly saveDraftsNow: () => void
  readonly close: () => void
}

const draftDelayMs = 200
// A document step waits this long for pending line steps.
const pendingTimeoutMs = 10_000
/** Creates the state of an open document; `load` loads it. */
export function createCore(parts: SessionParts): Core {
  const { kind, mode, place } = parts
  const stage = stageOf(kind, parts.stage)
  const listeners = new Set<() => void>()
  const lane = laneOfDocument(kind.kind, parts.number)
  /** The server's data, with the operations confirmed since. */
  let base: Document | undefined
  let state: SessionState = {
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
  let focusRequests = 0
  let saveTimer: ReturnType<typeof setTimeout> | undefined

  const set = (change: Partial<SessionState>) => {
    state = { ...state, ...change }
    if (change.fieldTyped !== undefined) saveDraftsLater()
    for (const listener of listeners) listener()
  }

  const requestFocus = (key: string | null, cause?: Cause, after = cause) => {
    focusRequests += 1
    const since = after ? beganAt(after) : performance.now()
    const focus = { key, number: focusRequests, since, ...(cause && { cause }) }
    set({ focusRequest: focus, ...(key !== null && { current: key }) })
  }

  const keepNow = () => {
    if (saveTimer === undefined) return
    clearTimeout(saveTimer)
    saveTimer = undefined
    if (state.sheet) parts.drafts(parts.stage).write(draftsOf(state.sheet, state.fieldTyped, state.fieldSeen))
  }
  const saveDraftsLater = () => {
    saveTimer ??= setTimeout(keepNow, draftDelayMs)
  }

  const apply = (event: WorksheetEvent) => {
    if (!state.sheet) return
    const sheet = changeWorksheet(kind, state.sheet, event)
    if (sheet === state.sheet) return
    const saved =
      (event.type === 'stepped' && event.onItsWay !== true) ||
      event.type === 'dropped' ||
      event.type === 'advanced'
    if (event.type === 'advanced') reads.ignoreEarlierReads()
    set({ sheet })
    saveDraftsLater()
    if (saved) parts.onSaved(sheet.document)
  }

  /** A local document has a local number until the server assigns one. */
  const currentNumber = () => (isLocalNumber(parts.number) ? (base?.number ?? parts.number) : parts.number)
  const waiting = () => parts.outbox.pendingOf(lane).filter((each) => each.state !== 'refused')

  const draw = (document: Document) => {
    base = document
    const pending = waiting()
    const drawn = pending.reduce((now, operation) => withOperation(now, operation), document)
    const keys = pending.flatMap(({ intent }) => (intent.type === 'line' ? [lineKey(intent.line)] : []))
    if (state.sheet) {
      apply({ type: 'loaded', document: drawn, onItsWay: new Set(keys) })
      return
    }
    const grower = mode.picksGrower ? growerOf(drawn.lines.at(-1)) : ''
    set({ sheet: openWorksheet(drawn), grower: state.grower || grower })
    apply({ type: 'loaded', document: drawn, onItsWay: new Set(keys) })
    const drafts = parts.drafts(parts.stage).read()
    if (!drafts || !state.sheet) return
    set({
      sheet: withDrafts(kind, state.sheet, drafts),
      fieldTyped: drafts.field,
      fieldSeen: drafts.fieldSeen,
    })
  }

  // Draws once for all replies that arrive in the same task.
  const drawConfirmed = coalesceCalls(() => {
    if (base) draw(base)
    if (base) parts.onSaved(base)
  })

  // Reads once for all replies that arrive in the same task.
  const readAgain = coalesceCalls(() => void load())
  const reads = createReads(() => void readAgain())

  const read = async (): Promise<Document | ApiProblem | 'missing'> => {
    const result = await parts.perform(kind.wire.detail(place, mode.id, currentNumber()))
    if (!result.ok) return result.error.code === 'not_found' ? 'missing' : result.error
    return result.value === null || isOtherDocument(base, result.value) ? 'missing' : result.value
  }

  const load = async () => {
    set({ reading: state.sheet ? 'again' : 'first' })
    await parts.outbox.ready
    if (isLocalNumber(currentNumber())) {
      const kept = await parts.outbox.cachedDocument(lane)
      if (kept) draw(kept.document)
      // The server does not have it yet.
      if (!kept || isLocalNumber(currentNumber())) {
        set({ reading: 'no', problem: kept ? null : 'missing' })
        return
      }
    }
    const number = reads.begin()
    const beganAt = performance.now()
    const found = await read()
    const ended = reads.isLatest(number) ? ({ reading: 'no' } as const) : {}
    if (found !== 'missing' && 'lines' in found) {
      const sent = new Set(waiting().flatMap(({ id, state: now }) => (now === 'sent' ? [id] : [])))
      const document = reads.accept(number, found, sent)
      if (document) {
        set({ problem: null, readAt: Date.now() })
        draw(document)
        void parts.outbox.cacheDocument(document, beganAt)
      }
      return set(ended)
    }
    if (!reads.fail(number)) return set(ended)
    // If the server is unreachable, shows the stored copy of the last load.
    const kept =
      found !== 'missing' && mayHaveSucceeded(found) && !state.sheet
        ? await parts.outbox.cachedDocument(lane)
        : undefined
    if (kept && !state.sheet) draw(kept.document)
    set({ ...ended, problem: found, ...(kept && { readAt: kept.at }) })
  }

  const entryOf = (barcode: string | undefined) =>
    state.sheet ? findTargetEntry(state.sheet, barcode, state.current, stage.lineAction.done) : undefined

  const mayStep = (step: string): Verdict =>
    state.sheet ? mayStepOn(state.sheet.document, step, parts) : refuse('stillLoading')

  return {
    parts,
    stage,
    get: () => state,
    entryOf,
    lastEntryOf: (barcode) => {
      const now = state.current === null ? undefined : state.sheet?.entries[state.current]
      return now?.line.barcode === barcode ? now : entryOf(barcode)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set,
    apply,
    focus: (key, cause, after) => {
      const barcode = state.sheet?.entries[key]?.line.barcode ?? key
      if (cause && !parts.scans.mayLead(cause, barcode)) set({ current: key })
      else requestFocus(key, cause, after)
    },
    selectLine: (key) => {
      set({ current: key })
      const barcode = state.sheet?.entries[key]?.line.barcode
      if (barcode !== undefined) parts.scans.choose(barcode)
    },
    returnToLine: (key, { source }) => (source === 'scan' ? set({ current: key }) : requestFocus(key)),
    scrollToLine: (key) => set({ current: key }),
    releaseFocus: (after) => requestFocus(null, undefined, after),
    load,
    loadChanged: () => {
      reads.ignoreEarlierReads()
      return load()
    },
    pendingOperations: waiting,
    applyPending: () => {
      if (base) draw(base)
    },
    confirm: async (operation, taken) => {
      const before = base
      const after = reads.confirm(base, operation, taken)
      base = after
      await drawConfirmed()
      return after?.status !== before?.status
    },
    waitUntilSent: () =>
      new Promise((resolve) => {
        const end = () => {
          unsubscribe()
          cancel()
          const n = waiting().length
          resolve(n === 0 ? true : refuse('linesOnTheirWay', { n }))
        }
        const check = () => waiting().length === 0 && end()
        const cancel = parts.after(end, pendingTimeoutMs)
        const unsubscribe = parts.outbox.subscribe(check)
        check()
      }),
    reloadAndCompare: async () => {
      const before = state.sheet?.document
      await load()
      const after = state.sheet?.document
      return before && after && state.problem === null ? { before, after } : null
    },
    mayStep,
    stockSearches: new Map(),
    saveDraftsNow: keepNow,
    close: () => {
      keepNow()
      listeners.clear()
    },
  }
}
