// What goes into the scan engine and what comes out of it: scans, the places that take them, and what became of each.
import type { Arguments, CommandOutcome, MaybePromise, Outage, RunOutcome } from '#commands/command.ts'
import { type CommandId, isCommandId } from '#contract/command-ids.ts'
import type { Candidate, CandidateKind } from '#scan/classify.ts'
import type { ScanTarget } from '#scan/route.ts'

/** A scan as it comes from the wedge, a test, or the log's 'try again'. */
export interface IncomingScan {
  readonly text: string
  readonly raw: string
  /** Only a part of a code, as the wedge knows: it is told as such, whatever it looks like. */
  readonly cut?: true
  /** When it was read, in milliseconds since 1970. */
  readonly readAt: number
  /** The name of the field that had the focus and opted in. */
  readonly field?: string
  /** Its keys; one that was `handedOn` had been taken for a person's before the scan was known. */
  readonly keystrokes?: readonly {
    readonly key: string
    readonly handedOn?: boolean
    readonly altPress?: number
  }[]
}

/** A place that takes scans, with what the engine needs beyond routing. */
export interface EngineTarget extends ScanTarget {
  /** false: the screen is still loading; scans for it wait. Default: true. */
  readonly ready?: boolean
  /** A field that takes its codes wherever the focus is. */
  readonly anywhere?: true
  /** Takes a scan itself instead of naming a command: what a dialog or a field does with a code of its own. */
  readonly take?: (candidate: Candidate) => (() => MaybePromise<RunOutcome>) | undefined
  /** Told of a scan that waits for the screen below: what only lists what is left can make room for it. */
  readonly heard?: (candidate: Candidate) => void
  /** The screen's lines, where a scan may ask for a quantity. */
  readonly lines?: ScannedLines
  /** Digits that are typed in the dialog and not confirmed yet: a barcode that follows them takes them along. */
  readonly takeDigits?: () => string
}

/** Lines of a screen as typed numbers reach them, whatever has the focus. */
export interface ScannedLines {
  /** Will a scan of this barcode without a quantity leave its line waiting for one? */
  readonly wants: (barcode: string) => boolean
  readonly has: (barcode: string) => boolean
  /** Shows a number in the barcode's line, unsaved; null: what it showed before. */
  readonly show: (barcode: string, text: string | null) => void
  /** Brings the barcode's line into sight, with the focus in its quantity. */
  readonly lead: (barcode: string) => void
  /** Takes the focus out of the lines, at once. */
  readonly leave: () => void
}

/** One scan or command and what came of it. */
export interface Entry {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly text: string
  readonly raw: string
  readonly kind: CandidateKind
  readonly tone: CommandOutcome['tone']
  /** Code of the sentence, and its arguments. */
  readonly code: string
  readonly args: Arguments
  readonly next?: readonly CommandId[]
  /** Which command it was, where it came to one. */
  readonly command?: CommandId
  /** Whole plants: what was given before the scan. */
  readonly quantity?: number
  /** The address of the screen that a scan was made on. */
  readonly address?: string
}

export type WaitsFor = 'scan' | 'dialog' | 'acknowledgement' | 'screen' | Outage

/** What an entry is made of besides its outcome. */
export type Scanned = Pick<Entry, 'id' | 'text' | 'raw' | 'quantity' | 'address'>

/** An outcome as the strip and the log have it; `at` in milliseconds since 1970. */
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

/** The commands among the ids that a target names as what would help. */
export function nextOf(next: readonly string[] | undefined): { readonly next?: readonly CommandId[] } {
  const ids = next?.filter(isCommandId) ?? []
  return ids.length > 0 ? { next: ids } : {}
}
