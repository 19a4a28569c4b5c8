// Derived from a kind's fields: how the app reads its documents, and what it sends.
import * as v from 'valibot'
import { type ModeId, type Status, storageTypeOf } from '#core/wire/constants.ts'
import { LIMITS } from '#core/wire/limits.ts'
import type { Document, DocumentSummary, HeaderValues, Line, Place, Versions } from '../document.ts'
import { emptyLine } from '../document.ts'
import { afterLineStep, quantityOf, type Rules } from '../engine.ts'
import type { HeaderField, HeaderFields, HeaderRole } from '../header-fields.ts'
import type { Change, DeclaredKind } from '../kind.ts'
import { type LineFields, type SentLine } from '../line-fields.ts'
import { plantOf } from '../stock.ts'
import { asItCame, countOf, fieldOf, modeIn, statusIn, textOf, type Values } from '../values.ts'

// ---- answers

/** A header's values as texts, by the names that the screens use. */
export function valuesOf(fields: HeaderFields, answer: Values): HeaderValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { as }]) => [as ?? name, textOf(answer[name])]),
  )
}

/** A document without its lines, from an answer; `asRead` is the same as it came. */
export function readHeader(
  { kind, header }: Pick<DeclaredKind, 'kind' | 'header'>,
  answer: Values,
  asRead?: Values,
): DocumentSummary {
  return {
    ...oddIn(header, answer, asRead),
    kind,
    mode: modeIn(answer[fieldOf(header, 'storageType')]),
    number: textOf(answer[fieldOf(header, 'number')]),
    status: statusIn(answer[fieldOf(header, 'status')]),
    header: valuesOf(header, answer),
  }
}

/** The figures of a list's row; nothing from a server without them. */
export function readFigures(answer: Values): Pick<DocumentSummary, 'figures'> {
  const lines = countOf(answer.LineCount)
  const done = countOf(answer.DoneLineCount)
  if (lines === null || done === null) return {}
  const short = { lines: countOf(answer.ShortLineCount) ?? 0, plants: countOf(answer.ShortQty) ?? 0 }
  return { figures: { lines, done, plants: countOf(answer.PlantQty), short } }
}

/** A line, from an answer; `asRead` is the same as it came. */
export function readLine(fields: LineFields, answer: Values, asRead?: Values): Line {
  const plant = plantOf({
    VarietyCode: textOf(answer.VarietyCode),
    TrimType: textOf(answer.TrimType),
    StockType: textOf(answer.StockType),
    Commodity: textOf(answer.Commodity),
  })
  const start: Line = {
    ...emptyLine,
    ...oddIn(fields, answer, asRead),
    status: statusIn(answer.Status),
    plant,
    ...(asRead && { asRead }),
  }
  return Object.values(fields).reduce((line, { reads }) => ({ ...line, ...reads?.(answer) }), start)
}

// The fields with a value that could not be read, and that value.
function oddIn(fields: HeaderFields | LineFields, answer: Values, asRead: Values = {}): { odd?: string } {
  const odd = Object.keys(fields).flatMap((name) => {
    const came = asRead[name]
    return isOdd(came, answer[name]) ? [`${name} ${textOf(came) || JSON.stringify(came)}`] : []
  })
  return odd.length > 0 ? { odd: odd.join(', ') } : {}
}

const isOdd = (came: unknown, read: unknown): boolean => {
  if (came === undefined || came === null || came === '') return false
  if (read === 'CLOSED') return textOf(came).trim().toUpperCase() !== read
  if (typeof read === 'number') return Number(came) !== read
  return read === '' || read === null
}

// ---- bodies that the app sends

interface Sending {
  readonly mode: ModeId
  readonly status: Status
  readonly season: Place['season']
}

function sentValue(field: HeaderField, value: string, { mode, status, season }: Sending): string | null {
  switch (field.role) {
    // A new document has none.
    case 'number':
      return value || null
    case 'status':
      return field.body && v.is(field.body, status) ? status : 'OPEN'
    case 'storageType':
      return storageTypeOf(mode)
    case 'seasonId':
      return value || season.id
    default:
      return field.sends?.(value) ?? value
  }
}

// The server fills these in; they go back as they were read.
const filledIn: readonly (HeaderRole | undefined)[] = ['createdBy', 'createdAt', 'changedBy', 'changedAt']

// As it was read, unknown fields too, with what the person changed. A field that nobody changed keeps the
// value and the type in which it came.
function headerBody(fields: HeaderFields, change: Change, values: HeaderValues, sending: Sending): Values {
  const asRead: Values = change.document?.asRead ?? {}
  const header: HeaderValues = change.document?.header ?? {}
  const written = Object.entries(fields).flatMap(([name, field]) => {
    if (field.carried && field.role === 'seasonName') {
      return [[name, asRead[name] ?? sending.season.name] as const]
    }
    // Other servers' documents have none.
    if ((field.role === 'uuid' || field.role === 'version') && !(name in asRead)) return []
    if (filledIn.includes(field.role)) return [[name, asRead[name] ?? null] as const]
    if (!field.body && !field.carried) return []
    const at = field.as ?? name
    const value = values[at] ?? ''
    const isKept = name in asRead && field.role !== 'status' && value === (header[at] ?? '')
    return [[name, isKept ? asRead[name] : sentValue(field, value, sending)] as const]
  })
  const changed = Object.fromEntries(written)
  return {
    ...asRead,
    ...Object.fromEntries(
      Object.entries(changed).map(([name, value]) => [name, asItCame(asRead[name], value)]),
    ),
  }
}

// A line for a body: as it was read, with what the step changes, and how the app saw it before, so that a
// conflict is detected.
function lineBody({ line: fields, names }: BodyRules, line: Line, sent: SentLine): Values {
  const seen =
    sent.before.id === null
      ? { ...(line.secondShelf && { IsSecondShelf: true }) }
      : { SeenStatus: sent.before.status, SeenQty: quantityOf(sent.before) }
  // A new line was not read as a line, but from stock.
  const asRead = (sent.before.id !== null || names.ofStock ? line.asRead : undefined) ?? {}
  const values = Object.entries(fields).flatMap(([name, { sends }]) =>
    sends ? [[name, asItCame(asRead[name], sends(line, sent))] as const] : [],
  )
  return { ...asRead, ...Object.fromEntries(values), ...seen }
}

// The fields that people edit, as they saw them.
const seenValues = (fields: HeaderFields, seen: HeaderValues): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { column, as = name }]) =>
      column ? [[name, seen[as] ?? '']] : [],
    ),
  )

/** The document after a change of the version that is here: others' changes in between are still unknown. */
export function withVersion(document: Document, versions: Versions | undefined): Document {
  const { asRead, header } = document
  if (!versions || versionOf(document) !== versions.before) return document
  return {
    ...document,
    header: { ...header, [VERSION]: String(versions.after) },
    asRead: { ...asRead, [VERSION]: versions.after },
  }
}

/** The document with these header values, as if they had been read. */
export function withHeader(fields: HeaderFields, document: Document, values: HeaderValues): Document {
  const { asRead, header } = document
  const read = Object.entries(asRead ?? {}).map(([name, came]) => {
    const field = fields[name]
    const value = values[field?.as ?? name]
    return [name, value === undefined ? came : asItCame(came, field?.sends?.(value) ?? value)] as const
  })
  return {
    ...document,
    header: { ...header, ...values },
    ...(asRead && { asRead: Object.fromEntries(read) }),
  }
}

const VERSION = 'DocumentVersion'

/** The document's version; undefined if the server has none. */
export function versionOf({ asRead }: Pick<Document, 'asRead'>): number | undefined {
  const version = asRead?.[VERSION]
  return typeof version === 'number' ? version : undefined
}

// Does a step on the whole document carry its version only, and not its lines?
function isSentByVersion(document: Document): boolean {
  return document.lines.length > LIMITS.savedLines && versionOf(document) !== undefined
}

/** The parts of a kind that its bodies need. */
export type BodyRules = Rules & Pick<DeclaredKind, 'header' | 'line' | 'names'>

/** A save's header and lines; only changed lines are sent, the server keeps the rest. */
export function bodyOf(kind: BodyRules, change: Change, mode: ModeId, season: Place['season']): Values {
  const write = (values: HeaderValues, status: Status, linesOf: (header: Values) => readonly Values[]) => {
    const header = headerBody(kind.header, change, values, { mode, status, season })
    return {
      [kind.names.header]: header,
      [kind.names.sent]: linesOf(header),
      ...(change.doneAt && { DoneDateTime: change.doneAt }),
    }
  }
  if (change.type === 'header') {
    const body = write(change.values, change.document?.status ?? 'OPEN', () => [])
    return change.seen ? { ...body, SeenHeader: seenValues(kind.header, change.seen) } : body
  }
  const { document } = change
  const values = { ...document.header, [fieldOf(kind.header, 'number')]: document.number ?? '' }
  if (change.type === 'document') {
    const step = kind.documentSteps[change.step]
    const to = step === undefined || step.to === 'same' ? document.status : step.to
    // A step that leaves the lines as they are sends none: with the document's status they would be changed.
    const isWithLines = step?.linesTo !== undefined && !isSentByVersion(document)
    return write(values, to, (header) =>
      (isWithLines ? document.lines : []).map((line) =>
        lineBody(kind, line, { before: line, to, quantity: quantityOf(line), mode, header }),
      ),
    )
  }
  const lines = change.type === 'lines' ? change.lines : [change]
  const step = kind.lineSteps[change.step]
  const after = lines.reduce((now, { line }) => afterLineStep(kind, change.step, now, line), document)
  return write(values, after.status, (header) =>
    lines.map(({ line, quantity }) => {
      const written = step?.writes === undefined ? line : { ...line, [step.writes]: quantity }
      return lineBody(kind, written, {
        before: line,
        to: step?.to ?? line.status,
        quantity,
        mode,
        header,
      })
    }),
  )
}
