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
  plant: { variety: '', trimType: '', stockType: '', commodity: '' },
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
