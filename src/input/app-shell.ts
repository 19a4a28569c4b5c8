// The app's ports for commands. The input provider adds the palette and the help sheet.
import type { Arguments, CommandOutcome, MaybePromise, RunOutcome } from '#core/commands/command.ts'
import type { ShellPort } from '#core/commands/context.ts'
import type { Verdict } from '#core/wire/refusals.ts'

/** A document found by its number. */
export interface DocumentHit {
  readonly key: string
  /** Its label: `Issuance 10000123, RESERVED`. */
  readonly label: string
  readonly open: () => void
  /** Shown once it is open. */
  readonly opened?: CommandOutcome
}

// Documents with a number in every list that the person may open; or the failure.
type FoundDocuments =
  | { readonly ok: true; readonly hits: readonly DocumentHit[] }
  | { readonly ok: false; readonly failure: CommandOutcome }

/** An open document that reserves plants of a barcode, and how many whole plants. */
export interface ReservingDocument {
  /** Its label: 'Issuance 10000123'. */
  readonly document: string
  readonly status: string
  readonly n: number
  /** The user who last changed its line. */
  readonly by: string
}

type OwnOfInput =
  | 'maySwitchPlace'
  | 'switchPlace'
  | 'openDocument'
  | 'openPalette'
  | 'showHelp'
  | 'explain'
  | 'mayShowUnfinishedWork'
  | 'showUnfinishedWork'

export interface AppShell extends Omit<ShellPort, OwnOfInput> {
  /** Is there a place to switch to? `offered` holds the facts of the shown outcome. */
  readonly maySwitchPlace: (offered?: Arguments) => Verdict
  readonly switchPlace: (offered?: Arguments) => MaybePromise<RunOutcome>
  readonly findDocuments: (number: string) => Promise<FoundDocuments>
  /** Documents that reserve a barcode's plants at this location; undefined if not reported. */
  readonly findHolders?: (barcode: string) => Promise<readonly ReservingDocument[] | undefined>
}
