// The core of an open document: its worksheet, subscribers, and loading. Without React, so that a row only updates with its own line.
import type { Perform } from '#client/api/client.ts'
import { type ApiProblem, mayHaveSucceeded } from '#client/api/problem.ts'
import type { AskReason } from '#client/input/questions/ask-reason.tsx'
import type { AskPerson } from '#client/input/questions/question.ts'
import type { AskShelf } from '#client/input/questions/shelf-dialog.tsx'
import { type AppOperation, isAnother, isLocalNumber, laneOfDocument } from '#client/outbox/intent.ts'
import type { Outbox } from '#client/outbox/outbox.ts'
import { type Taken, withOperation } from '#client/outbox/packer.ts'
import type { NoticeTone } from '#client/state/notices.ts'
import { together } from '#client/state/soon.ts'
import type { Cause, CommandOutcome } from '#commands/command.ts'
import type { ReasonType } from '#contract/constants.ts'
import type { ReasonCode } from '#contract/master-data.ts'
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Actor, Document, Place } from '#kinds/document.ts'
import type { Kind, Mode, Stage } from '#kinds/kind.ts'
import { stageOf } from '#kinds/screens.ts'
import { growerOf } from '#kinds/stock.ts'
import type { StageId } from '#kinds/verbs.ts'
import { findTargetEntry } from '#kinds/walk.ts'
import {
  changeWorksheet,
  type Entry,
  lineKey,
  openWorksheet,
  type Worksheet,
  type WorksheetEvent,
} from '#kinds/worksheet.ts'
import { beganAt, type FocusRequest } from './began-at.ts'
import type { FindingsSheet } from './findings-sheet.ts'
import type { StoredQuantity } from './kept-quantity.ts'
import { draftsOf, type LineDrafts, withDrafts } from './line-drafts.ts'
import { mayStepOn } from './may-step.ts'
import { createReads } from './reads.ts'
import type { KeptReason, StoredReason } from './stored-reason.ts'

interface Stored<Value> {
  readonly read: () => Value
  readonly write: (value: Value) => void
}

/** What a session needs of the app. */
export interface SessionParts {
  readonly kind: Kind
  readonly mode: Mode
  readonly stage: StageId
  readonly place: Place
  /** The acting person, read each time: rights may be reloaded while a document is open. */
  readonly actor: () => Actor
  readonly number: string
  /** The codes of the locations where the person has rights. */
  readonly locations: () => readonly string[]
  readonly perform: Perform
  /** All changes go through it. */
  readonly outbox: Outbox
  /** The person's user name. */
  readonly user: () => string
  /** Reports the later result of something saved here for this barcode; an error waits for OK. */
  readonly reportLater: (outcome: CommandOutcome, barcode: string) => void
  readonly ask: AskPerson
  readonly askReason: AskReason
  readonly askShelf: AskShelf
  /** The reason codes of a type; null if they cannot be loaded. */
  readonly loadReasons: (type: ReasonType) => Promise<readonly ReasonCode[] | null>
  /** Those that are here already; none if they would have to be loaded. */
  readonly knownReasons: (type: ReasonType) => readonly ReasonCode[]
  /** Navigates back to the list. */
  readonly leave: () => void
  /** Navigates to a path. */
  readonly go: (address: string) => void
  /** Runs something after `ms` milliseconds; returns a function that cancels it. */
  readonly after: (run: () => void, ms: number) => () => void
  /** Navigates to a path and scans a barcode there, with the quantity given before it. */
  readonly moveScan: (
    scan: { readonly barcode: string; readonly quantity: number | undefined },
    address: string,
  ) => void
  readonly notify: (code: string, facts: Readonly<Record<string, string | number>>, tone: NoticeTone) => void
  /** The unsaved input of one of the document's screens. */
  readonly drafts: (stage: StageId) => {
    readonly read: () => LineDrafts | undefined
    readonly write: (drafts: LineDrafts | undefined) => void
  }
  /** The header form's draft. */
  readonly headerDraft: { readonly isKept: () => boolean; readonly drop: () => void }
  readonly scans: {
    /** Scans on the document before this action that are still queued. */
    readonly before: (cause: Cause) => readonly string[]
    /** Are scans queued behind this action? */
    readonly goesOn: (cause: Cause) => boolean
    /** May it still lead to its line's quantity? Not once another code was read, or its number was given. */
    readonly mayLead: (cause: Cause, barcode: string) => boolean
    /** The person has moved to this barcode's line: digits are for no other line. */
    readonly choose: (barcode: string) => void
    readonly subscribe: (listener: () => void) => () => void
  }
  readonly findings: FindingsSheet
  /** The reason for the next scans, for the document's other screen and for a reload. */
  readonly keptReason: Stored<StoredReason | undefined>
  /** The same for the quantity of the next scans. */
  readonly storedQuantity: Stored<StoredQuantity | undefined>
  /** The reason of the person's last short line, proposed for the next one; '' for none. */
  readonly proposedReason: Stored<string>
  /** The document has changed on the server: lists are outdated. */
  readonly onSaved: (document: Document) => void
}

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
  /** Number of focus requests for it. */
  readonly fieldWished: number
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
  /** Makes a line current and focuses its quantity; `after` is the action that leads on to it: the person may have moved since. */
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
  /** The server has accepted an operation; once it is drawn, returns true if this changed the document's status. */
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
    if (state.sheet) parts.drafts(parts.stage).write(draftsOf(state.sheet, state.fieldTyped))
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
    set({ sheet: withDrafts(kind, state.sheet, drafts), fieldTyped: drafts.field })
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
