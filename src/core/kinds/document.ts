// The form of every document kind for the engine, the screens and the server.
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
  /** The picked quantity; null before. */
  readonly picked: number | null
  /** The received quantity; null before. */
  readonly received: number | null
  /** A reason code, or ''. */
  readonly reason: string
  readonly storageLocation: string
  /** The document has another line of the barcode, at another shelf, from before. */
  readonly secondShelf?: true
  /** Plants still available in the source account; null if the server does not say. */
  readonly available: number | null
  /** The user who last changed it; '' if unknown. */
  readonly changedBy: string
  /** When it was last changed, by the server's clock, ISO 8601; '' if unknown. */
  readonly changedAt: string
  /** The same by the device's clock: a claim; '' if unknown. */
  readonly doneAt: string
  /**
   * The fields as they were read, by their wire names, unknown ones too: a change carries them. Left out:
   * none yet.
   */
  readonly asRead?: Values
  /** What another server's line has that cannot be read: 'Status HELD'. */
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

type ChangingFact = Exclude<
  keyof Line,
  'barcode' | 'storageLocation' | 'secondShelf' | 'plant' | 'asRead' | 'odd'
>

// The facts of a line that can change; `told`: whether other people's changes of it are announced. The rest
// is the line's key and its plants.
const lineFacts: Readonly<
  Record<ChangingFact, { readonly told: boolean; readonly of: (line: Line) => unknown }>
> = {
  id: { told: false, of: ({ id }) => id },
  status: { told: true, of: ({ status }) => status },
  ordered: { told: true, of: ({ ordered }) => ordered },
  picked: { told: true, of: ({ picked }) => picked },
  received: { told: true, of: ({ received }) => received },
  reason: { told: false, of: ({ reason }) => reason },
  available: { told: false, of: ({ available }) => available },
  changedBy: { told: false, of: ({ changedBy }) => changedBy },
  changedAt: { told: false, of: ({ changedAt }) => changedAt },
  doneAt: { told: false, of: ({ doneAt }) => doneAt },
}
const changingFacts = Object.values(lineFacts)

/** Are two versions of a line equal, in what the screens show? */
export function isSameLine(one: Line, other: Line): boolean {
  return changingFacts.every(({ of }) => of(one) === of(other))
}

/** Was the same read of both, in fields that the screens do not show too? */
export function isReadAlike({ asRead: one }: Line, { asRead: other }: Line): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** Did another person change the line's status or a quantity? */
export function isReportedChange(before: Line, after: Line): boolean {
  return changingFacts.some(({ told, of }) => told && of(before) !== of(after))
}

/** A header as the screens use it: texts by the names of the specification (part 2 section 3). */
export type HeaderValues = Readonly<Record<string, string>>

export interface Document {
  readonly kind: DocumentKind
  readonly mode: ModeId
  /** null until the server has saved it. */
  readonly number: string | null
  readonly status: Status
  readonly header: HeaderValues
  /** The header's fields as they were read, by their wire names, unknown ones too. */
  readonly asRead?: Values
  /** What another server's header has that cannot be read: 'Status HELD'. */
  readonly odd?: string
  readonly lines: readonly Line[]
}

/** The document's version before a change and after it. */
export interface Versions {
  readonly before: number
  readonly after: number
}

/** Lines that were done with fewer plants than they were to have, and how many plants are missing. */
export interface Short {
  readonly lines: number
  readonly plants: number
}

/** What a list says of a document's lines: all of them, those done, and their plants (null: not told). */
export interface Figures {
  readonly lines: number
  readonly done: number
  readonly plants: number | null
  readonly short: Short
}

/** A row of a list: a document without its lines. */
export interface DocumentSummary extends Omit<Document, 'lines'> {
  /** Left out: the server does not tell them. */
  readonly figures?: Figures
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
