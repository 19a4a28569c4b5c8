// What the app gives to commands; the provider adds the palette and the help sheet, which are its own.
import type { CommandOutcome } from '#commands/command.ts'
import type { ShellPort } from '#commands/context.ts'

/** A document with a number that was looked up. */
export interface DocumentHit {
  readonly key: string
  /** What it is, in words: `Issuance 10000123, RESERVED`. */
  readonly label: string
  readonly open: () => void
}

/** Documents with a number in every list that the person may open; `failure` when it could not be found out. */
export type FoundDocuments =
  | { readonly ok: true; readonly hits: readonly DocumentHit[] }
  | { readonly ok: false; readonly failure: CommandOutcome }

/** An open document that has reserved plants of a barcode, in words, and how many whole plants. */
export interface Holder {
  /** What it is: 'Issuance 10000123'. */
  readonly document: string
  readonly status: string
  readonly n: number
  /** Who changed its line last. */
  readonly by: string
}

type OwnOfInput = 'openDocument' | 'openPalette' | 'showHelp' | 'explain' | 'mayShowParked' | 'showParked'

export interface AppShell extends Omit<ShellPort, OwnOfInput> {
  readonly findDocuments: (number: string) => Promise<FoundDocuments>
  /** Who holds plants of a barcode at this location; undefined where the server does not say. */
  readonly findHolders?: (barcode: string) => Promise<readonly Holder[] | undefined>
}
