// The core of an open document: its worksheet, subscribers, and loading. Without React, so that a row only
// updates with its own line.
import { type ApiProblem, mayHaveSucceeded } from '#app/api/problem.ts'
import { type AppOperation, isAnother, isLocalNumber, laneOfDocument } from '#app/outbox/intent.ts'
import { type Taken, withOperation } from '#app/outbox/packer.ts'
import { together } from '#app/state/soon.ts'
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
  /** Why nothing, or nothing newer, is shown; `missing` if there is no such document. */
  readonly problem: ApiProblem | 'missing' | null
  readonly sheet: Worksheet | null
  /** When the server sent the shown data, in milliseconds since 1970. */
  readonly readAt: number
  /** The running document step. */
  readonly taking: string | null
  /** The line for commands without a barcode. */
  readonly current: string | null
  /** The line whose quantity must take the focus; each request has its own number. */
  readonly focus: FocusRequest | null
  /** The reason for the next scans. */
  readonly kept: KeptReason | null
  /** The quantity for the next scans, in whole plants. */
  readonly each: number | null
  /** The id of the grower to search for, if the mode picks one; '' for none. */
  readonly grower: string
  /** How often the search was opened; 0: closed. */
  readonly searching: number
  /** How often the barcode field was asked for. */
  readonly typing: number
  /** The header form is open. */
  readonly editing: boolean
  /** Input in the screen's header field; null: it shows the server's value. */
  readonly fieldTyped: string | null
  /** The server's value when that input began. */
  readonly fieldSeen: string | null
  /** Number of focus requests for it. */
  readonly fieldWished: number
  /**
   * Refused edits of the header so far: their values are in its draft. The last one's sentence; '' once it is
   * seen.
   */
  readonly headerRefused: { readonly words: string; readonly n: number }
}

export interface Core {
  readonly parts: SessionParts
  readonly stage: Stage
  readonly get: () => SessionState
  /** The line that a scan of the barcode is for, or the current one. */
  readonly entryOf: (barcode: string | undefined) => Entry | undefined
  /** The line of a barcode that was worked on last: the current one, else as for a scan. */
  readonly lastEntryOf: (barcode: string) => Entry | undefined
  readonly subscribe: (listener: () => void) => () => void
  readonly set: (change: Partial<SessionState>) => void
  readonly apply: (event: WorksheetEvent) => void
  /**
   * Makes a line current and focuses its quantity; `after` is the action that leads on to it: the person may
   * have moved since.
   */
  readonly focus: (key: string, cause?: Cause, after?: Cause) => void
  /** The person has moved to a line: makes it current; digits are for no other line. */
  readonly choose: (key: string) => void
  /** Shows a line that was refused or left: focuses its quantity, but after a scan it only scrolls. */
  readonly leadTo: (key: string, cause: Cause) => void
  /** Makes a line current and scrolls to it, without moving the focus. */
  readonly show: (key: string) => void
  /** The quantity is finished: the focus leaves the lines, so that the next digits are for the next scan. */
  readonly release: (after?: Cause) => void
  readonly load: () => Promise<void>
  /** Loads it after an own change that was made without the outbox: reads that began before do not count. */
  readonly loadChanged: () => Promise<void>
  /** Reloads the document; returns it before and after, null if that fails. */
  readonly compare: () => Promise<{ readonly before: Document; readonly after: Document } | null>
  /** The pending operations, in order. */
  readonly waiting: () => readonly AppOperation[]
  /** Applies pending operations to the server's data again: one was added or finished. */
  readonly redraw: () => void
  /**
   * The server has accepted an operation; once it is drawn, returns true if this changed the document's
   * status.
   */
  readonly confirm: (operation: AppOperation, taken: Taken | undefined) => Promise<boolean>
  /** Waits a moment until no operation of the document is pending: a direct call must not overtake them. */
  readonly drained: () => Promise<Verdict>
  /** May this person take the step in this status? */
  readonly mayStep: (step: string) => Verdict
  /** Running searches by line: an order waits for its own. */
  readonly lookups: Map<string, Promise<unknown>>
  readonly keepNow: () => void
  readonly end: () => void
}

const KEEP_AFTER = 200
// How long a document step waits for pending line steps, in milliseconds.
const PENDING_TIMEOUT = 10_000
/** Opens a session; nothing is loaded before `load`. */
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
    taking: null,
    current: null,
    focus: null,
    kept: null,
    each: null,
    grower: '',
    searching: 0,
    typing: 0,
    editing: false,
    fieldTyped: null,
    fieldSeen: null,
    headerRefused: { words: '', n: 0 },
    fieldWished: 0,
  }
  let wishes = 0
  let keeping: ReturnType<typeof setTimeout> | undefined

  const set = (change: Partial<SessionState>) => {
    state = { ...state, ...change }
    if (change.fieldTyped !== undefined) keepLater()
    for (const listener of listeners) listener()
  }

  const wish = (key: string | null, cause?: Cause, after = cause) => {
    wishes += 1
    const since = after ? beganAt(after) : performance.now()
    const focus = { key, number: wishes, since, ...(cause && { cause }) }
    set({ focus, ...(key !== null && { current: key }) })
  }

  const keepNow = () => {
    if (keeping === undefined) return
    clearTimeout(keeping)
    keeping = undefined
    if (state.sheet) parts.drafts(parts.stage).write(draftsOf(state.sheet, state.fieldTyped, state.fieldSeen))
  }
  const keepLater = () => {
    keeping ??= setTimeout(keepNow, KEEP_AFTER)
  }

  const apply = (event: WorksheetEvent) => {
    if (!state.sheet) return
    const sheet = changeWorksheet(kind, state.sheet, event)
    if (sheet === state.sheet) return
    const saved =
      (event.type === 'stepped' && event.onItsWay !== true) ||
      event.type === 'dropped' ||
      event.type === 'advanced'
    if (event.type === 'advanced') reads.outdate()
    set({ sheet })
    keepLater()
    if (saved) parts.onSaved(sheet.document)
  }

  /** A local document has a local number until the server has given it one. */
  const numberNow = () => (isLocalNumber(parts.number) ? (base?.number ?? parts.number) : parts.number)
  const waiting = () => parts.outbox.waiting(lane).filter((each) => each.state !== 'refused')

  const draw = (document: Document) => {
    base = document
    const ours = waiting()
    const drawn = ours.reduce((now, operation) => withOperation(now, operation), document)
    const keys = ours.flatMap(({ intent }) => (intent.type === 'line' ? [lineKey(intent.line)] : []))
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

  // What answers that arrived together have confirmed is drawn once for all.
  const drawConfirmed = together(() => {
    if (base) draw(base)
    if (base) parts.onSaved(base)
  })

  // One read for all answers that arrive together.
  const readAgain = together(() => void load())
  const reads = createReads(() => void readAgain())

  const read = async (): Promise<Document | ApiProblem | 'missing'> => {
    const result = await parts.perform(kind.wire.detail(place, mode.id, numberNow()))
    if (!result.ok) return result.error.code === 'not_found' ? 'missing' : result.error
    return result.value === null || isAnother(base, result.value) ? 'missing' : result.value
  }

  const load = async () => {
    set({ reading: state.sheet ? 'again' : 'first' })
    await parts.outbox.ready
    if (isLocalNumber(numberNow())) {
      const kept = await parts.outbox.kept(lane)
      if (kept) draw(kept.document)
      // The server does not know it yet.
      if (!kept || isLocalNumber(numberNow())) {
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
        void parts.outbox.keep(document, beganAt)
      }
      return set(ended)
    }
    if (!reads.fail(number)) return set(ended)
    // Without the server, the data of the last load.
    const kept =
      found !== 'missing' && mayHaveSucceeded(found) && !state.sheet
        ? await parts.outbox.kept(lane)
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
      else wish(key, cause, after)
    },
    choose: (key) => {
      set({ current: key })
      const barcode = state.sheet?.entries[key]?.line.barcode
      if (barcode !== undefined) parts.scans.choose(barcode)
    },
    leadTo: (key, { source }) => (source === 'scan' ? set({ current: key }) : wish(key)),
    show: (key) => set({ current: key }),
    release: (after) => wish(null, undefined, after),
    load,
    loadChanged: () => {
      reads.outdate()
      return load()
    },
    waiting,
    redraw: () => {
      if (base) draw(base)
    },
    confirm: async (operation, taken) => {
      const before = base
      const after = reads.confirm(base, operation, taken)
      base = after
      await drawConfirmed()
      return after?.status !== before?.status
    },
    drained: () =>
      new Promise((resolve) => {
        const end = () => {
          leave()
          cancel()
          const n = waiting().length
          resolve(n === 0 ? true : refuse('linesOnTheirWay', { n }))
        }
        const look = () => waiting().length === 0 && end()
        const cancel = parts.after(end, PENDING_TIMEOUT)
        const leave = parts.outbox.subscribe(look)
        look()
      }),
    compare: async () => {
      const before = state.sheet?.document
      await load()
      const after = state.sheet?.document
      return before && after && state.problem === null ? { before, after } : null
    },
    mayStep,
    lookups: new Map(),
    keepNow,
    end: () => {
      keepNow()
      listeners.clear()
    },
  }
}
