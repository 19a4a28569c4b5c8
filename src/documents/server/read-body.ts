// Parses the body of a save by the kind's fields, after the schema check.

import { type BodyRules, valuesOf } from '#core/kinds/derive/body.ts'
import type { HeaderValues } from '#core/kinds/document.ts'
import { fieldNameOf, type HeaderField, type HeaderRole } from '#core/kinds/header.ts'
import type { LineExtras, LineField } from '#core/kinds/line-fields.ts'
import { countOf, linesOf, modeIn, partOf, statusIn, textOf, type Values } from '#core/kinds/values.ts'
import type { ModeId, Status } from '#core/wire/constants.ts'
import { isoOrNull } from '#server/domain/refusals.ts'

// Data derived from a kind's fields, computed once per kind.
interface Reader {
  /** The fields that may hold a line's quantity, by target status. */
  readonly quantities: ReadonlyMap<Status | null, Quantities>
  readonly takes: readonly NonNullable<LineField['fromBody']>[]
  readonly columns: readonly (readonly [string, NonNullable<HeaderField['column']>])[]
}
interface Quantities {
  readonly names: readonly string[]
  /** True if a step to that status writes no quantity. */
  readonly none: boolean
}
const readers = new WeakMap<BodyRules, Reader>()

function readerOf(kind: BodyRules): Reader {
  const known = readers.get(kind)
  if (known) return known
  const steps = Object.values(kind.lineSteps)
  const reader: Reader = {
    quantities: new Map(steps.map(({ to }) => [to, quantitiesTo(kind, to)])),
    takes: Object.values(kind.line).flatMap(({ fromBody }) => fromBody ?? []),
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
    ([, { quantity }]) => quantity !== undefined && written.has(quantity),
  )
  return { names: fields.map(([name]) => name), none: written.has(undefined) }
}

// The quantity of a line: the field of its step, else `UpdateQty` of clients that edit in place, else `Qty`.
// A step without a quantity needs none.
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
  /** True for a new line at a second shelf of a listed barcode. */
  readonly secondShelf?: boolean
}

const defaultExtras: LineExtras = { storageLocation: '', isReplant: false, reason: null }

/** The line as the sender saw it, from a body line or query; null if not sent. */
export function readSeen({ SeenStatus, SeenQty }: Values): SeenLine | null {
  const quantity = countOf(SeenQty)
  return SeenStatus === undefined || quantity === null ? null : { status: statusIn(SeenStatus), quantity }
}

function readLineBody(reader: Reader, body: Values): LineBody {
  const to = statusIn(body.Status)
  const taken: LineExtras = Object.assign({}, defaultExtras, ...reader.takes.map((takes) => takes(body)))
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

/** A parsed body. */
export interface SaveBody {
  /** null for a new document. */
  readonly number: string | null
  /** The UUID of the requested document; '' if not sent. */
  readonly uuid: string
  /** The version that the sender read; '' if not sent. */
  readonly version: string
  readonly status: Status
  readonly mode: ModeId
  readonly seasonId: string
  /** Header fields in the body, by wire name. */
  readonly header: HeaderValues
  /** The header fields in the kind's own table. */
  readonly fields: Readonly<Record<string, string | null>>
  /** The header as the sender saw it; null if not sent. */
  readonly seenHeader: HeaderValues | null
  readonly lines: readonly LineBody[]
  /** Device time of the change, or null. */
  readonly claimedAt: string | null
}

// Caches parsed bodies: the prefetch and the change both parse a body.
const known = new WeakMap<object, SaveBody>()

/** Parses the body of a save. The same object returns the cached result. */
export function readBody(kind: BodyRules, body: unknown): SaveBody {
  if (typeof body !== 'object' || body === null) return parseBody(kind, body)
  const read = known.get(body) ?? parseBody(kind, body)
  known.set(body, read)
  return read
}

function parseBody(kind: BodyRules, body: unknown): SaveBody {
  const reader = readerOf(kind)
  const { names, header: fields } = kind
  const header = partOf(body, names.header) ?? {}
  const of = (role: HeaderRole) => header[fieldNameOf(fields, role)]
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
    // Not the header's time: that one belongs to the previous change.
    claimedAt: readClaim(partOf({ body }, 'body')?.DoneDateTime),
  }
}

/** Device time of a change; null if not sent. */
export function readClaim(doneAt: unknown): string | null {
  return isoOrNull(textOf(doneAt) || null)
}

// Only sent fields: the sender did not change the others.
const readSeenHeader = (fields: BodyRules['header'], seen: Values | null): HeaderValues | null =>
  seen &&
  Object.fromEntries(
    Object.keys(fields).flatMap((name) => (name in seen ? [[name, textOf(seen[name])]] : [])),
  )

/** Header values in the form of the kind's own table. */
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
