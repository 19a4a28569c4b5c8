// Input and output types of the scan engine: scans, targets and outcomes.
import type { Arguments, CommandOutcome, MaybePromise, Outage, RunOutcome } from '#core/commands/command.ts'
import type { UnclearScan } from '#core/scan/capture.ts'
import type { Candidate, CandidateKind } from '#core/scan/classify.ts'
import type { ScanTarget } from '#core/scan/route.ts'
import { type CommandId, isCommandId } from '#core/wire/command-ids.ts'

/** A scan from the wedge, a test, or 'try again' in the log. */
export interface IncomingScan {
  readonly text: string
  readonly raw: string
  /** Only a part of a code was read: always reported as such. */
  readonly cut?: true
  /** The code has two readings: always reported as such. */
  readonly unclear?: UnclearScan
  /** When it was read, in milliseconds since 1970. */
  readonly readAt: number
  /** The name of the focused field that opted in. */
  readonly field?: string
  /** Its keys. `handedOn`: treated as typed by a person before the scan was detected. */
  readonly keystrokes?: readonly {
    readonly key: string
    readonly handedOn?: boolean
    readonly altPress?: number
  }[]
}

/** A scan target with the data that only the engine needs. */
export interface EngineTarget extends ScanTarget {
  /** false: the screen is loading, so its scans wait. Default: true. */
  readonly ready?: boolean
  /** The field takes its codes regardless of the focus. */
  readonly ignoresFocus?: true
  /** Handles a scan itself instead of naming a command: for codes of a dialog or field. */
  readonly handleScan?: (candidate: Candidate) => (() => MaybePromise<RunOutcome>) | undefined
  /** Called for a scan that is queued for the screen below: a dialog with only open points can close. */
  readonly onQueuedScan?: (candidate: Candidate) => void
  /** The screen's lines, which may wait for a quantity. */
  readonly lines?: ScannedLines
  /** Unconfirmed digits in the dialog: the next barcode takes them as its quantity. */
  readonly takeDigits?: () => string
}

/** A screen's lines as targets of typed numbers, regardless of the focus. */
export interface ScannedLines {
  /** After a scan of this barcode without a quantity, does its line wait for one? */
  readonly waitsForQuantity: (barcode: string) => boolean
  readonly has: (barcode: string) => boolean
  /**
   * The saved quantity of the barcode's line that a number would replace, in whole plants; undefined if none.
   */
  readonly savedQuantity?: (barcode: string) => number | undefined
  /** The quantity kept for the next scans, in whole plants; undefined if none. */
  readonly keptQuantity?: () => number | undefined
  /** Does a scan of this barcode take the kept quantity? False if its line already has a quantity. */
  readonly takesKeptQuantity?: (barcode: string) => boolean
  /** Shows a number in the barcode's line without saving it; null restores the previous display. */
  readonly showUnsaved: (barcode: string, text: string | null) => void
  /** Scrolls to the barcode's line and focuses its quantity. */
  readonly focusLine: (barcode: string) => void
  /** A code was read: other lines' quantity fields lose the focus. Its own line may appear much later. */
  readonly blurOthers?: (barcode: string | undefined) => void
  /** Removes the focus from the lines immediately. */
  readonly blur: () => void
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
  /** A code of the text catalogue; `args` are its facts. */
  readonly code: string
  readonly args: Arguments
  readonly next?: readonly CommandId[]
  /** The command, if the scan ran one. */
  readonly command?: CommandId
  /** The quantity typed before the scan, in whole plants. */
  readonly quantity?: number
  /** The path of the screen on which the scan was made. */
  readonly address?: string
}

export type WaitsFor = 'scan' | 'dialog' | 'acknowledgement' | 'screen' | Outage

/** The parts of an entry that do not come from its outcome. */
export type Scanned = Pick<Entry, 'id' | 'text' | 'raw' | 'quantity' | 'address'>

/** Builds an entry for the strip and the log; `at` in milliseconds since 1970. */
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
