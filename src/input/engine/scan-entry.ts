// Input and output of the scan engine: scans, targets, and outcomes.
import type { Arguments, CommandOutcome, MaybePromise, Outage, RunOutcome } from '#core/commands/command.ts'
import type { UnclearScan } from '#core/scan/capture.ts'
import type { Candidate, CandidateKind } from '#core/scan/classify.ts'
import type { ScanTarget } from '#core/scan/route.ts'
import { type CommandId, isCommandId } from '#core/wire/command-ids.ts'

/** A scan from the wedge, a test, or the log's 'try again'. */
export interface IncomingScan {
  readonly text: string
  readonly raw: string
  /** Only a part of a code: reported as such, whatever it looks like. */
  readonly cut?: true
  /** It can be read in two ways: reported as such. */
  readonly unclear?: UnclearScan
  /** When it was read, in milliseconds since 1970. */
  readonly readAt: number
  /** The name of the focused field that opted in. */
  readonly field?: string
  /** Its keys; a `handedOn` one was taken for a person's before the scan was detected. */
  readonly keystrokes?: readonly {
    readonly key: string
    readonly handedOn?: boolean
    readonly altPress?: number
  }[]
}

/** A scan target, with what the engine needs besides routing. */
export interface EngineTarget extends ScanTarget {
  /** false: the screen is loading; its scans wait. Default: true. */
  readonly ready?: boolean
  /** A field that takes its codes wherever the focus is. */
  readonly anywhere?: true
  /** Takes a scan itself instead of naming a command: for a dialog's or field's own codes. */
  readonly take?: (candidate: Candidate) => (() => MaybePromise<RunOutcome>) | undefined
  /** Called for a scan that waits for the screen below: a dialog that only lists open points can close. */
  readonly heard?: (candidate: Candidate) => void
  /** The screen's lines, which may wait for a quantity. */
  readonly lines?: ScannedLines
  /** Digits in the dialog that are not confirmed: a following barcode takes them as its quantity. */
  readonly takeDigits?: () => string
}

/** A screen's lines for typed numbers, whatever has the focus. */
export interface ScannedLines {
  /** Will a scan of this barcode without a quantity leave its line waiting for one? */
  readonly wants: (barcode: string) => boolean
  readonly has: (barcode: string) => boolean
  /**
   * The saved quantity of the barcode's line that a number would replace, in whole plants; undefined: none.
   */
  readonly saved?: (barcode: string) => number | undefined
  /** The quantity kept for the next scans, in whole plants; undefined: none. */
  readonly kept?: () => number | undefined
  /** Does a scan of this barcode take it? Not if its line has a quantity already. */
  readonly takesKept?: (barcode: string) => boolean
  /** Shows a number in the barcode's line, unsaved; null: what it showed before. */
  readonly show: (barcode: string, text: string | null) => void
  /** Scrolls to the barcode's line and focuses its quantity. */
  readonly lead: (barcode: string) => void
  /**
   * A code was read: no line but that of its barcode, which may come much later, keeps the focus in its
   * quantity.
   */
  readonly leaveOthers?: (barcode: string | undefined) => void
  /** Takes the focus out of the lines, at once. */
  readonly leave: () => void
}

/** A scan or command with its outcome. */
export interface Entry {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly text: string
  readonly raw: string
  readonly kind: CandidateKind
  readonly tone: CommandOutcome['tone']
  /** Sentence code and facts. */
  readonly code: string
  readonly args: Arguments
  readonly next?: readonly CommandId[]
  /** Its command, if there was one. */
  readonly command?: CommandId
  /** Whole plants: the quantity given before the scan. */
  readonly quantity?: number
  /** The path of the scan's screen. */
  readonly address?: string
}

export type WaitsFor = 'scan' | 'dialog' | 'acknowledgement' | 'screen' | Outage

/** The parts of an entry besides its outcome. */
export type Scanned = Pick<Entry, 'id' | 'text' | 'raw' | 'quantity' | 'address'>

/** An entry for strip and log; `at` in milliseconds since 1970. */
export function entryOf(
  { id, text, raw, quantity, address }: Scanned,
  kind: CandidateKind,
  outcome: CommandOutcome,
  at: number,
  command?: CommandId,
): Entry {
  return {
    id,
    at,
    text,
    raw,
    kind,
    tone: outcome.tone,
    code: outcome.code,
    args: { text, ...outcome.facts },
    ...(outcome.next && { next: outcome.next }),
    ...(command && { command }),
    ...(quantity !== undefined && { quantity }),
    ...(address !== undefined && { address }),
  }
}

/** The valid command ids among a target's next steps. */
export function nextOf(next: readonly string[] | undefined): { readonly next?: readonly CommandId[] } {
  const ids = next?.filter(isCommandId) ?? []
  return ids.length > 0 ? { next: ids } : {}
}
