// The state of an open document, which every function of this folder takes.
import type { ApiProblem } from '#app/api/problem.ts'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import type { Document, Line } from '#core/kinds/document.ts'
import type { Stage } from '#core/kinds/kind.ts'
import type { Worksheet } from '#core/kinds/worksheet.ts'
import type { QuestionGuard } from './question-guard.ts'
import type { Reads } from './reads.ts'
import type { SessionParts } from './session-parts.ts'
import type { KeptReason } from './stored-for-scans.ts'

// `key`: null moves the focus out of the lines. `since`: milliseconds of `performance.now()`.
interface FocusRequest {
  readonly key: string | null
  readonly number: number
  readonly since: number
  /** The scan that caused it; a later scan may replace it before the line is drawn. */
  readonly cause?: Cause
}

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

/** An undoable step: the line before it (null if it was not listed) and after it. */
export interface Undoable {
  readonly key: string
  readonly before: Line | null
  readonly after: Line
}

// A step that may have succeeded: a retry repeats it exactly, with its time and idempotency key.
interface UnclearStep {
  readonly body: string
  readonly doneAt: string
  readonly idempotencyKey: string
}

export interface Session {
  readonly parts: SessionParts
  readonly stage: Stage
  readonly guard: QuestionGuard

  // ---- what the screen shows

  readonly get: () => SessionState
  readonly set: (change: Partial<SessionState>) => void
  readonly subscribe: (listener: () => void) => () => void
  readonly listeners: Set<() => void>
  focusRequests: number
  saveTimer: ReturnType<typeof setTimeout> | undefined

  // ---- loading

  readonly reads: Reads
  /** The server's data, with the operations confirmed since. */
  base: Document | undefined
  /** Draws once for all replies that arrive in the same task. */
  readonly drawConfirmed: () => Promise<void>

  // ---- lines

  /** Stock searches in flight, by line; an order waits for its line's search. */
  readonly stockSearches: Map<string, Promise<unknown>>
  /** The barcodes whose shelf the person has chosen. */
  readonly chosenShelves: Set<string>
  /** The keys of lines that wait for a quantity after a scan, by the scan's id. */
  readonly keysByScan: Map<string, string>
  /** Lines whose step is being stored. */
  readonly writing: Set<string>
  readonly undoables: Undoable[]

  // ---- operations

  /** The causes of pending line steps, by operation. */
  readonly causes: Map<string, Cause>
  /** Resolve with the server's reply, by operation. */
  readonly waiters: Map<string, (outcome: CommandOutcome) => void>
  /**
   * Refusals of new lines that have not been sent again. Steps stored for such a line meanwhile are refused
   * too: the server has no such line.
   */
  readonly refusedNewLines: Map<string, Promise<CommandOutcome>>
  /** Ids of steps that were stored after their new line was refused, and may be in flight. */
  readonly orphanedSteps: Set<string>

  // ---- the reason and the quantity of the next scans

  /** When the kept reason expires, in milliseconds since 1970. */
  reasonUntil: number
  cancelReasonExpiry: (() => void) | undefined
  /** The line that was picked short last. */
  lastShortBarcode: string | undefined
  /** The person goes to the document's other screen, which keeps the reason and the quantity. */
  isSwitchingScreen: boolean

  // ---- the document's end

  /** Signatures of the findings that the person has accepted. */
  readonly acceptedFindings: Set<string>
  unclearStep: UnclearStep | undefined
}
