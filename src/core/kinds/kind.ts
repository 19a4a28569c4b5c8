// The declaration of a document kind: screens, commands and the server read it, and none knows a kind by
// name.
import type { GenericSchema, InferOutput, ObjectEntries } from 'valibot'
import type { Ask } from '#core/wire/ask-of.ts'
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
import type { GrowerEntity } from '#core/wire/master-data.ts'
import type { PageStart } from '#core/wire/paging.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import type { RouteName } from '#core/wire/routes.ts'
import type { Actor, Document, DocumentSummary, HeaderValues, Line, Place, Versions } from './document.ts'
import type { Effects } from './effects.ts'
import type { Access, Rules } from './engine.ts'
import type { Checks } from './findings.ts'
import type { HeaderFields } from './header-fields.ts'
import type { Judge } from './judge.ts'
import type { LineFields } from './line-fields.ts'
import type { StageId, VerbEndingIn } from './verbs.ts'

// ---- header form

export interface Choice {
  readonly value: string
  readonly label: LabelCode
}

/**
 * The entities that a header can refer to. `returningGrower`: any grower of the season's commodity;
 * `storingGrower`: a grower with grower storage at the location; `reason`: a reason code for corrections.
 */
export type EntityKind = 'grower' | 'returningGrower' | 'storingGrower' | 'nursery' | 'location' | 'reason'

/** How a header field is edited; lengths are characters. */
export type Control =
  /** `as`: a location, or values with their own texts. */
  | { readonly type: 'shown'; readonly as?: 'location' | readonly Choice[] }
  | {
      readonly type: 'choice'
      readonly choices: readonly Choice[]
      /** The choices for this person; left out: all. */
      readonly offers?: (actor: Actor, value: string) => boolean
    }
  | { readonly type: 'text'; readonly most: number }
  | { readonly type: 'lines'; readonly most: number }
  /** A place of the location with past or present stock: typed or scanned. */
  | { readonly type: 'shelf'; readonly most: number }
  /** `picked`: only from a calendar, not typed (part 1 section 2, 'Dump header form'). */
  | { readonly type: 'date'; readonly notBefore?: string; readonly picked?: true }
  /** In degrees Celsius. */
  | { readonly type: 'temperature'; readonly most: number }
  | {
      readonly type: 'entity'
      readonly of: (values: HeaderValues) => EntityKind | undefined
      /** Excluded from the choices: plants are not sent to where they are. */
      readonly except?: (values: HeaderValues) => string | undefined
    }

export interface Field {
  readonly name: string
  readonly label: LabelCode
  readonly control: Control
  readonly required?: boolean
  /** Not editable with these values; `existing`: the document has a number. */
  readonly locked?: (values: HeaderValues, existing: boolean) => boolean
  /** Hidden with these values. */
  readonly hidden?: (values: HeaderValues, existing: boolean) => boolean
}

export interface HeaderForm {
  readonly fields: readonly Field[]
  /** The values of a new header; `today` is the location's date, YYYY-MM-DD. */
  readonly start: (place: Place, actor: Actor, today: string) => HeaderValues
  /** `true` if it can be saved, else the first missing value. */
  readonly check: (values: HeaderValues) => Verdict
  /** A destination that needs confirmation: the pickup mismatch of part 2 section 2.3. */
  readonly needsConfirmation?: (
    values: HeaderValues,
    chosen: GrowerEntity | undefined,
    place: Place,
  ) => boolean
}

// ---- screens

/** The effect of a scan on a screen of the kind (docs/scanning.md, Route). */
export type ScanMeaning = 'openDocument' | 'addLine' | 'actOnLine'

/** The action on a screen's lines. */
export interface LineAction<LineSteps extends string = string> {
  /** The line step that it takes. */
  readonly step: LineSteps
  /** The quantity that it proposes for a line; null: none. */
  readonly proposes: (line: Line) => number | null
  /** The plants that the line is to have; 0, or left out: nobody has told. */
  readonly expects?: (line: Line) => number
  /** Is the line already done? A repeated scan then only focuses it. */
  readonly done: (line: Line) => boolean
  /** A changed quantity must be confirmed (part 2 section 5). */
  readonly confirmsChange: boolean
  /**
   * The line step that follows at once, if the person may take it and the quantity is not 0 (part 1 section
   * 4, 'Dump').
   */
  readonly follows?: LineSteps
  /**
   * After the server refuses a line: `reset` shows the stored quantity again (part 1 section 4, 'Dump'),
   * `remove` removes a new line (part 2 section 7.1, issuance). Left out: the input stays for another try.
   */
  readonly afterRefusal?: 'reset' | 'remove'
}

/** The number of lines left to decide, where, and the adjustment request's number; '' if unknown. */
export interface OpenDecision {
  readonly lines: number
  readonly location: string
  readonly request: string
}

/** One screen of a kind: what its lines, buttons and scans do. */
export interface Stage<DocumentSteps extends string = string, LineSteps extends string = string> {
  /** The verb of its lines, which names its commands. */
  readonly verb: VerbEndingIn<DocumentSteps>
  readonly lineAction: LineAction<LineSteps>
  /** Lines are only added here; the other stages work on them. */
  readonly prepares?: true
  /** Is the button shown that ends the document? Default: while its step is possible. */
  readonly showsFinal?: (document: Document) => boolean
  /** What is checked before the document ends here. */
  readonly checks?: Checks
  /**
   * Lines that are missing from the document: this step writes them with 0, if the person agrees to end
   * without them.
   */
  readonly unlisted?: {
    readonly step: LineSteps
    readonly of: (place: Place, document: Document) => Ask<readonly Line[]>
  }
  /** Lines that are sorted first because they need action. */
  readonly first?: (line: Line) => boolean
  /** The document step that cancels it. */
  readonly cancelStep?: DocumentSteps
  /** Ending the document here returns to the list. */
  readonly endsAtList?: true
  /** Header fields that can be edited separately here, and their document step. */
  readonly headerEdit?: { readonly step: DocumentSteps; readonly fields: readonly string[] }
  readonly scans: { readonly number: ScanMeaning; readonly barcode: ScanMeaning }
  /** What others must decide after the document has ended here; undefined: nothing. */
  readonly openDecision?: (document: Document) => OpenDecision | undefined
  /** The list to search for a barcode that is not on this document. */
  readonly others?: ListView['id']
}

/** One list of a kind's documents; several are tabs. */
export interface ListView {
  /** Its name in asks and texts. */
  readonly id: string
  readonly route: RouteName
  /** The header field with the location of its documents; in lower case, the query parameter. */
  readonly at: string
  /** Its statuses; empty: all. */
  readonly statuses: readonly Status[]
  /** Its statuses with 'All', which is offered only if they differ; empty: all. */
  readonly all?: readonly Status[]
  /** The statuses whose rows open the editor, and those that can be printed. */
  readonly editable: readonly Status[]
  readonly printable: readonly Status[]
  /** New documents are created here. */
  readonly creates: boolean
}

/** What a list shows: its usual statuses, all of them, or one. */
export type Shown = 'usual' | 'all' | Status

/** The statuses of a list, as calls expect them; '' means all. */
export function statusesOf({ statuses, all = statuses }: ListView, shown: Shown): string {
  return shown === 'all' ? all.join(',') : shown === 'usual' ? statuses.join(',') : shown
}

export interface Mode {
  readonly id: ModeId
  readonly storageType: StorageType
  readonly access: Access
  /** A document returns to the first one. */
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
   * The grower is chosen beside the search: the required 'Select Grower' picker (part 1 section 2, 'Dump
   * detail').
   */
  readonly picksGrower?: true
  readonly report: (header: HeaderValues) => ReportName
}

// ---- wire

export interface ListFilter extends PageStart {
  /** One of the mode's lists. */
  readonly view: ListView['id']
  readonly all: boolean
  /** Only this one. */
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
  /** Also finds a barcode that has never been in stock. */
  readonly known?: true
  /** The page of the results; left out: all. Another server may ignore it. */
  readonly page?: PageStart & { readonly limit: number }
}

export interface Page {
  readonly documents: readonly DocumentSummary[]
  readonly total: number
  /** Where the next page begins; null: this is the last. */
  readonly next: PageStart | null
}

/** A change to send to the server; `doneAt`: when it was done, ISO 8601. */
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
  /** The same step for several lines, each with its quantity. */
  | {
      readonly type: 'lines'
      readonly step: string
      readonly document: Document
      readonly lines: readonly { readonly line: Line; readonly quantity: number }[]
    }
  | { readonly type: 'document'; readonly step: string; readonly document: Document }

/** The judged reply to a change. */
export interface Saved {
  readonly ok: boolean
  readonly number: string | null
  /**
   * The server's message if it refused; otherwise its own word about the success, '' if none; `said` is it as
   * it came.
   */
  readonly message: string
  readonly said: string
  readonly lines: readonly {
    readonly barcode: string
    readonly id: string | null
    /** The line's new status, if the server says so. */
    readonly status?: Status
    readonly ok: boolean
    readonly message: string
  }[]
  /** Left out: a new document, or the server has no versions. */
  readonly versions?: Versions
}

export interface Wire {
  readonly list: (place: Place, mode: ModeId, filter: ListFilter) => Ask<Page>
  /** null if there is no such document. */
  readonly detail: (place: Place, mode: ModeId, number: string) => Ask<Document | null>
  readonly save: (place: Place, mode: ModeId, change: Change) => Ask<Saved>
  readonly deleteLine: (
    mode: ModeId,
    document: Document,
    line: Line,
    doneAt?: string,
  ) => Ask<Pick<Saved, 'ok' | 'message' | 'versions'> & { readonly unclear?: string }>
  readonly searchStock: (
    place: Place,
    mode: ModeId,
    header: HeaderValues,
    filter: StockFilter,
  ) => Ask<FoundStock>
}

// ---- calls

/** The wire names of a kind's header, lines and number. */
export interface WireNames {
  readonly header: string
  /** The lines of an answer, and those of a body. */
  readonly lines: string
  readonly sent: string
  /** The lines of a save's reply. */
  readonly replied: string
  readonly number: string
  /** The query parameter with the asking location, for one document. */
  readonly at: string
  /** New lines have the facts of their stock record: the specification's lines do. */
  readonly ofStock?: true
}

/** Names for a kind whose lines have the same name everywhere. */
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

/** The paths and queries of a kind's calls. */
export interface CallPlaces {
  /** Of list and save, of one document, of deleting a line. */
  readonly paths: readonly [string, string, string]
  /** The list's query besides season, statuses and page. */
  readonly list: ObjectEntries
  /** Parameters of the list that the specification lacks, and fields of a body. */
  readonly listOurs?: readonly string[]
  readonly ifRead?: readonly string[]
  /** The query of one document besides season and location. */
  readonly detail?: ObjectEntries
  /** The query of deleting a line, besides its path. */
  readonly remove?: ObjectEntries
}

/** What a kind declares; `kindOf` (derive/wire.ts) derives the rest. */
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
  /** A line's quantities in the kind's own words: code and facts of a sentence; undefined: none yet. */
  readonly tells?: (
    line: Line,
    document: Document,
  ) => { readonly code: string; readonly facts: Readonly<Record<string, number>> } | undefined
  /** Its plants are not told yet: a blind count must not lead the second person. */
  readonly hidesPlants?: (document: Pick<Document, 'status' | 'header'>) => boolean
  /** The quantity of this line is not told yet: nobody can have seen it. */
  readonly hidesQuantity?: (line: Line, document: Document) => boolean
  /** The signatures of a derived report. */
  readonly signers?: readonly LabelCode[]
  /** Ledger effects of its steps (`effects.ts`). */
  readonly effects: Effects<DocumentSteps, LineSteps>
  /** Header rules beyond those of single fields; `document` is null for a new one. */
  readonly checkHeader?: (
    values: HeaderValues,
    mode: ModeId,
    document: Document | null,
  ) => InvalidField | true
}

/** An invalid header: a field with a wrong value, or a document whose state no longer allows it. */
export type InvalidField =
  | { readonly type: 'field'; readonly name: string; readonly expected: string }
  | { readonly type: 'state' }

export interface Kind<DocumentSteps extends string = string, LineSteps extends string = string>
  extends DeclaredKind<DocumentSteps, LineSteps> {
  readonly wire: Wire
}
