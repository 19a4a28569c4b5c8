// The declaration of a document kind. Screens, commands and the server read it and name no single kind.
import type { GenericSchema, InferOutput, ObjectEntries } from 'valibot'
import type { Call } from '#core/wire/call.ts'
import type {
  DocumentKind,
  ModeId,
  ReportName,
  Status,
  StockType,
  StorageType,
} from '#core/wire/constants.ts'
import type { FoundStock } from '#core/wire/inventory.ts'
import type { LabelCode } from '#core/wire/label-codes.ts'
import type { PageStart } from '#core/wire/paging.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import type { RouteName } from '#core/wire/routes.ts'
import type { Document, DocumentSummary, HeaderValues, Line, Place, Versions } from './document.ts'
import type { Effects } from './effects.ts'
import type { Access, Rules } from './engine.ts'
import type { Checks } from './findings.ts'
import type { HeaderFields, HeaderForm } from './header.ts'
import type { LineFields } from './line-fields.ts'
import type { StageId, VerbEndingIn } from './verbs.ts'

// ---- screens

// The effect of a scan on a screen of the kind (docs/scanning.md, Route).
type ScanMeaning = 'openDocument' | 'addLine' | 'actOnLine'

/** The action on a screen's lines. */
export interface LineAction<LineSteps extends string = string> {
  /** The line step of the action. */
  readonly step: LineSteps
  /** The quantity proposed for a line; null if none. */
  readonly proposedQuantity: (line: Line) => number | null
  /** The plants that the line should have; 0 or left out if unknown. */
  readonly expectedQuantity?: (line: Line) => number
  /** Is the line already done? A repeated scan then only focuses it. */
  readonly done: (line: Line) => boolean
  /** A changed quantity must be confirmed (part 2 section 5). */
  readonly confirmsChange: boolean
  /**
   * The line step that runs directly afterwards, if the person is allowed to take it and the quantity is
   * not 0 (part 1 section 4, 'Dump').
   */
  readonly nextStep?: LineSteps
  /**
   * After the server refuses a line: `reset` shows the stored quantity again (part 1 section 4, 'Dump'),
   * `remove` removes a new line (part 2 section 7.1, issuance). Left out: the input stays for a retry.
   */
  readonly afterRefusal?: 'reset' | 'remove'
}

/** A pending decision: number of lines, location, and adjustment request number ('' if unknown). */
export interface OpenDecision {
  readonly lines: number
  readonly location: string
  readonly request: string
}

/** One screen of a kind: the behaviour of its lines, buttons and scans. */
export interface Stage<DocumentSteps extends string = string, LineSteps extends string = string> {
  /** The verb of its lines, which names its commands. */
  readonly verb: VerbEndingIn<DocumentSteps>
  readonly lineAction: LineAction<LineSteps>
  /** This screen only adds lines; the other stages work on them. */
  readonly onlyAddsLines?: true
  /** Is the button that ends the document visible? Default: while its step is possible. */
  readonly showsFinal?: (document: Document) => boolean
  /** The checks before the document ends on this screen. */
  readonly checks?: Checks
  /**
   * Lines that are missing from the document. If the person ends the document without them, this step
   * writes them with 0.
   */
  readonly unlisted?: {
    readonly step: LineSteps
    readonly of: (place: Place, document: Document) => PreparedCall<readonly Line[]>
  }
  /** Lines that are sorted first because they need action. */
  readonly first?: (line: Line) => boolean
  /** The document step that cancels it. */
  readonly cancelStep?: DocumentSteps
  /** Ending the document here returns to the list. */
  readonly endsAtList?: true
  /** Header fields that this screen edits separately, and their document step. */
  readonly headerEdit?: { readonly step: DocumentSteps; readonly fields: readonly string[] }
  readonly scans: { readonly number: ScanMeaning; readonly barcode: ScanMeaning }
  /** The decision that other people must make after the document has ended; undefined if none. */
  readonly openDecision?: (document: Document) => OpenDecision | undefined
  /** The list of documents to search for a barcode that is not on this one. */
  readonly fallbackList?: ListView['id']
}

/** One list of a kind's documents. Several lists are shown as tabs. */
export interface ListView {
  /** Its name in requests and texts. */
  readonly id: string
  readonly route: RouteName
  /** The header field with the location of its documents. In lower case it is the query parameter. */
  readonly locationField: string
  /** Its statuses; empty: all. */
  readonly statuses: readonly Status[]
  /** The statuses for 'All', offered only if they differ from `statuses`; empty: all. */
  readonly all?: readonly Status[]
  /** The statuses that open the editor, and those that can be printed. */
  readonly editable: readonly Status[]
  readonly printable: readonly Status[]
  /** New documents are created here. */
  readonly creates: boolean
}

/** The statuses that a list shows: its usual ones, all of them, or one. */
export type StatusFilter = 'usual' | 'all' | Status

/** The statuses of a list as a query parameter; '' means all. */
export function statusesOf({ statuses, all = statuses }: ListView, shown: StatusFilter): string {
  return shown === 'all' ? all.join(',') : shown === 'usual' ? statuses.join(',') : shown
}

export interface Mode {
  readonly id: ModeId
  readonly storageType: StorageType
  readonly access: Access
  /** Leaving a document opens the first one. */
  readonly lists: readonly [ListView, ...ListView[]]
  readonly routes: {
    readonly edit: RouteName
    readonly detail: RouteName
    readonly receive?: RouteName
    readonly detailParameters: (document: DocumentSummary) => Readonly<Record<string, string>>
  }
  /** The screen on which a document opens at this place, from a row or a scanned number. */
  readonly opens: (document: DocumentSummary, place: Place) => Exclude<StageId, 'edit'>
  readonly form: HeaderForm
  /** The filters of Advanced Search (part 2 section 2.4). */
  readonly searchFilters: readonly ('variety' | 'trimType' | 'stockType')[]
  /** The initial stock type of searches; ALL is no filter. */
  readonly searchStockType: (header: HeaderValues) => StockType
  /**
   * The search needs a grower from the 'Select Grower' picker (part 1 section 2, 'Dump detail').
   */
  readonly picksGrower?: true
  readonly report: (header: HeaderValues) => ReportName
}

// ---- requests

export interface ListFilter extends PageStart {
  /** One of the mode's lists. */
  readonly view: ListView['id']
  readonly all: boolean
  /** Only documents in this status. */
  readonly status?: Status | undefined
  readonly limit: number
}

export interface StockFilter {
  readonly barcode?: string
  readonly variety?: string
  readonly trimType?: string
  readonly stockType?: StockType
  /** The id of the grower whose plants are searched, if the mode picks one. */
  readonly grower?: string
  /** A place of the location; left out: all. */
  readonly shelf?: string | undefined
  /** Also finds barcodes that have never been in stock. */
  readonly known?: true
  /** The page of the results; left out: all. Another server may ignore it. */
  readonly page?: PageStart & { readonly limit: number }
}

export interface Page {
  readonly documents: readonly DocumentSummary[]
  readonly total: number
  /** The start of the next page; null after the last page. */
  readonly next: PageStart | null
}

/** A change to send to the server; `doneAt` is the time of the change, ISO 8601. */
export type Change = { readonly doneAt?: string | undefined } & ChangeOf

type ChangeOf =
  | {
      readonly type: 'header'
      readonly values: HeaderValues
      readonly document: Document | null
      /** The header as the person saw it before the edit. */
      readonly seen?: HeaderValues
    }
  | {
      readonly type: 'line'
      readonly step: string
      readonly document: Document
      readonly line: Line
      readonly quantity: number
    }
  /** One step for several lines, each with its quantity. */
  | {
      readonly type: 'lines'
      readonly step: string
      readonly document: Document
      readonly lines: readonly { readonly line: Line; readonly quantity: number }[]
    }
  | { readonly type: 'document'; readonly step: string; readonly document: Document }

/** The evaluated response to a change. */
export interface Saved {
  readonly ok: boolean
  readonly number: string | null
  /**
   * The server's refusal, or a non-standard success message ('' for a standard one). `rawMessage` is
   * the unchanged one.
   */
  readonly message: string
  readonly rawMessage: string
  readonly lines: readonly {
    readonly barcode: string
    readonly id: string | null
    /** The line's new status, if the response has it. */
    readonly status?: Status
    readonly ok: boolean
    readonly message: string
  }[]
  /** Left out: a new document, or the server has no versions. */
  readonly versions?: Versions
}

/** The response to a save, independent of the kind's field names. */
export interface Reply {
  readonly message: string
  readonly number: string | null
  readonly lines: readonly {
    readonly barcode: string
    readonly id: string | null
    readonly status?: Status
    readonly message: string
  }[]
}

// Evaluates the response to a save.
type Judge = (reply: Reply, change: Change) => Saved

export interface Wire {
  readonly list: (place: Place, mode: ModeId, filter: ListFilter) => PreparedCall<Page>
  /** null if there is no such document. */
  readonly detail: (place: Place, mode: ModeId, number: string) => PreparedCall<Document | null>
  readonly save: (place: Place, mode: ModeId, change: Change) => PreparedCall<Saved>
  readonly deleteLine: (
    mode: ModeId,
    document: Document,
    line: Line,
    doneAt?: string,
  ) => PreparedCall<Pick<Saved, 'ok' | 'message' | 'versions'> & { readonly unclear?: string }>
  readonly searchStock: (
    place: Place,
    mode: ModeId,
    header: HeaderValues,
    filter: StockFilter,
  ) => PreparedCall<FoundStock>
}

// ---- calls

/** The names of a kind's header, lines and number in requests and responses. */
export interface WireNames {
  readonly header: string
  /** The lines in a response, and in a request body (`sent`). */
  readonly lines: string
  readonly sent: string
  /** The lines in the response to a save. */
  readonly replied: string
  readonly number: string
  /** The query parameter with the person's location, in a request for one document. */
  readonly at: string
  /** New lines include the fields of their stock record, as the specification requires. */
  readonly ofStock?: true
}

/** The names for a kind whose lines have one name everywhere. */
export function sameLines<const Name extends string>(name: Name) {
  return { lines: name, sent: name, replied: name }
}

/** The parsed types of a kind's schemas, by name. */
export type TypeOf<Schemas extends Readonly<Record<string, GenericSchema>>> = {
  readonly [Name in keyof Schemas]: InferOutput<Schemas[Name]>
}

/** The calls of a kind: list, one document, save, delete a line. */
export interface DocumentCalls {
  readonly list: Call
  readonly detail: Call
  readonly save: Call
  readonly deleteLine: Call
}

/** The paths and query parameters of a kind's calls. */
export interface CallSettings {
  /** The paths of list and save, of one document, and of deleting a line. */
  readonly paths: readonly [string, string, string]
  /** The list's query besides season, statuses and page. */
  readonly list: ObjectEntries
  /** List parameters that only this server has. */
  readonly ownListParameters?: readonly string[]
  /** Body fields that another server gets only if its own records have them. */
  readonly ifRead?: readonly string[]
  /** The query of one document besides season and location. */
  readonly detail?: ObjectEntries
  /** The query of deleting a line, besides its path. */
  readonly remove?: ObjectEntries
}

/** The declared part of a kind; `kindOf` (derive/wire.ts) derives the rest. */
export interface DeclaredKind<DocumentSteps extends string = string, LineSteps extends string = string>
  extends Rules<DocumentSteps, LineSteps> {
  readonly kind: DocumentKind
  readonly numberLabel: LabelCode
  /** Header and line fields, each declared once (`fields.ts`). */
  readonly header: HeaderFields
  readonly line: LineFields
  readonly names: WireNames
  readonly calls: DocumentCalls
  readonly modes: Partial<Readonly<Record<ModeId, Mode>>> & { readonly inventory: Mode }
  /** The kind's screens. */
  readonly stages: Readonly<Record<Exclude<StageId, 'receive'>, Stage<DocumentSteps, LineSteps>>> & {
    readonly receive?: Stage<DocumentSteps, LineSteps>
  }
  /** The server's messages: for a line's status, a deleted line, and a saved document. */
  readonly replies: {
    readonly lines: Partial<Readonly<Record<Status, string>>>
    readonly deleted: string
    readonly saved: string
  }
  readonly judge: Judge
  /** A barcode may have one line for each shelf. Left out: one line (part 2 section 5, of a transfer). */
  readonly severalShelves?: true
  readonly searchStock: Wire['searchStock']
  /** The sentence about a line's quantities, as code and facts; undefined before it has any. */
  readonly tells?: (
    line: Line,
    document: Document,
  ) => { readonly code: string; readonly facts: Readonly<Record<string, number>> } | undefined
  /** Is the plant total hidden? A blind count must not influence the second person. */
  readonly hidesPlants?: (document: Pick<Document, 'status' | 'header'>) => boolean
  /** Is this line's quantity hidden, so that the person cannot have seen it? */
  readonly hidesQuantity?: (line: Line, document: Document) => boolean
  /** The ledger effects of its steps (`effects.ts`). */
  readonly effects: Effects<DocumentSteps, LineSteps>
  /** Header rules beyond those of single fields; `document` is null for a new one. */
  readonly checkHeader?: (
    values: HeaderValues,
    mode: ModeId,
    document: Document | null,
  ) => InvalidField | true
}

// An invalid header: a field with a wrong value, or a document whose state no longer allows it.
type InvalidField =
  | { readonly type: 'field'; readonly name: string; readonly expected: string }
  | { readonly type: 'state' }

export interface Kind<DocumentSteps extends string = string, LineSteps extends string = string>
  extends DeclaredKind<DocumentSteps, LineSteps> {
  readonly wire: Wire
}
