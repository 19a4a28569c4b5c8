// Reads a save's body by the kind's fields, after its schema has checked it.

import { type BodyRules, valuesOf } from '#core/kinds/derive/body.ts'
import type { HeaderValues } from '#core/kinds/document.ts'
import type { HeaderField, HeaderRole } from '#core/kinds/header-fields.ts'
import type { LineExtras, LineField } from '#core/kinds/line-fields.ts'
import {
  countOf,
  fieldOf,
  linesOf,
  modeIn,
  partOf,
  statusIn,
  textOf,
  type Values,
} from '#core/kinds/values.ts'
import type { ModeId, Status } from '#core/wire/constants.ts'
import { isoOrNull } from './refusals.ts'

// What a kind's fields say about every body: worked out once for a kind.
interface Reader {
  /** The fields with a line's quantity, by the status that its step leads to. */
  readonly quantities: ReadonlyMap<Status | null, Quantities>
  readonly takes: readonly NonNullable<LineField['takes']>[]
  readonly columns: readonly (readonly [string, NonNullable<HeaderField['column']>])[]
}
interface Quantities {
  readonly names: readonly string[]
  /** Does a step to it write none? */
  readonly none: boolean
}
const readers = new WeakMap<BodyRules, Reader>()

function readerOf(kind: BodyRules): Reader {
  const known = readers.get(kind)
  if (known) return known
  const steps = Object.values(kind.lineSteps)
  const reader: Reader = {
    quantities: new Map(steps.map(({ to }) => [to, quantitiesTo(kind, to)])),
    takes: Object.values(kind.line).flatMap(({ takes }) => takes ?? []),
    columns: Object.entries(kind.header).flatMap(([name, { column }]) =>
      column ? [[name, column] as const] : [],
    ),
  }
  readers.set(kind, reader)
  return reader
}

function quantitiesTo({ lineSteps, line }: BodyRules, to: Status | null): Quantities {
  const steps = Object.values(lineSteps).filter((step) => step.to === to)
  const written = new Set(steps.map(({ writes }) => writes))
  const fields = Object.entries(line).filter(
    ([, { carries }]) => carries !== undefined && written.has(carries),
  )
  return { names: fields.map(([name]) => name), none: written.has(undefined) }
}

// The quantity of a line in a body: that of the step to its status, else any other. A client that edits in
// place sends it as
// `UpdateQty`; a step without a quantity needs none.
function quantityIn({ quantities }: Reader, body: Values, to: Status): number | null {
  const { names, none } = quantities.get(to) ?? { names: [], none: false }
  for (const name of names) {
    const count = countOf(body[name])
    if (count !== null) return count
  }
  return countOf(body.UpdateQty) ?? countOf(body.Qty) ?? (none ? 0 : null)
}

/** A line as the sender of a change saw it. */
export interface SeenLine {
  readonly status: Status
  readonly quantity: number
}

/** A line of a body, for the rules. */
export interface LineBody extends LineExtras {
  readonly id: string | null
  readonly barcode: string
  readonly to: Status
  /** Whole plants; null if not sent. */
  readonly quantity: number | null
  /** null if not sent. */
  readonly seen: SeenLine | null
  /** A new line at another shelf than the one that the document has of its barcode. */
  readonly secondShelf?: boolean
}

const untold: LineExtras = { storageLocation: '', isReplant: false, reason: null }

/** The line as the sender saw it, in a body's line or a query; null if not sent. */
export function readSeen({ SeenStatus, SeenQty }: Values): SeenLine | null {
  const quantity = countOf(SeenQty)
  return SeenStatus === undefined || quantity === null ? null : { status: statusIn(SeenStatus), quantity }
}

function readLineBody(reader: Reader, body: Values): LineBody {
  const to = statusIn(body.Status)
  const taken: LineExtras = Object.assign({}, untold, ...reader.takes.map((takes) => takes(body)))
  return {
    ...taken,
    id: textOf(body.ID) || null,
    barcode: textOf(body.BarcodeID),
    to,
    quantity: quantityIn(reader, body, to),
    seen: readSeen(body),
    secondShelf: body.IsSecondShelf === true,
  }
}

/** A body as the server uses it. */
export interface SaveBody {
  /** null: a new one. */
  readonly number: string | null
  /** The document that the sender means by the number; '' if not sent. */
  readonly uuid: string
  /** The document's version as the sender read it; '' if not sent. */
  readonly version: string
  readonly status: Status
  readonly mode: ModeId
  readonly seasonId: string
  /** Header fields in the body, by their wire names. */
  readonly header: HeaderValues
  /** Those of them in the kind's own table. */
  readonly fields: Readonly<Record<string, string | null>>
  /** The header as the sender saw it; null if not sent. */
  readonly seenHeader: HeaderValues | null
  readonly lines: readonly LineBody[]
  /** The time by the device's clock, or null. */
  readonly claimedAt: string | null
}

// A body is read before its change, to read ahead, and again by the change.
const known = new WeakMap<object, SaveBody>()

/** Reads a save's body; the same one gives the same. */
export function readBody(kind: BodyRules, body: unknown): SaveBody {
  if (typeof body !== 'object' || body === null) return readAnew(kind, body)
  const read = known.get(body) ?? readAnew(kind, body)
  known.set(body, read)
  return read
}

function readAnew(kind: BodyRules, body: unknown): SaveBody {
  const reader = readerOf(kind)
  const { names, header: fields } = kind
  const header = partOf(body, names.header) ?? {}
  const of = (role: HeaderRole) => header[fieldOf(fields, role)]
  return {
    number: textOf(of('number')) || null,
    uuid: textOf(of('uuid')),
    version: textOf(of('version')),
    status: statusIn(of('status')),
    mode: modeIn(of('storageType')),
    seasonId: textOf(of('seasonId')),
    header: valuesOf(fields, header),
    fields: Object.fromEntries(
      reader.columns.map(([name, column]) => [name, columnValue(column, textOf(header[name]))]),
    ),
    seenHeader: readSeenHeader(fields, partOf(body, 'SeenHeader')),
    lines: linesOf(body, names.sent).map((line) => readLineBody(reader, line)),
    // The header's own time is that of the change before, as the sender read it.
    claimedAt: readClaim(partOf({ body }, 'body')?.DoneDateTime),
  }
}

/** When a change was done by the device's clock; null if not sent. */
export function readClaim(doneAt: unknown): string | null {
  return isoOrNull(textOf(doneAt) || null)
}

// Only what was sent: another field counts as unchanged by the sender.
const readSeenHeader = (fields: BodyRules['header'], seen: Values | null): HeaderValues | null =>
  seen &&
  Object.fromEntries(
    Object.keys(fields).flatMap((name) => (name in seen ? [[name, textOf(seen[name])]] : [])),
  )

/** Header values as the kind's own table has them. */
export function columnsOf(fields: BodyRules['header'], values: HeaderValues): SaveBody['fields'] {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { column }]) =>
      column ? [[name, columnValue(column, values[name] ?? '')]] : [],
    ),
  )
}

function columnValue(column: NonNullable<HeaderField['column']>, value: string): string | null {
  if (column === 'text') return value
  return value === '' ? null : value.slice(0, 10)
}
