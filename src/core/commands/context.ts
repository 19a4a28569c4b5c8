// The ports that commands use. The app and its screens provide them. A missing port means that its screen is
// not open: its commands then refuse.

import type { StageId, Verb } from '#core/kinds/verbs.ts'
import type { DialogAnswer } from '#core/wire/command-ids.ts'
import type { DocumentKind } from '#core/wire/constants.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import type { RouteName } from '#core/wire/routes.ts'
import type { Cause, MaybePromise, RunOutcome } from './command.ts'

/** The app shell: navigation, palette, help and other functions of every screen. */
export interface ShellPort {
  readonly go: (
    route: RouteName,
    parameters?: Readonly<Record<string, string>>,
    /** Parameters of the query string. */
    query?: Readonly<Record<string, string>>,
  ) => void
  readonly back: () => void
  readonly mayVisit: (route: RouteName) => Verdict
  /**
   * Searches a document number in every list that the user may open. One hit opens the document, several
   * open the palette.
   */
  readonly openDocument: (number: string) => MaybePromise<RunOutcome>
  readonly openPalette: (text?: string) => void
  readonly showHelp: () => void
  /** Explains the last refusal, or why the focused control is disabled. */
  readonly explain: () => RunOutcome
  /** Lists unfinished work to choose from. */
  readonly mayShowUnfinishedWork: () => Verdict
  readonly showUnfinishedWork: () => RunOutcome
  /** Switches to the location and season that the shown outcome offers, or back to the previous ones. */
  readonly maySwitchPlace: () => Verdict
  readonly switchPlace: () => MaybePromise<RunOutcome>
  readonly switchTheme: () => RunOutcome
  /** Prints the sheet of command barcodes. */
  readonly printCommandSheet: () => MaybePromise<RunOutcome>
  readonly mayPrintCommandSheet: () => Verdict
  /** Repeats the last print job of this user. */
  readonly printLast?: () => RunOutcome
  /** Cancels the print jobs of this page; undefined if none is running. */
  readonly cancelPrint?: () => RunOutcome
  /** Reloads the data on the screen. */
  readonly reloadData: () => RunOutcome
  readonly reloadMasterData: () => MaybePromise<RunOutcome>
  /** Loads missing master data; undefined if none is missing. */
  readonly loadMissingData?: () => MaybePromise<RunOutcome>
  /** Reloads the app in the newest release; undefined if this is the newest one. */
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
  /** Clears the first one that exists: the held error, the typed quantity, the shown message. */
  readonly clear: () => RunOutcome
  /** Acknowledges the shown error; does nothing if there is none. */
  readonly acknowledge: () => RunOutcome
  readonly mayAcknowledge: () => Verdict
  /** Is a scan running? Its effect is not known yet. */
  readonly isBusy: () => boolean
  /** The barcode proposed for a truncated scan; undefined if there is none. */
  readonly proposedBarcode: () => string | undefined
  /** Accepts the proposed barcode: scans it. */
  readonly acceptProposal: () => RunOutcome
  /** Can the last queued scan be removed before it runs? */
  readonly mayRemoveQueuedScan: () => Verdict
  readonly removeQueuedScan: () => RunOutcome
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
  /** Sorts by the next column; absent if the list is not a table. */
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
  /** Sets the reason of the next scans, by code, number or first letters. */
  readonly keep: (reason: string) => MaybePromise<RunOutcome>
  readonly isKept: () => boolean
  readonly end: () => MaybePromise<RunOutcome>
  /** Opens the choice of another reason for a line: by barcode, or the focused line. */
  readonly mayChange: (barcode?: string) => Verdict
  readonly change: (barcode: string | undefined, cause: Cause) => MaybePromise<RunOutcome>
}

/** The fixed quantity of each of the next scans of a document, in whole plants. */
export interface KeptQuantityPort {
  readonly may: () => Verdict
  readonly keep: (quantity: number) => RunOutcome
  readonly isKept: () => boolean
  readonly end: () => RunOutcome
}

/** A line to work on. `shelf` is '' if it has none; `quantity` is null if none is proposed. */
export interface NextLine {
  readonly barcode: string
  readonly shelf: string
  readonly quantity: number | null
}

/**
 * An open document: its editor, detail or receive screen (documents/client/session). The commands of a
 * screen use only the members that it supports. Quantities are whole plants.
 */
export interface DocumentPort {
  readonly kind: DocumentKind
  readonly stage: StageId
  readonly verb: Verb
  readonly number: string
  /** Do the rules of the document kind allow this step now? */
  readonly may: (step: string) => Verdict
  /** Runs the step. A step that ends the document first lists open points, if there are any. */
  readonly takeStep: (step: string, cause: Cause) => MaybePromise<RunOutcome>
  /** Lists what blocks the step, and runs it once all is resolved; undefined if that is not possible here. */
  readonly resolveBlockers: (step: string, cause: Cause) => Promise<RunOutcome> | undefined
  readonly mayListOpenPoints: () => Verdict
  /** Lists the open points that must be resolved before the document can end. Possible at any time. */
  readonly listOpenPoints: (cause: Cause) => MaybePromise<RunOutcome>
  readonly mayTakeOwnership: () => Verdict
  /** Makes this user the owner of the document. */
  readonly takeOwnership: (cause: Cause) => MaybePromise<RunOutcome>
  /** The barcodes of its lines, in order. */
  readonly barcodes: () => readonly string[]
  /** The barcode of the focused line. */
  readonly currentBarcode: () => string | undefined
  readonly mayActOnLine: (barcode?: string) => Verdict
  /** Runs the line action of the stage on a barcode, or on the focused line. */
  readonly actOnLine: (
    barcode: string | undefined,
    quantity: number | undefined,
    cause: Cause,
  ) => MaybePromise<RunOutcome>
  readonly mayAddLine: () => Verdict
  /** Searches a barcode and adds it to the list. With a quantity, the line is ordered immediately. */
  readonly addLine: (barcode: string, quantity: number | undefined, cause: Cause) => MaybePromise<RunOutcome>
  readonly mayDeleteLine: (barcode?: string) => Verdict
  readonly deleteLine: (barcode: string | undefined, cause: Cause) => MaybePromise<RunOutcome>
  readonly mayPickRemainder: (barcode?: string) => Verdict
  /** Picks the missing plants of a line from another shelf of its barcode, as a new line. */
  readonly pickRemainder: (barcode: string | undefined, cause: Cause) => MaybePromise<RunOutcome>
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
   * Facts of the document and of the barcode's line that explain a refusal, by their names in the text
   * catalogue.
   */
  readonly describe: (barcode?: string) => Readonly<Record<string, string | number>>
  /** The next line to work on, in screen order; undefined if there is none, or if lines are only added. */
  readonly nextLine: () => NextLine | undefined
  /** The verb of the document's other screen (of the detail for the editor); undefined if there is none. */
  readonly otherVerb: Verb | undefined
  readonly maySwitchStage: () => Verdict
  readonly switchStage: () => void
  /** Do lines have reasons on this screen? */
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
  /** For a barcode that was found, or the focused one. */
  readonly mayAdjust: (barcode?: string) => Verdict
  readonly adjust: (
    barcode: string | undefined,
    quantity: number | undefined,
    cause: Cause,
  ) => MaybePromise<RunOutcome>
  readonly mayReview: (number?: string) => Verdict
  /** Opens an adjustment request of the location; without a number, the first one. */
  readonly review: (number?: string) => MaybePromise<RunOutcome>
}

/** An open adjustment request. */
export interface RequestPort {
  readonly number: string
  readonly currentBarcode: () => string | undefined
  readonly may: (step: 'accept' | 'reject', barcode?: string) => Verdict
  /** Accepts or rejects a line: by barcode, or the focused line. */
  readonly decide: (
    step: 'accept' | 'reject',
    barcode: string | undefined,
    cause: Cause,
  ) => MaybePromise<RunOutcome>
  readonly choose: (barcode: string) => MaybePromise<RunOutcome>
  readonly move: (by: 1 | -1) => void
}

/** Prints from the open screen: a document's report, a list row, or labels. */
export interface PrintPort {
  /** `number` is a document of the list; default: the focused row, or the open document. */
  readonly may: (number?: string) => Verdict
  readonly print: (number?: string) => MaybePromise<RunOutcome>
}

/** The label screen. Quantities are whole labels. */
export interface LabelsPort {
  /** Chooses the barcode; without one, focuses the field. */
  readonly choose: (barcode: string | undefined, quantity: number | undefined) => MaybePromise<RunOutcome>
  readonly mayAddServer: () => Verdict
  readonly maySwitchPassport: () => Verdict
  /** Toggles between labels and plant passports. */
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

/** The outbox screen. Its commands apply to the focused row, or else to the first refused or held one. */
export interface OutboxPort {
  readonly mayAct: () => Verdict
  readonly sendAgain: () => MaybePromise<RunOutcome>
  readonly mayOpen: () => Verdict
  /** Opens the document, which then shows the refused change. */
  readonly open: () => MaybePromise<RunOutcome>
  readonly discard: () => MaybePromise<RunOutcome>
  /** Focuses the row of this barcode. */
  readonly choose: (barcode: string) => RunOutcome
  readonly mayExport: () => Verdict
  readonly export: () => RunOutcome
  readonly move: (by: 1 | -1) => void
}

/** A master data record that is open in its form. The form has a port of its own. */
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
  /** Stops the running import. Its report shows whether stock was changed. */
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
  /** Sets the reason code; absent if the dialog needs none. */
  readonly chooseReason?: (reason: string) => MaybePromise<RunOutcome>
  /** Sets the number that the dialog needs, such as copies. */
  readonly setQuantity?: (quantity: number) => RunOutcome
  /** Chooses a numbered answer; 1 is the first. Absent if answers have no numbers. */
  readonly choose?: (number: number) => MaybePromise<RunOutcome>
}

/** How a scanner connects that does not act as a keyboard. */
export type ScannerConnection = 'hid' | 'serial' | 'camera'

/** The devices of this workstation. */
export interface DevicesPort {
  /** Sets the workstation's scanner profile, by id or label. */
  readonly chooseProfile: (words: string) => MaybePromise<RunOutcome>
  /** Does the browser support the connection, and is it not open yet? */
  readonly mayConnect: (way: ScannerConnection) => Verdict
  /** Lets the user choose the device, and connects it. */
  readonly connect: (way: ScannerConnection) => MaybePromise<RunOutcome>
}

/** The scanner profile that the server stores for this device's name. */
export interface DeviceProfilePort {
  /** Is a profile stored for the name? */
  readonly mayTake: () => Verdict
  /** Uses the stored profile on this device. */
  readonly take: () => MaybePromise<RunOutcome>
  /** May this user share the profile of this device with all devices of the same name? */
  readonly mayShare: () => Verdict
  /** Stores the profile of this device on the server, for the device's name. */
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

/** The ports of an open screen. Missing ones come from the screen below. */
export type ScreenPorts = Omit<CommandContext, 'shell' | 'scanner' | 'dialog'>
