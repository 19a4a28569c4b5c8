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

export interface AppShell extends Omit<ShellPort, 'openDocument' | 'openPalette' | 'showHelp'> {
  readonly findDocuments: (number: string) => Promise<FoundDocuments>
}
