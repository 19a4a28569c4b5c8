// The heart of a document under work: its worksheet, who looks at it, and how it is read from the server. Without React,
// so that a row is told only of its own line.
import type { Perform } from '#client/api/client.ts'
import { type ApiProblem, isUnclear } from '#client/api/problem.ts'
import type { AskPerson } from '#client/input/questions/question.ts'
import type { AskReason } from '#client/input/questions/reason-dialog.tsx'
import { type AppOperation, isLocalNumber, laneOfDocument } from '#client/outbox/intent.ts'
import type { Outbox } from '#client/outbox/outbox.ts'
import { type Taken, withOperation } from '#client/outbox/packer.ts'
import type { NoticeTone } from '#client/state/notices.ts'
import type { Cause, CommandOutcome } from '#commands/command.ts'
import type { ReasonType } from '#contract/constants.ts'
import type { ReasonCode } from '#contract/master-data.ts'
import { firstRefusal, refuse, type Verdict } from '#contract/refusals.ts'
import type { Actor, Document, Place } from '#kinds/document.ts'
import { documentOffers, mayAct, mayActAt } from '#kinds/engine.ts'
import type { Kind, Mode, Stage } from '#kinds/kind.ts'
import { stageOf } from '#kinds/screens.ts'
import { growerOf } from '#kinds/stock.ts'
import type { StageId } from '#kinds/verbs.ts'
import {
  changeWorksheet,
  type Entry,
  findTargetEntry,
  lineKey,
  openWorksheet,
  type Worksheet,
  type WorksheetEvent,
} from '#kinds/worksheet.ts'
import type { FindingsSheet } from './findings-sheet.ts'
import { draftsOf, type LineDrafts, withDrafts } from './line-drafts.ts'
import type { KeptReason, StoredReason } from './stored-reason.ts'

/** What a session needs of the app around it. */
export interface SessionParts {
  readonly kind: Kind
  readonly mode: Mode
  readonly stage: StageId
  readonly place: Place
  /** Who acts, asked anew each time: rights may be read again while a document is open. */
  readonly actor: () => Actor
  readonly number: string
  /** The codes of the locations that the person may work at. */
  readonly locations: () => readonly string[]
  readonly perform: Perform
  /** What is done here goes through it. */
  readonly outbox: Outbox
  /** Who works here, by user name. */
  readonly user: () => string
  /** Says what has come of something that was told as saved here, about this barcode; an error waits for OK as a scan's does. */
  readonly tellLater: (outcome: CommandOutcome, barcode: string) => void
  readonly ask: AskPerson
  readonly askReason: AskReason
  /** The reason codes of a type; null when they cannot be had. */
  readonly loadReasons: (type: ReasonType) => Promise<readonly ReasonCode[] | null>
  /** Leads back to the list. */
  readonly leave: () => void
  /** Leads to an address. */
  readonly go: (address: string) => void
  /** Runs something in so many milliseconds, unless the answered function is called before. */
  readonly after: (run: () => void, ms: number) => () => void
  /** Leads to an address and makes a scan there: a barcode with the whole plants that were given before it. */
  readonly moveScan: (
    scan: { readonly barcode: string; readonly quantity: number | undefined },
    address: string,
  ) => void
  readonly notify: (code: string, facts: Readonly<Record<string, string | number>>, tone: NoticeTone) => void
  /** What is not saved of one of the document's screens. */
  readonly drafts: (stage: StageId) => {
    readonly read: () => LineDrafts | undefined
    readonly write: (drafts: LineDrafts | undefined) => void
  }
  /** The header's form as it was left. */
  readonly headerDraft: { readonly isKept: () => boolean; readonly drop: () => void }
  readonly scans: {
    /** Those that were made on the document before this deed and have not had their turn. */
    readonly before: (cause: Cause) => readonly string[]
    readonly subscribe: (listener: () => void) => () => void
  }
  readonly findings: FindingsSheet
  /** The reason for the next scans, for the document's other screen and for a reload. */
  readonly keptReason: {
    readonly read: () => StoredReason | undefined
    readonly write: (kept: StoredReason | undefined) => void
  }
  /** The document has changed on the server: what lists show of it is old. */
  readonly onSaved: (document: Document) => void
}

export interface SessionState {
  readonly reading: 'first' | 'again' | 'no'
  /** Why there is nothing to show, or nothing newer; `missing` when there is no such document. */
  readonly problem: ApiProblem | 'missing' | null
  readonly sheet: Worksheet | null
  /** The document step that is under way. */
  readonly taking: string | null
  /** The line that commands without a barcode are about. */
  readonly current: string | null
  /** The line whose quantity wants the focus; each wish has a number of its own. */
  readonly focus: FocusRequest | null
  /** The reason for the next scans. */
  readonly kept: KeptReason | null
  /** The id of the grower whose plants are looked for, where the mode picks one; '' for none. */
  readonly grower: string
  /** How many times the search was opened; 0: it is closed. */
  readonly searching: number
  /** The header's form is open. */
  readonly editing: boolean
  /** What was typed of the header field that the screen can change; null while it is what the server has. */
  readonly fieldTyped: string | null
  /** How many times the focus was wanted there. */
  readonly fieldWished: number
}

/** Where the focus is wanted; `key` null: out of the lines. */
export interface FocusRequest {
  readonly key: string | null
  readonly number: number
  readonly since: number
}

export interface Core {
  readonly parts: SessionParts
  readonly stage: Stage
  readonly get: () => SessionState
  /** The line of a barcode, or the current one. */
  readonly entryOf: (barcode: string | undefined) => Entry | undefined
  readonly subscribe: (listener: () => void) => () => void
  readonly set: (change: Partial<SessionState>) => void
  readonly apply: (event: WorksheetEvent) => void
  /**
   * Wishes the focus into a line's quantity, and makes the line the current one. `since`: when the deed began that wants
   * it, in milliseconds of `performance.now()`; who has typed a quantity after that keeps the focus.
   */
  readonly focus: (key: string, since?: number) => void
  /**
   * Leads to a line that something was refused on or left at: by its quantity where the person is at the keyboard; after a scan
   * it is only shown, because what is typed next may be for the next scan.
   */
  readonly leadTo: (key: string, cause: Cause) => void
  /** Makes a line the current one and brings it into sight, leaving the focus where it is. */
  readonly show: (key: string) => void
  /** The quantity is done with: the focus leaves the lines, so that the next digits are for the next scan. */
  readonly release: () => void
  readonly load: () => Promise<void>
  /** Reads the document again and tells what it was and what it is; null when it cannot be read. */
  readonly compare: () => Promise<{ readonly before: Document; readonly after: Document } | null>
  /** What is saved here and on its way, in its order. */
  readonly waiting: () => readonly AppOperation[]
  /** Shows what is on its way over what the server has said: something was appended, or has its word. */
  readonly redraw: () => void
  /** The server has taken an operation: it is part of the document from now on, which has another status by it where this is true. */
  readonly confirm: (operation: AppOperation, taken: Taken | undefined) => boolean
  /** Waits a moment until nothing of the document is on its way any more: what is sent at once never overtakes that. */
  readonly drained: () => Promise<Verdict>
  /** May this step be taken by this person at all, and in this status? */
  readonly mayStep: (step: string) => Verdict
  /** Lookups under way, by line: an order waits for its own. */
  readonly lookups: Map<string, Promise<unknown>>
  readonly keepNow: () => void
  readonly end: () => void
}

const KEEP_AFTER = 200
// So long a step on the whole document waits for its lines, in milliseconds.
const ON_THEIR_WAY = 10_000

/** Opens a session; nothing is read before `load`. */
export function createCore(parts: SessionParts): Core {
  const { kind, mode, place } = parts
  const stage = stageOf(kind, parts.stage)
  const listeners = new Set<() => void>()
  const lane = laneOfDocument(kind.kind, parts.number)
  /** What the server has said, and has confirmed since. */
  let base: Document | undefined
  let state: SessionState = {
    reading: 'first',
    problem: null,
    sheet: null,
    taking: null,
    current: null,
    focus: null,
    kept: null,
    grower: '',
    searching: 0,
    editing: false,
    fieldTyped: null,
    fieldWished: 0,
  }
  let changes = 0
  let wishes = 0
  let releasedAt = Number.NEGATIVE_INFINITY
  let keeping: ReturnType<typeof setTimeout> | undefined

  const set = (change: Partial<SessionState>) => {
    state = { ...state, ...change }
    if (change.fieldTyped !== undefined) keepLater()
    for (const listener of listeners) listener()
  }

  const wish = (key: string | null, since: number) => {
    wishes += 1
    set({ focus: { key, number: wishes, since }, ...(key !== null && { current: key }) })
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
    if (saved) changes += 1
    set({ sheet })
    if (event.type !== 'sending' && event.type !== 'settled') keepLater()
    if (saved) parts.onSaved(sheet.document)
  }

  /** A document of this device is known by its own number until the server has given it one. */
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

  /** Reads until no change of our own came in between: an answer from before it would take it back on the screen. */
  const read = async (): Promise<Document | ApiProblem | 'missing'> => {
    for (;;) {
      const at = changes
      const result = await parts.perform(kind.wire.detail(place, mode.id, numberNow()))
      if (!result.ok) return result.error.code === 'not_found' ? 'missing' : result.error
      if (result.value === null) return 'missing'
      if (at === changes) return result.value
    }
  }

  const load = async () => {
    set({ reading: state.sheet ? 'again' : 'first' })
    await parts.outbox.ready
    if (isLocalNumber(numberNow())) {
      const kept = await parts.outbox.kept(lane)
      if (kept) draw(kept.document)
      // The server has not heard of it yet, and nobody else has.
      if (!kept || isLocalNumber(numberNow())) {
        set({ reading: 'no', problem: kept ? null : 'missing' })
        return
      }
    }
    const found = await read()
    if (found !== 'missing' && 'lines' in found) {
      set({ problem: null })
      draw(found)
      set({ reading: 'no' })
      void parts.outbox.keep(found)
      return
    }
    // Without the server it is as it was read last.
    const kept =
      found !== 'missing' && isUnclear(found) && !state.sheet ? await parts.outbox.kept(lane) : undefined
    if (kept) draw(kept.document)
    set({ reading: 'no', problem: found })
  }

  const mayStep = (step: string): Verdict => {
    if (!state.sheet) return refuse('stillLoading')
    const { document } = state.sheet
    const lineStep = kind.lineSteps[step]
    const documentStep = kind.documentSteps[step]
    const allowed: Verdict = documentStep
      ? documentOffers(kind, step, document)
      : !lineStep
        ? refuse('notOnThisScreen')
        : lineStep.during.includes(document.status)
          ? true
          : refuse('notWhileStatus', { status: document.status, number: document.number ?? '' })
    const here = mayActAt(mode.access, step, document.header, new Set([place.location]))
    return firstRefusal(
      mayAct(mode.access, parts.actor(), step, document.header),
      allowed,
      here === true ? true : refuse('doneElsewhere', here.facts),
    )
  }

  return {
    parts,
    stage,
    get: () => state,
    entryOf: (barcode) =>
      state.sheet ? findTargetEntry(state.sheet, barcode, state.current, stage.lineAction.done) : undefined,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set,
    apply,
    focus: (key, since = performance.now()) => {
      // Its quantity has been given meanwhile: what is typed by now is for the next scan.
      if (since <= releasedAt) set({ current: key })
      else wish(key, since)
    },
    leadTo: (key, { source }) => (source === 'scan' ? set({ current: key }) : wish(key, performance.now())),
    show: (key) => set({ current: key }),
    release: () => {
      releasedAt = performance.now()
      wish(null, releasedAt)
    },
    load,
    waiting,
    redraw: () => {
      if (base) draw(base)
    },
    confirm: (operation, taken) => {
      changes += 1
      if (!base) return false
      const { status } = base
      const after = withOperation(base, operation, taken)
      draw(after)
      parts.onSaved(after)
      return after.status !== status
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
        const cancel = parts.after(end, ON_THEIR_WAY)
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
