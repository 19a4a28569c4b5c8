// What a document kind declares. Screens, commands and the server read it; none of them knows a kind by name.
import type { GenericSchema, InferOutput, ObjectEntries } from 'valibot'
import type { Ask } from '#contract/ask-of.ts'
import type { Call } from '#contract/call.ts'
import type { DocumentKind, ModeId, ReportName, Status, StockType, StorageType } from '#contract/constants.ts'
import type { FoundStock } from '#contract/inventory.ts'
import type { LabelCode } from '#contract/label-codes.ts'
import type { GrowerEntity } from '#contract/master-data.ts'
import type { Verdict } from '#contract/refusals.ts'
import type { RouteName } from '#contract/routes.ts'
import type { Actor, Document, DocumentSummary, HeaderValues, Line, Place } from './document.ts'
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
 * What a header can point at. `returningGrower` is any grower of the season's commodity, `storingGrower` one who has plants kept at
 * the location, `reason` a code of corrections.
 */
export type EntityKind = 'grower' | 'returningGrower' | 'storingGrower' | 'nursery' | 'location' | 'reason'

/** How a header field is edited; lengths are characters. */
export type Control =
  /** `as`: a location, or values that have words of their own. */
  | { readonly type: 'shown'; readonly as?: 'location' | readonly Choice[] }
  | {
      readonly type: 'choice'
      readonly choices: readonly Choice[]
      /** Those that this person is offered; left out: all. */
      readonly offers?: (actor: Actor, value: string) => boolean
    }
  | { readonly type: 'text'; readonly most: number }
  | { readonly type: 'lines'; readonly most: number }
  /** A place of the location where something stands or has stood: typed or scanned. */
  | { readonly type: 'shelf'; readonly most: number }
  /** `picked`: only from a calendar, the field itself cannot be typed into (part 1 section 2, 'Dump header form'). */
  | { readonly type: 'date'; readonly notBefore?: string; readonly picked?: true }
  /** In degrees Celsius. */
  | { readonly type: 'temperature'; readonly most: number }
  | {
      readonly type: 'entity'
      readonly of: (values: HeaderValues) => EntityKind | undefined
      /** One that cannot be chosen: nothing is sent to where it is. */
      readonly except?: (values: HeaderValues) => string | undefined
    }

export interface Field {
  readonly name: string
  readonly label: LabelCode
  readonly control: Control
  readonly required?: boolean
  /** Not editable with these values; `existing` is true once the document has a number. */
  readonly locked?: (values: HeaderValues, existing: boolean) => boolean
  /** Not shown with these values. */
  readonly hidden?: (values: HeaderValues, existing: boolean) => boolean
}

export interface HeaderForm {
  readonly fields: readonly Field[]
  /** What a new header starts with; `today` is the location's calendar day, YYYY-MM-DD. */
  readonly start: (place: Place, actor: Actor, today: string) => HeaderValues
  /** `true` when it can be saved, else the first thing that is missing. */
  readonly check: (values: HeaderValues) => Verdict
  /** A destination that needs a word first: the pickup mismatch of part 2 section 2.3. */
  readonly needsConfirmation?: (
    values: HeaderValues,
    chosen: GrowerEntity | undefined,
    place: Place,
  ) => boolean
}

// ---- screens

/** What a scan means on a screen of the kind (docs/scanning.md, Route). */
export type ScanMeaning = 'openDocument' | 'addLine' | 'actOnLine'

/** How the lines of a screen are acted upon. */
export interface LineAction<LineSteps extends string = string> {
  /** The line step it takes. */
  readonly step: LineSteps
  /** The quantity it proposes for a line; null: one has to be given. */
  readonly proposes: (line: Line) => number | null
  /** Has the line had its turn already? A repeated scan then only points at it. */
  readonly done: (line: Line) => boolean
  /** A changed quantity is confirmed first (part 2 section 5). */
  readonly confirmsChange: boolean
  /** The line step that follows at once where the person may take it and the quantity is not 0 (part 1 section 4, 'Dump'). */
  readonly follows?: LineSteps
  /**
   * What becomes of a line that the server refuses: `reset` shows again the quantity that is stored (part 1 section 4, 'Dump'),
   * `remove` takes a new one off (part 2 section 7.1, issuance). Left out: what was entered stays, for another try.
   */
  readonly afterRefusal?: 'reset' | 'remove'
}

/** Lines that are left to decide, where that is done, and the number of the adjustment request; '' where it is not known. */
export interface OpenDecision {
  readonly lines: number
  readonly location: string
  readonly request: string
}

/** One screen of a kind: what its lines, its buttons and its scans do. */
export interface Stage<DocumentSteps extends string = string, LineSteps extends string = string> {
  /** What is done with its lines: its commands are those of the verb. */
  readonly verb: VerbEndingIn<DocumentSteps>
  readonly lineAction: LineAction<LineSteps>
  /** Is the button there that ends the document well? Left out: while its step can be reached. */
  readonly showsFinal?: (document: Document) => boolean
  /** What is looked for before the document ends here. */
  readonly checks?: Checks
  /** Lines that the document lacks for its end: written with none by this step, where the person lets it end without them. */
  readonly unlisted?: {
    readonly step: LineSteps
    readonly of: (place: Place, document: Document) => Ask<readonly Line[]>
  }
  /** Lines that stand before the others: somebody has to do something about them. */
  readonly first?: (line: Line) => boolean
  /** The document step that ends the document early. */
  readonly cancelStep?: DocumentSteps
  /** Who ends the document here is led back to the list. */
  readonly endsAtList?: true
  /** Header fields that can be changed here, on their own, and the document step that it takes. */
  readonly headerEdit?: { readonly step: DocumentSteps; readonly fields: readonly string[] }
  readonly scans: { readonly number: ScanMeaning; readonly barcode: ScanMeaning }
  /** What others have to decide once the document has ended here; undefined for nothing. */
  readonly openDecision?: (document: Document) => OpenDecision | undefined
  /** The list whose other documents a barcode may belong to that is not on this one. */
  readonly others?: ListView['id']
}

/** One list of a kind's documents: a tab where there are several. */
export interface ListView {
  /** Names it in the ask and among the texts. */
  readonly id: string
  readonly route: RouteName
  /** The header field that says at which location its documents are; in lower case, the query that asks for them. */
  readonly at: string
  /** What it shows; empty: every status. */
  readonly statuses: readonly Status[]
  /** What it shows with 'All', which is offered only where there is more to show; empty: every status. */
  readonly all?: readonly Status[]
  /** Which of its rows lead to the editor, and which can be printed. */
  readonly editable: readonly Status[]
  readonly printable: readonly Status[]
  /** New documents begin here. */
  readonly creates: boolean
}

/** The statuses that a list asks for, as the calls want them; '' is every one. */
export function statusesOf({ statuses, all = statuses }: ListView, withAll: boolean): string {
  return (withAll ? all : statuses).join(',')
}

export interface Mode {
  readonly id: ModeId
  readonly storageType: StorageType
  readonly access: Access
  /** The first one is where a document leads back to. */
  readonly lists: readonly [ListView, ...ListView[]]
  readonly routes: {
    readonly edit: RouteName
    readonly detail: RouteName
    readonly receive?: RouteName
    readonly detailParameters: (document: DocumentSummary) => Readonly<Record<string, string>>
  }
  /** The screen that a document opens on for someone at this place: a row, a scanned number. */
  readonly opens: (document: DocumentSummary, place: Place) => Exclude<StageId, 'edit'>
  readonly form: HeaderForm
  /** Which filters Advanced Search shows (part 2 section 2.4). */
  readonly searchFilters: readonly ('variety' | 'trimType' | 'stockType')[]
  /** The stock type that searches start with; ALL is no filter. */
  readonly searchStockType: (header: HeaderValues) => StockType
  /** Whose plants are looked for is chosen beside the search: the required 'Select Grower' picker (part 1 section 2, 'Dump detail'). */
  readonly picksGrower?: true
  readonly report: (header: HeaderValues) => ReportName
}

// ---- wire

export interface ListFilter {
  /** Which of the mode's lists. */
  readonly view: ListView['id']
  readonly all: boolean
  readonly offset: number
  readonly limit: number
}

export interface StockFilter {
  readonly barcode?: string
  readonly variety?: string
  readonly trimType?: string
  readonly stockType?: StockType
  /** The id of the grower whose plants are looked for, where the mode picks one. */
  readonly grower?: string
  /** A place of the location; left out, all of them. */
  readonly shelf?: string | undefined
  /** A barcode that is asked for is found also where it has never stood. */
  readonly known?: true
  /** Which of those that are found; left out, all of them. Another server may answer with all of them all the same. */
  readonly page?: { readonly offset: number; readonly limit: number }
}

export interface Page {
  readonly documents: readonly DocumentSummary[]
  readonly total: number
}

/** A change that is sent to the server. */
export type Change =
  | { readonly type: 'header'; readonly values: HeaderValues; readonly document: Document | null }
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

/** How the server judged a change. */
export interface Saved {
  readonly ok: boolean
  readonly number: string | null
  /** The server's own word where it refused; '' otherwise. */
  readonly message: string
  readonly lines: readonly {
    readonly barcode: string
    readonly id: string | null
    /** The status that the line has come to, where the server says so. */
    readonly status?: Status
    readonly ok: boolean
    readonly message: string
  }[]
}

export interface Wire {
  readonly list: (place: Place, mode: ModeId, filter: ListFilter) => Ask<Page>
  /** null when there is no such document. */
  readonly detail: (place: Place, mode: ModeId, number: string) => Ask<Document | null>
  readonly save: (place: Place, mode: ModeId, change: Change) => Ask<Saved>
  readonly deleteLine: (
    mode: ModeId,
    document: Document,
    line: Line,
  ) => Ask<{ readonly ok: boolean; readonly message: string }>
  readonly searchStock: (
    place: Place,
    mode: ModeId,
    header: HeaderValues,
    filter: StockFilter,
  ) => Ask<FoundStock>
}

// ---- calls

/** What a kind calls its header, lines and number on the wire. */
export interface WireNames {
  readonly header: string
  /** The lines of an answer, and those of a body. */
  readonly lines: string
  readonly sent: string
  /** The lines of what a save answers. */
  readonly replied: string
  readonly number: string
  /** The query of one document that says from which location it is asked for. */
  readonly at: string
}

/** Names of a kind that calls its lines the same everywhere. */
export function sameLines<const Name extends string>(name: Name) {
  return { lines: name, sent: name, replied: name }
}

/** What the schemas of a kind's calls read, by the names of the schemas. */
export type TypeOf<Schemas extends Readonly<Record<string, GenericSchema>>> = {
  readonly [Name in keyof Schemas]: InferOutput<Schemas[Name]>
}

/** The calls of a kind: its list, one document, a change of one, and a line that goes. */
export interface DocumentCalls {
  readonly list: Call
  readonly detail: Call
  readonly save: Call
  readonly deleteLine: Call
}

/** Where a kind's calls are and what they ask. */
export interface CallPlaces {
  /** Of the list and the save, of one document, of a line that goes. */
  readonly paths: readonly [string, string, string]
  /** What the list asks besides season, statuses and page. */
  readonly list: ObjectEntries
  /** What one document is asked with besides its season and the location that asks. */
  readonly detail?: ObjectEntries
  /** What names a line that goes, beside its path. */
  readonly remove?: ObjectEntries
}

// ---- the whole

/** What a kind declares: `kindOf` (derive/wire.ts) derives the rest. */
export interface DeclaredKind<DocumentSteps extends string = string, LineSteps extends string = string>
  extends Rules<DocumentSteps, LineSteps> {
  readonly kind: DocumentKind
  readonly numberLabel: LabelCode
  /** What header and lines have, each said once (`fields.ts`). */
  readonly header: HeaderFields
  readonly line: LineFields
  readonly names: WireNames
  readonly calls: DocumentCalls
  readonly modes: Partial<Readonly<Record<ModeId, Mode>>> & { readonly inventory: Mode }
  /** What is done on which screen. */
  readonly stages: Readonly<Record<Exclude<StageId, 'receive'>, Stage<DocumentSteps, LineSteps>>> & {
    readonly receive?: Stage<DocumentSteps, LineSteps>
  }
  /** What the server says: of a line that has come to a status, of one that has gone, and of a document that is saved. */
  readonly replies: {
    readonly lines: Partial<Readonly<Record<Status, string>>>
    readonly deleted: string
    readonly saved: string
  }
  readonly judge: Judge
  readonly searchStock: Wire['searchStock']
  /** A line's figures in words of the kind's own: the code of a sentence, and its facts; undefined where there are none yet. */
  readonly tells?: (
    line: Line,
    document: Document,
  ) => { readonly code: string; readonly facts: Readonly<Record<string, number>> } | undefined
  /** Who signs a report that is derived from its fields. */
  readonly signers?: readonly LabelCode[]
  /** What its steps do to the ledger (`effects.ts`). */
  readonly effects: Effects<DocumentSteps, LineSteps>
  /** What a header may not say, beyond what each of its fields may; `document` is null for a new one. */
  readonly checkHeader?: (
    values: HeaderValues,
    mode: ModeId,
    document: Document | null,
  ) => InvalidField | true
}

/** A header that does not fit: a field that should say something else, or a document that is too far on for it. */
export type InvalidField =
  | { readonly type: 'field'; readonly name: string; readonly expected: string }
  | { readonly type: 'state' }

export interface Kind<DocumentSteps extends string = string, LineSteps extends string = string>
  extends DeclaredKind<DocumentSteps, LineSteps> {
  readonly wire: Wire
}
