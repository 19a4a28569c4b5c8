// Parses responses into documents and builds request bodies, from a kind's fields.
import * as v from 'valibot'
import { type ModeId, type Status, storageTypeOf } from '#core/wire/constants.ts'
import { LIMITS } from '#core/wire/limits.ts'
import type { Document, DocumentSummary, HeaderValues, Line, Place, Versions } from '../document.ts'
import { emptyLine } from '../document.ts'
import { afterLineStep, quantityOf, type Rules } from '../engine.ts'
import { fieldNameOf, type HeaderField, type HeaderFields, type HeaderRole } from '../header.ts'
import type { Change, DeclaredKind } from '../kind.ts'
import { type LineBodyContext, type LineFields } from '../line-fields.ts'
import { plantOf } from '../stock.ts'
import { countOf, keepUnchanged, modeIn, statusIn, textOf, type Values } from '../values.ts'

// ---- responses

/** A header's values as texts, by the names in the app. */
export function valuesOf(fields: HeaderFields, answer: Values): HeaderValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { as }]) => [as ?? name, textOf(answer[name])]),
  )
}

/** Parses a document without its lines; `asRead` is the response before parsing. */
export function readHeader(
  { kind, header }: Pick<DeclaredKind, 'kind' | 'header'>,
  answer: Values,
  asRead?: Values,
): DocumentSummary {
  return {
    ...unreadableIn(header, answer, asRead),
    kind,
    mode: modeIn(answer[fieldNameOf(header, 'storageType')]),
    number: textOf(answer[fieldNameOf(header, 'number')]),
    status: statusIn(answer[fieldNameOf(header, 'status')]),
    header: valuesOf(header, answer),
  }
}

/** The totals of a document in a list; empty if the server does not send them. */
export function readFigures(answer: Values): Pick<DocumentSummary, 'figures'> {
  const lines = countOf(answer.LineCount)
  const done = countOf(answer.DoneLineCount)
  if (lines === null || done === null) return {}
  const short = { lines: countOf(answer.ShortLineCount) ?? 0, plants: countOf(answer.ShortQty) ?? 0 }
  return { figures: { lines, done, plants: countOf(answer.PlantQty), short } }
}

/** Parses a line; `asRead` is the response before parsing. */
export function readLine(fields: LineFields, answer: Values, asRead?: Values): Line {
  const plant = plantOf({
    VarietyCode: textOf(answer.VarietyCode),
    TrimType: textOf(answer.TrimType),
    StockType: textOf(answer.StockType),
    Commodity: textOf(answer.Commodity),
  })
  const emptyStart: Line = {
    ...emptyLine,
    ...unreadableIn(fields, answer, asRead),
    status: statusIn(answer.Status),
    plant,
    ...(asRead && { asRead }),
  }
  return Object.values(fields).reduce(
    (line, { fromResponse }) => ({ ...line, ...fromResponse?.(answer) }),
    emptyStart,
  )
}

// The fields with a value that could not be parsed, and that value.
function unreadableIn(
  fields: HeaderFields | LineFields,
  answer: Values,
  asRead: Values = {},
): { odd?: string } {
  const odd = Object.keys(fields).flatMap((name) => {
    const raw = asRead[name]
    return isUnreadable(raw, answer[name]) ? [`${name} ${textOf(raw) || JSON.stringify(raw)}`] : []
  })
  return odd.length > 0 ? { odd: odd.join(', ') } : {}
}

const isUnreadable = (raw: unknown, read: unknown): boolean => {
  if (raw === undefined || raw === null || raw === '') return false
  if (read === 'CLOSED') return textOf(raw).trim().toUpperCase() !== read
  if (typeof read === 'number') return Number(raw) !== read
  return read === '' || read === null
}

// ---- request bodies

interface Context {
  readonly mode: ModeId
  readonly status: Status
  readonly season: Place['season']
}

function sentValue(field: HeaderField, value: string, { mode, status, season }: Context): string | null {
  switch (field.role) {
    // A new document has no number.
    case 'number':
      return value || null
    case 'status':
      return field.body && v.is(field.body, status) ? status : 'OPEN'
    case 'storageType':
      return storageTypeOf(mode)
    case 'seasonId':
      return value || season.id
    default:
      return field.toBody?.(value) ?? value
  }
}

// The server sets these fields; the app sends them back unchanged.
const serverRoles: readonly (HeaderRole | undefined)[] = ['createdBy', 'createdAt', 'changedBy', 'changedAt']

// All fields that were read, including unknown ones, with the person's changes. An unchanged field keeps its
// value and type from the response.
function headerBody(fields: HeaderFields, change: Change, values: HeaderValues, context: Context): Values {
  const asRead: Values = change.document?.asRead ?? {}
  const header: HeaderValues = change.document?.header ?? {}
  const written = Object.entries(fields).flatMap(([name, field]) => {
    if (field.sentBack && field.role === 'seasonName') {
      return [[name, asRead[name] ?? context.season.name] as const]
    }
    // Documents of other servers do not have these fields.
    if ((field.role === 'uuid' || field.role === 'version') && !(name in asRead)) return []
    if (serverRoles.includes(field.role)) return [[name, asRead[name] ?? null] as const]
    if (!field.body && !field.sentBack) return []
    const valueName = field.as ?? name
    const value = values[valueName] ?? ''
    const isKept = name in asRead && field.role !== 'status' && value === (header[valueName] ?? '')
    return [[name, isKept ? asRead[name] : sentValue(field, value, context)] as const]
  })
  const changed = Object.fromEntries(written)
  return {
    ...asRead,
    ...Object.fromEntries(
      Object.entries(changed).map(([name, value]) => [name, keepUnchanged(asRead[name], value)]),
    ),
  }
}

// A line with all fields that were read and the changes of the step. It also has the values that the app saw
// before, so that the server detects a conflict.
function lineBody({ line: fields, names }: BodyRules, line: Line, sent: LineBodyContext): Values {
  const seen =
    sent.before.id === null
      ? { ...(line.secondShelf && { IsSecondShelf: true }) }
      : { SeenStatus: sent.before.status, SeenQty: quantityOf(sent.before) }
  // A new line has the fields of a stock record, not of a line.
  const asRead = (sent.before.id !== null || names.ofStock ? line.asRead : undefined) ?? {}
  const values = Object.entries(fields).flatMap(([name, { toBody }]) =>
    toBody ? [[name, keepUnchanged(asRead[name], toBody(line, sent))] as const] : [],
  )
  return { ...asRead, ...Object.fromEntries(values), ...seen }
}

// The editable fields, with the values before the edit.
const seenValues = (fields: HeaderFields, seen: HeaderValues): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { column, as = name }]) =>
      column ? [[name, seen[as] ?? '']] : [],
    ),
  )

/** Updates the version after an own change, but only if no other change came in between. */
export function withVersion(document: Document, versions: Versions | undefined): Document {
  const { asRead, header } = document
  if (!versions || versionOf(document) !== versions.before) return document
  return {
    ...document,
    header: { ...header, [VERSION]: String(versions.after) },
    asRead: { ...asRead, [VERSION]: versions.after },
  }
}

/** The document with these header values, also in the fields that were read. */
export function withHeader(fields: HeaderFields, document: Document, values: HeaderValues): Document {
  const { asRead, header } = document
  const read = Object.entries(asRead ?? {}).map(([name, raw]) => {
    const field = fields[name]
    const value = values[field?.as ?? name]
    return [name, value === undefined ? raw : keepUnchanged(raw, field?.toBody?.(value) ?? value)] as const
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

// Does a step on the whole document send the version instead of the lines?
function sendsVersionOnly(document: Document): boolean {
  return document.lines.length > LIMITS.savedLines && versionOf(document) !== undefined
}

/** The parts of a kind that request bodies need. */
export type BodyRules = Rules & Pick<DeclaredKind, 'header' | 'line' | 'names'>

/** The body of a save. It has only changed lines; the server keeps the others. */
export function bodyOf(kind: BodyRules, change: Change, mode: ModeId, season: Place['season']): Values {
  const toBody = (values: HeaderValues, status: Status, linesOf: (header: Values) => readonly Values[]) => {
    const header = headerBody(kind.header, change, values, { mode, status, season })
    return {
      [kind.names.header]: header,
      [kind.names.sent]: linesOf(header),
      ...(change.doneAt && { DoneDateTime: change.doneAt }),
    }
  }
  if (change.type === 'header') {
    const body = toBody(change.values, change.document?.status ?? 'OPEN', () => [])
    return change.seen ? { ...body, SeenHeader: seenValues(kind.header, change.seen) } : body
  }
  const { document } = change
  const values = { ...document.header, [fieldNameOf(kind.header, 'number')]: document.number ?? '' }
  if (change.type === 'document') {
    const step = kind.documentSteps[change.step]
    const to = step === undefined || step.to === 'same' ? document.status : step.to
    // A step without `linesTo` sends no lines: they would get the document's status.
    const sendsLines = step?.linesTo !== undefined && !sendsVersionOnly(document)
    return toBody(values, to, (header) =>
      (sendsLines ? document.lines : []).map((line) =>
        lineBody(kind, line, { before: line, to, quantity: quantityOf(line), mode, header }),
      ),
    )
  }
  const lines = change.type === 'lines' ? change.lines : [change]
  const step = kind.lineSteps[change.step]
  const after = lines.reduce((current, { line }) => afterLineStep(kind, change.step, current, line), document)
  return toBody(values, after.status, (header) =>
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
