// The app's services that a document session uses.
import type { Perform } from '#app/api/client.ts'
import type { HeaderIntent } from '#app/outbox/intent.ts'
import type { Outbox } from '#app/outbox/outbox.ts'
import type { NoticeTone } from '#app/state/notices.ts'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import type { Actor, Document, Place } from '#core/kinds/document.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import type { ReasonType } from '#core/wire/constants.ts'
import type { ReasonCode } from '#core/wire/master-data.ts'
import type { ChosenReason, ReasonQuestion } from '#input/questions/ask-reason.tsx'
import type { Question, Reply } from '#input/questions/question.ts'
import type { ShelfOption, ShelfQuestion } from '#input/questions/shelf-dialog.tsx'
import type { FindingsSheet } from './findings-sheet.ts'
import type { LineDrafts } from './line-drafts.ts'
import type { StoredQuantity, StoredReason } from './stored-for-scans.ts'

interface Stored<Value> {
  readonly read: () => Value
  readonly write: (value: Value) => void
}

/** Asks the person questions on a document's screen; `by` identifies what may close a question early. */
export interface PersonQuestions<By> {
  readonly ask: (question: Question, by: By) => Promise<Reply>
  /** Resolves with null if the person closes the dialog. */
  readonly askReason: (question: ReasonQuestion, by: By) => Promise<ChosenReason | null>
  readonly askShelf: (question: ShelfQuestion, by: By) => Promise<ShelfOption | null>
  readonly findings: FindingsSheet<By>
}

/** The services that the screen provides; an abort signal closes a question. */
export type ScreenParts = SessionParts<AbortSignal>

/** In the session, each question belongs to an action, given by its cause; undefined: to no action. */
export interface SessionParts<By = Cause | undefined> extends PersonQuestions<By> {
  readonly kind: Kind
  readonly mode: Mode
  readonly stage: StageId
  readonly place: Place
  /** Returns the acting person. Read it each time: rights may reload while a document is open. */
  readonly actor: () => Actor
  readonly number: string
  /** The codes of the locations where the person has rights. */
  readonly locations: () => readonly string[]
  readonly perform: Perform
  /** All changes go through the outbox. */
  readonly outbox: Outbox
  /** The person's user name. */
  readonly user: () => string
  /** Reports the later result of a change saved on this device for this barcode; an error waits for OK. */
  readonly reportLater: (outcome: CommandOutcome, barcode: string) => void
  /** The reason codes of a type; null if they cannot be loaded. */
  readonly loadReasons: (type: ReasonType) => Promise<readonly ReasonCode[] | null>
  /** The reason codes of a type that are loaded already; empty if they are not. */
  readonly loadedReasons: (type: ReasonType) => readonly ReasonCode[]
  /** Navigates back to the list. */
  readonly leave: () => void
  /** Navigates to a path. */
  readonly navigate: (address: string) => void
  /** Runs a function after `ms` milliseconds; returns a function that cancels it. */
  readonly after: (run: () => void, ms: number) => () => void
  /** Navigates to a path and scans a barcode there, with the quantity that was given before the scan. */
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
  readonly headerDraft: {
    readonly isKept: () => boolean
    readonly drop: () => void
    /** Adds a refused edit to the draft. */
    readonly add: (edit: Pick<HeaderIntent, 'seen' | 'values'>) => void
  }
  readonly scans: {
    /** The barcodes of scans on the document that precede this action and are still queued. */
    readonly before: (cause: Cause) => readonly string[]
    /** Are scans queued after this action? */
    readonly goesOn: (cause: Cause) => boolean
    /** May the action still focus its line's quantity? Not after another code or its number. */
    readonly mayLead: (cause: Cause, barcode: string) => boolean
    /** The person has selected this barcode's line: digits no longer apply to another line. */
    readonly choose: (barcode: string) => void
    readonly subscribe: (listener: () => void) => () => void
  }
  /** The reason for the next scans, stored for the document's other screen and for a reload. */
  readonly keptReason: Stored<StoredReason | undefined>
  /** The same for the quantity of the next scans. */
  readonly storedQuantity: Stored<StoredQuantity | undefined>
  /** The reason of the person's last short line, proposed for the next one; '' for none. */
  readonly proposedReason: Stored<string>
  /** Called when the document has changed on the server: lists are stale. */
  readonly onSaved: (document: Document) => void
}
