// What commands can use: ports that the app and its screens provide. A missing port means that the screen is
// not open; commands then refuse.

import type { StageId, Verb } from '#core/kinds/verbs.ts'
import type { DialogAnswer } from '#core/wire/command-ids.ts'
import type { DocumentKind } from '#core/wire/constants.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import type { RouteName } from '#core/wire/routes.ts'
import type { Cause, MaybePromise, RunOutcome } from './command.ts'

/** The app around the screens. */
export interface ShellPort {
  readonly go: (
    route: RouteName,
    parameters?: Readonly<Record<string, string>>,
    /** The query string. */
    query?: Readonly<Record<string, string>>,
  ) => void
  readonly back: () => void
  readonly mayVisit: (route: RouteName) => Verdict
  /**
   * Searches a document number in every list that the person may open; one hit opens it, several open the
   * palette.
   */
  readonly openDocument: (number: string) => MaybePromise<RunOutcome>
  readonly openPalette: (text?: string) => void
  readonly showHelp: () => void
  /** Explains the last refusal, or why the focused control is disabled. */
  readonly explain: () => RunOutcome
  /** Unfinished work, to choose from. */
  readonly mayShowParked: () => Verdict
  readonly showParked: () => RunOutcome
  /** Switches to the place that the shown outcome offers, or back to the one of before. */
  readonly maySwitchPlace: () => Verdict
  readonly switchPlace: () => MaybePromise<RunOutcome>
  readonly switchTheme: () => RunOutcome
  /** Prints the sheet of command barcodes. */
  readonly printCommandSheet: () => MaybePromise<RunOutcome>
  readonly mayPrintCommandSheet: () => Verdict
  /** Prints this person's last print job once more. */
  readonly printLast?: () => RunOutcome
  /** Cancels the print jobs of this page; undefined: none runs. */
  readonly cancelPrint?: () => RunOutcome
  /** Reloads the data on the screen. */
  readonly readAgain: () => RunOutcome
  readonly reloadMasterData: () => MaybePromise<RunOutcome>
  /** Loads missing master data; undefined if none is missing. */
  readonly loadMissingData?: () => MaybePromise<RunOutcome>
  /** Reloads the app in its newest release; undefined if this is the newest. */
  readonly loadNewRelease?: () => MaybePromise<RunOutcome>
  readonly signOut: () => void
  /** undefined while the sign-in is valid. */
  readonly signInAgain?: () => MaybePromise<RunOutcome>
}

/** The workstation settings that have a command. */
export type WorkstationSwitch =
  | 'sound'
  | 'louder'
  | 'quieter'
  | 'vibration'
  | 'speech'
  | 'hold'
  | 'sun'
  | 'contrast'
  | 'larger'
  | 'smaller'
  | 'language'

/** The scan engine. Quantities are whole plants. */
export interface ScannerPort {
  readonly setQuantity: (quantity: number | string) => RunOutcome
  readonly mayClear: () => Verdict
  /** Clears the first of these: the held error, the typed quantity, the shown message. */
  readonly clear: () => RunOutcome
  /** Acknowledges the shown error; does nothing if there is none. */
  readonly acknowledge: () => RunOutcome
  readonly mayAcknowledge: () => Verdict
  /** A scan is running: its effect is not known yet. */
  readonly isBusy: () => boolean
  /** The barcode proposed for a torn scan; undefined: none. */
  readonly offered: () => string | undefined
  /** Accepts the proposal: scans the barcode. */
  readonly takeOffered: () => RunOutcome
  /** A queued scan can be taken back before it runs. */
  readonly mayTakeBack: () => Verdict
  readonly takeBack: () => RunOutcome
  /** Appends a digit to the quantity for the next barcode. */
  readonly typeDigit: (digit: string) => RunOutcome
  readonly setting: (which: WorkstationSwitch) => RunOutcome
}

/** A list of documents or of master data records. */
export interface ListPort {
  readonly kind: DocumentKind | 'record'
  readonly mayCreate: () => Verdict
  readonly create: () => MaybePromise<RunOutcome>
  readonly search: (number?: string) => MaybePromise<RunOutcome>
  readonly mayShowAll: () => Verdict
  readonly showAll: () => MaybePromise<RunOutcome>
  /** Sorts by the next column; left out: the list is no table. */
  readonly sort?: (() => RunOutcome) | undefined
  readonly move: (by: 1 | -1) => void
}

/** Tabs, one of which is open. */
export interface TabsPort {
  readonly next: () => MaybePromise<RunOutcome>
}

/** The grower whose plants are searched. */
export interface GrowerPort {
  /** Chooses a grower by id; without one, opens the picker. */
  readonly choose: (grower?: string) => MaybePromise<RunOutcome>
}

/** An open header form. */
export interface HeaderPort {
  readonly maySave: () => Verdict
  readonly save: (cause: Cause) => MaybePromise<RunOutcome>
  readonly cancel: () => MaybePromise<RunOutcome>
}

/** Reason codes of a document's lines. */
export interface ReasonsPort {
  readonly may: () => Verdict
  /** Sets the reason for the next scans, by code, number or first letters. */
  readonly keep: (reason: string) => MaybePromise<RunOutcome>
  readonly isKept: () => boolean
  readonly end: () => MaybePromise<RunOutcome>
  /** Asks for another reason for a line, by barcode or the focused one. */
  readonly mayChange: (barcode?: string) => Verdict
  readonly change: (barcode: string | undefined, cause: Cause) => MaybePromise<RunOutcome>
}

/** The quantity that each of the next scans of a document takes, in whole plants. */
export interface KeptQuantityPort {
  readonly may: () => Verdict
  readonly keep: (quantity: number) => RunOutcome
  readonly isKept: () => boolean
  readonly end: () => RunOutcome
}

/** A line to work on; `shelf` is '' if it is at none, `quantity` null if none is proposed. */
export interface NextLine {
  readonly barcode: string
  readonly shelf: string
  readonly quantity: number | null
}

/**
 * An open document: its editor, detail or receive screen (documents/client/session). Members that a screen
 * lacks are not used by its commands. Quantities are whole plants.
 */
export interface DocumentPort {
  readonly kind: DocumentKind
  readonly stage: StageId
  readonly verb: Verb
  readonly number: string
  /** By the kind's rules: may this document step be taken now? */
  readonly may: (step: string) => Verdict
  /** A step that ends the document lists open points first, if there are any. */
  readonly take: (step: string, cause: Cause) => MaybePromise<RunOutcome>
  /** Lists what blocks the step, and takes it once all is settled; undefined: it cannot be settled. */
  readonly settle: (step: string, cause: Cause) => Promise<RunOutcome> | undefined
  readonly mayListLeft: () => Verdict
  /** Lists what is left before the document can end, at any time. */
  readonly listLeft: (cause: Cause) => MaybePromise<RunOutcome>
  readonly mayTakeOwnership: () => Verdict
  /** Makes this person the owner of the document. */
  readonly takeOwnership: (cause: Cause) => MaybePromise<RunOutcome>
  /** The barcodes of its lines, in order. */
  readonly barcodes: () => readonly string[]
  /** The barcode of the focused line. */
  readonly currentBarcode: () => string | undefined
  readonly mayActOnLine: (barcode?: string) => Verdict
  /** The stage's line action, on a barcode or the focused line. */
  readonly actOnLine: (
    barcode: string | undefined,
    quantity: number | undefined,
    cause: Cause,
  ) => MaybePromise<RunOutcome>
  readonly mayAddLine: () => Verdict
  /** Searches a barcode and adds it to the list; with a quantity it is ordered at once. */
  readonly addLine: (barcode: string, quantity: number | undefined, cause: Cause) => MaybePromise<RunOutcome>
  readonly mayDeleteLine: (barcode?: string) => Verdict
  readonly deleteLine: (barcode: string | undefined, cause: Cause) => MaybePromise<RunOutcome>
  readonly mayTakeRest: (barcode?: string) => Verdict
  /** Takes what is missing at the line's shelf from another shelf of its barcode, as a line of its own. */
  readonly takeRest: (barcode: string | undefined, cause: Cause) => MaybePromise<RunOutcome>
  /** Moves the focus into the barcode field. */
  readonly typeBarcode: () => void
  readonly openSearch: () => void
  readonly mayEditHeader: () => Verdict
  readonly editHeader: () => void
  readonly mayUndo: () => Verdict
  readonly undo: (cause: Cause) => MaybePromise<RunOutcome>
  readonly mayUpdateHeader: () => Verdict
  /** Saves the header fields of this screen, or focuses them. */
  readonly updateHeader: (cause: Cause) => MaybePromise<RunOutcome>
  /**
   * Facts of the document, and of the barcode's line, that explain a refusal, by their names in the
   * catalogue.
   */
  readonly describe: (barcode?: string) => Readonly<Record<string, string | number>>
  /** The next line to work on, in the order of the screen; undefined: none, or lines are only added here. */
  readonly nextLine: () => NextLine | undefined
  /** The verb of the kind's other screen (for the editor: the detail); undefined if there is none. */
  readonly otherVerb: Verb | undefined
  readonly maySwitchStage: () => Verdict
  readonly switchStage: () => void
  /** Do its lines have reasons on this screen? */
  readonly hasReasons: boolean
  readonly reasons: ReasonsPort
  readonly quantities: KeptQuantityPort
}

/** The lines of a document, or of requests, as a table. */
export interface LinesPort {
  readonly move: (by: 1 | -1) => void
  /** Sorts by the next column. */
  readonly sort: () => void
}

/** The stock correction screen. Quantities are whole plants. */
export interface TrimPort {
  /** Searches a barcode; without one, focuses the field. */
  readonly find: (
    barcode: string | undefined,
    quantity: number | undefined,
    cause: Cause,
  ) => MaybePromise<RunOutcome>
  /** The focused barcode. */
  readonly currentBarcode: () => string | undefined
  /** For a found barcode, or the focused one. */
  readonly mayAdjust: (barcode?: string) => Verdict
  readonly adjust: (
    barcode: string | undefined,
    quantity: number | undefined,
    cause: Cause,
  ) => MaybePromise<RunOutcome>
  readonly mayReview: (number?: string) => Verdict
  /** Opens an adjustment request of the location; without a number the first. */
  readonly review: (number?: string) => MaybePromise<RunOutcome>
}

/** An open adjustment request. */
export interface RequestPort {
  readonly number: string
  readonly currentBarcode: () => string | undefined
  readonly may: (step: 'accept' | 'reject', barcode?: string) => Verdict
  /** Decides a line, by its barcode or the focused one. */
  readonly decide: (
    step: 'accept' | 'reject',
    barcode: string | undefined,
    cause: Cause,
  ) => MaybePromise<RunOutcome>
  readonly choose: (barcode: string) => MaybePromise<RunOutcome>
  readonly move: (by: 1 | -1) => void
}

/** What the open screen can print: a document's report, a list row, labels. */
export interface PrintPort {
  /** `number` is a document of the list; default: the focused row, or the screen's document. */
  readonly may: (number?: string) => Verdict
  readonly print: (number?: string) => MaybePromise<RunOutcome>
}

/** The label screen. Quantities are whole labels. */
export interface LabelsPort {
  /** Chooses the barcode; without one, focuses the field. */
  readonly choose: (barcode: string | undefined, quantity: number | undefined) => MaybePromise<RunOutcome>
  readonly mayAddServer: () => Verdict
  readonly maySwitchPassport: () => Verdict
  /** From labels to plant passports, and back. */
  readonly switchPassport: () => MaybePromise<RunOutcome>
}

/** The scan log. */
export interface LogPort {
  readonly mayTryAgain: () => Verdict
  /** Opens the screen of the scan and repeats the scan there. */
  readonly tryAgain: () => RunOutcome
  /** Toggles between failed and all scans. */
  readonly showFailures: () => RunOutcome
  readonly mayExport: () => Verdict
  readonly export: () => RunOutcome
  readonly move: (by: 1 | -1) => void
}

/** The outbox screen. Its commands apply to the focused row, else to the first that needs a person. */
export interface OutboxPort {
  readonly mayAct: () => Verdict
  readonly sendAgain: () => MaybePromise<RunOutcome>
  readonly mayOpen: () => Verdict
  /** Opens the document, which takes over the refused change. */
  readonly open: () => MaybePromise<RunOutcome>
  readonly discard: () => MaybePromise<RunOutcome>
  /** Focuses the row of this barcode. */
  readonly choose: (barcode: string) => RunOutcome
  readonly mayExport: () => Verdict
  readonly export: () => RunOutcome
  readonly move: (by: 1 | -1) => void
}

/** A master data record open in its form, in addition to the form's own port. */
export interface RecordPort {
  readonly maySwitch: () => Verdict
  /** Deactivates or reactivates the record. */
  readonly switch: (cause: Cause) => MaybePromise<RunOutcome>
  readonly mayGrant: () => Verdict
  /** Grants the keys of a preset. */
  readonly grant: (preset: string) => MaybePromise<RunOutcome>
}

/** The stock import screen. */
export interface ImportPort {
  readonly choose: () => MaybePromise<RunOutcome>
  readonly mayCheck: () => Verdict
  readonly check: () => MaybePromise<RunOutcome>
  readonly mayImport: () => Verdict
  readonly import: () => MaybePromise<RunOutcome>
  readonly mayStop: () => Verdict
  /** Stops the running import; it says itself what becomes of what it has written. */
  readonly stop: () => MaybePromise<RunOutcome>
}

/** The trace of a lot. */
export interface TracePort {
  readonly mayDownload: () => Verdict
  /** Saves the movements of the lot as a file. */
  readonly download: () => MaybePromise<RunOutcome>
}

/** An open dialog: its answers by command id (`yes`, `no`, `save`, `delete`, …). */
export interface DialogPort {
  readonly answers: Partial<Readonly<Record<DialogAnswer, (cause: Cause) => MaybePromise<RunOutcome>>>>
  /** Takes a reason code, if the dialog asks for one. */
  readonly chooseReason?: (reason: string) => MaybePromise<RunOutcome>
  /** Takes a number that the dialog asks for: copies. */
  readonly setQuantity?: (quantity: number) => RunOutcome
  /** Takes the answer with this number, if answers are numbered: 1 is the first. */
  readonly choose?: (number: number) => MaybePromise<RunOutcome>
}

/** How a scanner connects that is no keyboard. */
export type DirectWay = 'hid' | 'serial' | 'camera'

/** The devices of this workstation. */
export interface DevicesPort {
  /** Sets the workstation's scanner profile, by id or label. */
  readonly chooseProfile: (words: string) => MaybePromise<RunOutcome>
  /** Does the browser support it, and is it not connected yet? */
  readonly mayConnect: (way: DirectWay) => Verdict
  /** Asks the person for the device and connects it. */
  readonly connect: (way: DirectWay) => MaybePromise<RunOutcome>
}

/** The profile that the server keeps for this device's name. */
export interface DeviceProfilePort {
  /** Is one known? */
  readonly mayTake: () => Verdict
  /** Uses it here. */
  readonly take: () => MaybePromise<RunOutcome>
  /** May this person give the profile in use here to all devices of the name? */
  readonly mayShare: () => Verdict
  /** Keeps the profile in use here on the server, for the device's name. */
  readonly share: (cause: Cause) => MaybePromise<RunOutcome>
}

export interface CommandContext {
  readonly shell: ShellPort
  readonly scanner: ScannerPort
  readonly list?: ListPort
  readonly header?: HeaderPort
  readonly tabs?: TabsPort
  readonly grower?: GrowerPort
  readonly document?: DocumentPort
  readonly lines?: LinesPort
  readonly trim?: TrimPort
  readonly request?: RequestPort
  readonly labels?: LabelsPort
  readonly printing?: PrintPort
  readonly log?: LogPort
  readonly outbox?: OutboxPort
  readonly devices?: DevicesPort
  readonly deviceProfile?: DeviceProfilePort
  readonly record?: RecordPort
  readonly import?: ImportPort
  readonly trace?: TracePort
  readonly dialog?: DialogPort
}

/** The ports of an open screen; missing ones are those of the screen below. */
export type ScreenPorts = Omit<CommandContext, 'shell' | 'scanner' | 'dialog'>
