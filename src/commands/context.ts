// What commands can reach: ports that the app and its screens fill in. A port that is not there is a screen that is
// not open, and commands say so instead of failing.
import type { DocumentKind } from '#contract/constants.ts'
import type { Verdict } from '#contract/refusals.ts'
import type { RouteName } from '#contract/routes.ts'
import type { CommandOutcome } from './command.ts'

type Told = CommandOutcome | undefined
type Soon = Told | Promise<Told>

/** The app around the screens. */
export interface ShellPort {
  readonly go: (route: RouteName, parameters?: Readonly<Record<string, string>>) => void
  readonly back: () => void
  readonly mayVisit: (route: RouteName) => Verdict
  /** Looks a document number up in every list that the person may open; one hit opens it, several open the palette. */
  readonly openDocument: (number: string) => Soon
  readonly openPalette: (text?: string) => void
  readonly showHelp: () => void
  readonly switchTheme: () => Told
  readonly reloadMasterData: () => void
  readonly signOut: () => void
  /** undefined while the sign-in is good. */
  readonly signInAgain?: () => Soon
}

/** The scan engine. */
export interface ScannerPort {
  readonly setQuantity: (quantity: number) => Told
  readonly clearQuantity: () => Told
  readonly acknowledge: () => Told
  readonly mayAcknowledge: () => Verdict
  readonly mute: () => Told
}

/** A list of documents. */
export interface ListPort {
  readonly kind: DocumentKind
  readonly mayCreate: () => Verdict
  readonly create: () => Soon
  readonly search: (number?: string) => Soon
  readonly showAll: () => Soon
  readonly move: (by: 1 | -1) => void
}

/** A header form that is open for editing. */
export interface HeaderPort {
  readonly maySave: () => Verdict
  readonly save: () => Soon
  readonly cancel: () => Soon
}

/** An open document: its editor or its detail. Quantities are whole plants. */
export interface DocumentPort {
  readonly kind: DocumentKind
  readonly stage: 'edit' | 'detail' | 'receive'
  readonly number: string
  /** Judged by the workflow: may this document step be taken now? */
  readonly may: (step: string) => Verdict
  readonly take: (step: string) => Soon
  readonly mayActOnLine: (barcode?: string) => Verdict
  /** The stage's line action, on a barcode or on the line in focus. */
  readonly actOnLine: (barcode: string | undefined, quantity: number | undefined) => Soon
  readonly addLine?: (barcode: string, quantity: number | undefined) => Soon
  readonly mayDeleteLine?: (barcode?: string) => Verdict
  readonly deleteLine?: (barcode?: string) => Soon
  readonly openSearch?: () => Soon
  readonly mayEditHeader?: () => Verdict
  readonly editHeader?: () => Soon
  readonly mayUndo: () => Verdict
  readonly undo: () => Soon
  /** The kind's other screen: from the editor to the detail and back. */
  readonly switchStage?: () => void
  readonly maySwitchStage?: () => Verdict
}

/** An open dialog: its answers by command id (`yes`, `no`, `save`, `delete`, …). */
export interface DialogPort {
  readonly answers: Partial<Readonly<Record<string, () => Soon>>>
}

export interface CommandContext {
  readonly shell: ShellPort
  readonly scanner: ScannerPort
  readonly list?: ListPort
  readonly header?: HeaderPort
  readonly document?: DocumentPort
  readonly dialog?: DialogPort
}
