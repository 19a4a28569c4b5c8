// What every document kind looks like to the engine, the screens and the server.
import type { DocumentKind, ModeId, Status } from '#contract/constants.ts'
import type { SecurityKey } from '#contract/security-keys.ts'

/** One barcode on a document. All quantities are whole plants. */
export interface Line {
  /** null until the server has saved it. */
  readonly id: string | null
  readonly barcode: string
  readonly status: Status
  /** What was ordered, or is meant to be dumped or returned. */
  readonly ordered: number
  /** What was picked; null before. */
  readonly picked: number | null
  /** What arrived; null before. */
  readonly received: number | null
  /** A reason code, or ''. */
  readonly reason: string
  readonly storageLocation: string
  /** How many more are free where the document takes them from; null when the server does not say. */
  readonly available: number | null
  /** Who changed it last, by user name; '' where that is not known. */
  readonly changedBy: string
  readonly plant: {
    readonly variety: string
    readonly trimType: string
    readonly stockType: string
    readonly commodity: string
  }
}

/** A line of which nothing is known yet; it is not saved. */
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
  plant: { variety: '', trimType: '', stockType: '', commodity: '' },
}

type ChangingFact = Exclude<keyof Line, 'barcode' | 'storageLocation' | 'plant'>

// What can change of a line: what others are told of, and what is only drawn again. The rest names the line and its plants.
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
}
const changingFacts = Object.values(lineFacts)

/** Do two readings of one line say the same? */
export function isSameLine(one: Line, other: Line): boolean {
  return changingFacts.every(({ of }) => of(one) === of(other))
}

/** Has somebody else changed something of the line that is worth saying: its status, or one of its quantities? */
export function tellsChange(before: Line, after: Line): boolean {
  return changingFacts.some(({ told, of }) => told && of(before) !== of(after))
}

/** A header as the screens see it: texts by the names of the specification (part 2 section 3). */
export type HeaderValues = Readonly<Record<string, string>>

export interface Document {
  readonly kind: DocumentKind
  readonly mode: ModeId
  /** null until the server has saved it. */
  readonly number: string | null
  readonly status: Status
  readonly header: HeaderValues
  readonly lines: readonly Line[]
}

/** A row of a list: a document without its lines. */
export type DocumentSummary = Omit<Document, 'lines'>

/** Who acts: the security keys held, and whether only reading is allowed (decisions: read-only users). */
export interface Actor {
  readonly keys: ReadonlySet<SecurityKey>
  readonly readOnly: boolean
}

/** Where work happens: one location, one season (part 1 section 1). */
export interface Place {
  readonly location: string
  readonly season: { readonly id: string; readonly name: string; readonly commodity: string }
}
