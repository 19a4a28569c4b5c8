// What commands can reach: ports that the app and its screens fill in. A port that is not there is a screen that is
// not open, and commands say so instead of failing.
import type { DialogAnswer } from '#contract/command-ids.ts'
import type { DocumentKind } from '#contract/constants.ts'
import type { Verdict } from '#contract/refusals.ts'
import type { RouteName } from '#contract/routes.ts'
import type { StageId, Verb } from '#kinds/verbs.ts'
import type { Cause, MaybePromise, RunOutcome } from './command.ts'

/** The app around the screens. */
export interface ShellPort {
  readonly go: (
    route: RouteName,
    parameters?: Readonly<Record<string, string>>,
    /** What stands after the question mark. */
    query?: Readonly<Record<string, string>>,
  ) => void
  readonly back: () => void
  readonly mayVisit: (route: RouteName) => Verdict
  /** Looks a document number up in every list that the person may open; one hit opens it, several open the palette. */
  readonly openDocument: (number: string) => MaybePromise<RunOutcome>
  readonly openPalette: (text?: string) => void
  readonly showHelp: () => void
  /** Opens why what was refused last, or what has the focus, may not be done. */
  readonly explain: () => RunOutcome
  /** Work that was left half-finished, for the person to choose from. */
  readonly mayShowParked: () => Verdict
  readonly showParked: () => RunOutcome
  readonly switchTheme: () => RunOutcome
  /** Offers the sheet of command barcodes to a printer. */
  readonly printCommandSheet: () => MaybePromise<RunOutcome>
  readonly mayPrintCommandSheet: () => Verdict
  /** Reads what is on the screen again. */
  readonly readAgain: () => RunOutcome
  readonly reloadMasterData: () => MaybePromise<RunOutcome>
  /** Loads the master data that is missing; undefined while all of it is there. */
  readonly loadMissingData?: () => MaybePromise<RunOutcome>
  /** Loads the app anew in its newest release; undefined while this is the newest. */
  readonly loadNewRelease?: () => MaybePromise<RunOutcome>
  readonly signOut: () => void
  /** undefined while the sign-in is good. */
  readonly signInAgain?: () => MaybePromise<RunOutcome>
}

/** What can be set of this workstation by one command each. */
export type WorkstationSwitch = 'sound' | 'louder' | 'quieter' | 'vibration' | 'hold'

/** The scan engine. Quantities are whole plants. */
export interface ScannerPort {
  readonly setQuantity: (quantity: number | string) => RunOutcome
  readonly mayClear: () => Verdict
  /** Away with the first of these: the held error, what is typed of a quantity, the news that is shown. */
  readonly clear: () => RunOutcome
  /** OK to the error that is shown; nothing at all where none waits for it. */
  readonly acknowledge: () => RunOutcome
  readonly mayAcknowledge: () => Verdict
  /** A scan is under way: what it will change is not known yet. */
  readonly isBusy: () => boolean
  /** The barcode that the screen has made of a torn one and asks about; undefined: there is no such question. */
  readonly offered: () => string | undefined
  /** Yes to that question: the barcode is scanned. */
  readonly takeOffered: () => RunOutcome
  /** A scan that still waits can be taken back before it has run. */
  readonly mayTakeBack: () => Verdict
  readonly takeBack: () => RunOutcome
  /** One digit more of the quantity for the next barcode. */
  readonly typeDigit: (digit: string) => RunOutcome
  readonly setting: (which: WorkstationSwitch) => RunOutcome
}

/** A list of documents, or of entries of master data. */
export interface ListPort {
  readonly kind: DocumentKind | 'record'
  readonly mayCreate: () => Verdict
  readonly create: () => MaybePromise<RunOutcome>
  readonly search: (number?: string) => MaybePromise<RunOutcome>
  readonly mayShowAll: () => Verdict
  readonly showAll: () => MaybePromise<RunOutcome>
  readonly move: (by: 1 | -1) => void
}

/** Screens side by side, one of which is open. */
export interface TabsPort {
  readonly next: () => MaybePromise<RunOutcome>
}

/** Whose plants are looked for. */
export interface GrowerPort {
  /** Takes a grower by its id; without one it leads to the picker. */
  readonly choose: (grower?: string) => MaybePromise<RunOutcome>
}

/** A header form that is open for editing. */
export interface HeaderPort {
  readonly maySave: () => Verdict
  readonly save: (cause: Cause) => MaybePromise<RunOutcome>
  readonly cancel: () => MaybePromise<RunOutcome>
}

/** Reason codes of a document's lines. */
export interface ReasonsPort {
  readonly may: () => Verdict
  /** Keeps a reason for the next scans, by its code, its number or its first letters. */
  readonly keep: (reason: string) => MaybePromise<RunOutcome>
  readonly isKept: () => boolean
  readonly end: () => MaybePromise<RunOutcome>
  /** Asks for another reason of a line, by its barcode or the one in focus. */
  readonly mayChange: (barcode?: string) => Verdict
  readonly change: (barcode?: string) => MaybePromise<RunOutcome>
}

/**
 * A document under work: its editor, its detail, or its other end (client/documents/session). What a screen does not have, its commands
 * are not asked for there. Quantities are whole plants.
 */
export interface DocumentPort {
  readonly kind: DocumentKind
  readonly stage: StageId
  readonly verb: Verb
  readonly number: string
  /** Judged by the rules of the kind: may this document step be taken now? */
  readonly may: (step: string) => Verdict
  /** A step that ends the document well lists first what is left, where anything is. */
  readonly take: (step: string, cause: Cause) => MaybePromise<RunOutcome>
  /** Lists what keeps its end from being taken, which is taken once all is settled; undefined: it is nothing that can be settled. */
  readonly settle: (step: string, cause: Cause) => Promise<RunOutcome> | undefined
  readonly mayListLeft: () => Verdict
  /** Lists what is left before the document can end, at any time. */
  readonly listLeft: (cause: Cause) => MaybePromise<RunOutcome>
  /** The barcode of the line in focus. */
  readonly currentBarcode: () => string | undefined
  readonly mayActOnLine: (barcode?: string) => Verdict
  /** The stage's line action, on a barcode or on the line in focus. */
  readonly actOnLine: (
    barcode: string | undefined,
    quantity: number | undefined,
    cause: Cause,
  ) => MaybePromise<RunOutcome>
  readonly mayAddLine: () => Verdict
  /** Looks a barcode up and puts it on the list; with a quantity it is ordered at once. */
  readonly addLine: (barcode: string, quantity: number | undefined, cause: Cause) => MaybePromise<RunOutcome>
  readonly mayDeleteLine: (barcode?: string) => Verdict
  readonly deleteLine: (barcode: string | undefined, cause: Cause) => MaybePromise<RunOutcome>
  readonly openSearch: () => void
  readonly mayEditHeader: () => Verdict
  readonly editHeader: () => void
  readonly mayUndo: () => Verdict
  readonly undo: (cause: Cause) => MaybePromise<RunOutcome>
  readonly mayUpdateHeader: () => Verdict
  /** Saves what can be changed of the header on this screen, or leads to its field. */
  readonly updateHeader: (cause: Cause) => MaybePromise<RunOutcome>
  /** The facts of the document, and of its line with the barcode, that explain a refusal: by their names in the catalogue. */
  readonly describe: (barcode?: string) => Readonly<Record<string, string | number>>
  /** What is done with the lines on the kind's other screen, which is the detail to the editor; undefined where there is none. */
  readonly otherVerb: Verb | undefined
  readonly maySwitchStage: () => Verdict
  readonly switchStage: () => void
  /** Do its lines need reasons? */
  readonly needsReasons: boolean
  readonly reasons: ReasonsPort
}

/** The screen that corrects stock. Quantities are whole plants. */
export interface TrimPort {
  /** Looks a barcode up; without one it leads to the field for it. */
  readonly find: (
    barcode: string | undefined,
    quantity: number | undefined,
    cause: Cause,
  ) => MaybePromise<RunOutcome>
  /** The barcode in focus. */
  readonly currentBarcode: () => string | undefined
  /** On a barcode that was found, or on the one in focus. */
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

/** An adjustment request under review. */
export interface RequestPort {
  readonly number: string
  readonly currentBarcode: () => string | undefined
  readonly may: (step: 'accept' | 'reject', barcode?: string) => Verdict
  /** Decides a line, by its barcode or the one in focus. */
  readonly decide: (
    step: 'accept' | 'reject',
    barcode: string | undefined,
    cause: Cause,
  ) => MaybePromise<RunOutcome>
  readonly choose: (barcode: string) => MaybePromise<RunOutcome>
  readonly move: (by: 1 | -1) => void
}

/** What can be printed of the open screen: a document's report, a row of a list, labels. */
export interface PrintPort {
  /** `number` names a document of a list; without it the row in focus is meant, or the screen itself. */
  readonly may: (number?: string) => Verdict
  readonly print: (number?: string) => MaybePromise<RunOutcome>
}

/** The screen that prints labels. Quantities are whole labels. */
export interface LabelsPort {
  /** Whose labels; without a barcode it leads to the field for it. */
  readonly choose: (barcode: string | undefined, quantity: number | undefined) => MaybePromise<RunOutcome>
  readonly mayAddServer: () => Verdict
}

/** The log of scans. */
export interface LogPort {
  readonly mayTryAgain: () => Verdict
  /** Leads to where the scan was made and makes it there once more. */
  readonly tryAgain: () => RunOutcome
  /** Only what came to nothing, or everything again. */
  readonly showFailures: () => RunOutcome
  readonly mayExport: () => Verdict
  readonly export: () => RunOutcome
  readonly move: (by: 1 | -1) => void
}

/** The screen of what is on its way. Its commands are about the row in focus, else about the first that needs a person. */
export interface OutboxPort {
  readonly mayAct: () => Verdict
  readonly sendAgain: () => RunOutcome
  readonly mayOpen: () => Verdict
  /** Leads to the document, which takes over what was refused of it. */
  readonly open: () => MaybePromise<RunOutcome>
  readonly discard: () => MaybePromise<RunOutcome>
  /** The row of this barcode is the one that commands are about from now on. */
  readonly choose: (barcode: string) => RunOutcome
  readonly mayExport: () => Verdict
  readonly export: () => RunOutcome
  readonly move: (by: 1 | -1) => void
}

/** An entry of master data that is open in its form, beside the form's own port. */
export interface RecordPort {
  readonly maySwitch: () => Verdict
  /** Switches the entry off, or on again. */
  readonly switch: (cause: Cause) => MaybePromise<RunOutcome>
  readonly mayGrant: () => Verdict
  /** Grants the keys that go together under a name. */
  readonly grant: (preset: string) => MaybePromise<RunOutcome>
}

/** The screen that brings in stock by file. */
export interface ImportPort {
  readonly choose: () => MaybePromise<RunOutcome>
  readonly mayCheck: () => Verdict
  readonly check: () => MaybePromise<RunOutcome>
  readonly mayImport: () => Verdict
  readonly import: () => MaybePromise<RunOutcome>
}

/** An open dialog: its answers by command id (`yes`, `no`, `save`, `delete`, …). */
export interface DialogPort {
  readonly answers: Partial<Readonly<Record<DialogAnswer, (cause: Cause) => MaybePromise<RunOutcome>>>>
  /** Takes a reason by its code, where the dialog asks for one. */
  readonly chooseReason?: (reason: string) => MaybePromise<RunOutcome>
  /** Takes a number that the dialog asks for: copies. */
  readonly setQuantity?: (quantity: number) => RunOutcome
  /** Takes the answer of that number, where they are numbered: 1 is the first. */
  readonly choose?: (number: number) => MaybePromise<RunOutcome>
}

/** How a scanner is attached that is no keyboard. */
export type DirectWay = 'hid' | 'serial' | 'camera'

/** The devices of this workstation. */
export interface DevicesPort {
  /** Sets the workstation to the scanner profile that the words mean, by its id or its label. */
  readonly chooseProfile: (words: string) => MaybePromise<RunOutcome>
  /** Has this browser what it takes, and is it not connected yet? */
  readonly mayConnect: (way: DirectWay) => Verdict
  /** Asks the person for the device and listens to it from then on. */
  readonly connect: (way: DirectWay) => MaybePromise<RunOutcome>
}

export interface CommandContext {
  readonly shell: ShellPort
  readonly scanner: ScannerPort
  readonly list?: ListPort
  readonly header?: HeaderPort
  readonly tabs?: TabsPort
  readonly grower?: GrowerPort
  readonly document?: DocumentPort
  readonly trim?: TrimPort
  readonly request?: RequestPort
  readonly labels?: LabelsPort
  readonly printing?: PrintPort
  readonly log?: LogPort
  readonly outbox?: OutboxPort
  readonly devices?: DevicesPort
  readonly record?: RecordPort
  readonly import?: ImportPort
  readonly dialog?: DialogPort
}

/** What a screen offers while it is open; ports that it leaves out are those of the screen below. */
export type ScreenPorts = Omit<CommandContext, 'shell' | 'scanner' | 'dialog'>
