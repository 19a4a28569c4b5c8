// The document types that the engine, the screens and the server share.
import type { DocumentKind, ModeId, Status } from '#core/wire/constants.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import type { Values } from './values.ts'

/** One barcode on a document. All quantities are whole plants. */
export interface Line {
  /** null until the server has saved it. */
  readonly id: string | null
  readonly barcode: string
  readonly status: Status
  /** The ordered quantity, or the one to dump or return. */
  readonly ordered: number
  /** The picked quantity; null before picking. */
  readonly picked: number | null
  /** The received quantity; null before receiving. */
  readonly received: number | null
  /** A reason code, or ''. */
  readonly reason: string
  readonly storageLocation: string
  /** The document has an earlier line of the same barcode, at another shelf. */
  readonly secondShelf?: true
  /** Plants still available in the source account; null if the server does not send it. */
  readonly available: number | null
  /** The user who last changed it; '' if unknown. */
  readonly changedBy: string
  /** The time of the last change, by the server's clock, ISO 8601; '' if unknown. */
  readonly changedAt: string
  /** The same by the device's clock, not verified; '' if unknown. */
  readonly doneAt: string
  /**
   * The unchanged fields of the response, including unknown ones: a change sends them back. Left out for a
   * new line.
   */
  readonly asRead?: Values
  /** Values of another server's line that cannot be parsed: 'Status HELD'. */
  readonly odd?: string
  readonly plant: {
    readonly variety: string
    readonly trimType: string
    readonly stockType: string
    readonly commodity: string
  }
}

/** An empty line; not saved. */
export const emptyLine: Line = {
  id: null,
  barcode: '',
  status: 'OPEN',
  ordered: 0,
  picked: null,
  received: null,
  reason: '',
  storageLocation: '',
  available: null,
  changedBy: '',
  changedAt: '',
  doneAt: '',
  plant: { variety: '', trimType: '', stockType: '', commodity: '' },
}

type ChangingField = Exclude<
  keyof Line,
  'barcode' | 'storageLocation' | 'secondShelf' | 'plant' | 'asRead' | 'odd'
>

// The fields of a line that can change. `isAnnounced`: changes by other people are announced.
const changingFieldsByName: Readonly<
  Record<ChangingField, { readonly isAnnounced: boolean; readonly of: (line: Line) => unknown }>
> = {
  id: { isAnnounced: false, of: ({ id }) => id },
  status: { isAnnounced: true, of: ({ status }) => status },
  ordered: { isAnnounced: true, of: ({ ordered }) => ordered },
  picked: { isAnnounced: true, of: ({ picked }) => picked },
  received: { isAnnounced: true, of: ({ received }) => received },
  reason: { isAnnounced: false, of: ({ reason }) => reason },
  available: { isAnnounced: false, of: ({ available }) => available },
  changedBy: { isAnnounced: false, of: ({ changedBy }) => changedBy },
  changedAt: { isAnnounced: false, of: ({ changedAt }) => changedAt },
  doneAt: { isAnnounced: false, of: ({ doneAt }) => doneAt },
}
const changingFields = Object.values(changingFieldsByName)

/** Are two versions of a line equal, in what the screens show? */
export function isSameLine(one: Line, other: Line): boolean {
  return changingFields.every(({ of }) => of(one) === of(other))
}

/** Did both versions come from the same response fields, including fields that no screen shows? */
export function hasEqualRawFields({ asRead: one }: Line, { asRead: other }: Line): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** Did another person change the line's status or a quantity? */
export function isReportedChange(before: Line, after: Line): boolean {
  return changingFields.some(({ isAnnounced, of }) => isAnnounced && of(before) !== of(after))
}

/** A header as the screens use it: texts by field name of the specification (part 2 section 3). */
export type HeaderValues = Readonly<Record<string, string>>

export interface Document {
  readonly kind: DocumentKind
  readonly mode: ModeId
  /** null until the server has saved it. */
  readonly number: string | null
  readonly status: Status
  readonly header: HeaderValues
  /** The unchanged header fields of the response, including unknown ones. */
  readonly asRead?: Values
  /** Values of another server's header that cannot be parsed: 'Status HELD'. */
  readonly odd?: string
  readonly lines: readonly Line[]
}

/** The document's version before a change and after it. */
export interface Versions {
  readonly before: number
  readonly after: number
}

/** The number of lines done with fewer plants than expected, and the number of missing plants. */
export interface Shortfall {
  readonly lines: number
  readonly plants: number
}

/** The totals of a document in a list: lines, lines done, and plants (null: hidden or unknown). */
export interface DocumentTotals {
  readonly lines: number
  readonly done: number
  readonly plants: number | null
  readonly short: Shortfall
}

/** A row of a list: a document without its lines. */
export interface DocumentSummary extends Omit<Document, 'lines'> {
  /** Left out if the server does not send them. */
  readonly figures?: DocumentTotals
}

/**
 * The acting person: their security keys, and whether they are read-only (docs/decisions.md: read-only
 * users).
 */
export interface Actor {
  readonly keys: ReadonlySet<SecurityKey>
  readonly readOnly: boolean
}

/** The place of work: one location, one season (part 1 section 1). */
export interface Place {
  readonly location: string
  readonly season: { readonly id: string; readonly name: string; readonly commodity: string }
}
