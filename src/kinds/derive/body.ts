// Derived from a kind's fields: how the app reads its documents, and what it sends.
import * as v from 'valibot'
import { type ModeId, type Status, storageTypeOf } from '#contract/constants.ts'
import type { DocumentSummary, HeaderValues, Line } from '../document.ts'
import { emptyLine } from '../document.ts'
import { afterLineStep, quantityOf, type Rules } from '../engine.ts'
import type { HeaderField, HeaderFields, HeaderRole } from '../header-fields.ts'
import type { Change, DeclaredKind } from '../kind.ts'
import { type LineFields, type SentLine } from '../line-fields.ts'
import { plantOf } from '../stock.ts'
import { countOf, fieldOf, modeIn, statusIn, textOf, type Values } from '../values.ts'

// ---- answers

/** A header's values as texts, by the names that the screens use. */
export function valuesOf(fields: HeaderFields, answer: Values): HeaderValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { as }]) => [as ?? name, textOf(answer[name])]),
  )
}

/** A document without its lines, from an answer. */
export function readHeader(
  { kind, header }: Pick<DeclaredKind, 'kind' | 'header'>,
  answer: Values,
): DocumentSummary {
  return {
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
  return lines === null || done === null ? {} : { figures: { lines, done, plants: countOf(answer.PlantQty) } }
}

/** A line, from an answer. */
export function readLine(fields: LineFields, answer: Values): Line {
  const plant = plantOf({
    VarietyCode: textOf(answer.VarietyCode),
    TrimType: textOf(answer.TrimType),
    StockType: textOf(answer.StockType),
    Commodity: textOf(answer.Commodity),
  })
  const start: Line = { ...emptyLine, status: statusIn(answer.Status), plant }
  return Object.values(fields).reduce((line, { reads }) => ({ ...line, ...reads?.(answer) }), start)
}

// ---- bodies that the app sends

interface Sending {
  readonly mode: ModeId
  readonly status: Status
  readonly season: string
}

function sentValue(field: HeaderField, value: string, { mode, status, season }: Sending): string {
  switch (field.role) {
    case 'status':
      return field.body && v.is(field.body, status) ? status : 'OPEN'
    case 'storageType':
      return storageTypeOf(mode)
    case 'seasonId':
      return value || season
    default:
      return field.sends?.(value) ?? value
  }
}

// The server fills these in.
const unsent: readonly (HeaderRole | undefined)[] = ['changedBy', 'changedAt']

const headerBody = (fields: HeaderFields, values: HeaderValues, sending: Sending): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.body && !unsent.includes(field.role)
        ? [[name, sentValue(field, values[field.as ?? name] ?? '', sending)]]
        : [],
    ),
  )

// A line for a body, with the quantities after the step, and how the app saw it before, so that a conflict is
// detected.
function lineBody(fields: LineFields, line: Line, sent: SentLine): Values {
  const seen =
    sent.before.id === null ? {} : { SeenStatus: sent.before.status, SeenQty: quantityOf(sent.before) }
  const values = Object.entries(fields).flatMap(([name, { body, sends }]) =>
    body && sends ? [[name, sends(line, sent)] as const] : [],
  )
  return { ...Object.fromEntries(values), ...seen }
}

/** The parts of a kind that its bodies need. */
export type BodyRules = Rules & Pick<DeclaredKind, 'header' | 'line' | 'names'>

/** A save's header and lines; only changed lines are sent, the server keeps the rest. */
export function bodyOf(kind: BodyRules, change: Change, mode: ModeId, season: string): Values {
  const write = (values: HeaderValues, status: Status, lines: readonly Values[]) => ({
    [kind.names.header]: headerBody(kind.header, values, { mode, status, season }),
    [kind.names.sent]: lines,
  })
  if (change.type === 'header') return write(change.values, change.document?.status ?? 'OPEN', [])
  const { document } = change
  const values = { ...document.header, [fieldOf(kind.header, 'number')]: document.number ?? '' }
  if (change.type === 'document') {
    const step = kind.documentSteps[change.step]
    const to = step === undefined || step.to === 'same' ? document.status : step.to
    const lines = document.lines.map((line) =>
      lineBody(kind.line, line, { before: line, to, quantity: quantityOf(line), mode }),
    )
    return write(values, to, lines)
  }
  const lines = change.type === 'lines' ? change.lines : [change]
  const step = kind.lineSteps[change.step]
  const after = lines.reduce((now, { line }) => afterLineStep(kind, change.step, now, line), document)
  const bodies = lines.map(({ line, quantity }) => {
    const written = step?.writes === undefined ? line : { ...line, [step.writes]: quantity }
    return lineBody(kind.line, written, { before: line, to: step?.to ?? line.status, quantity, mode })
  })
  return write(values, after.status, bodies)
}
