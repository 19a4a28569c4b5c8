// Reads a save's body by the kind's fields, after its schema has checked it.
import type { ModeId, Status } from '#contract/constants.ts'
import { type BodyRules, valuesOf } from '#kinds/derive/body.ts'
import type { HeaderValues } from '#kinds/document.ts'
import type { Rules } from '#kinds/engine.ts'
import type { HeaderField, HeaderRole } from '#kinds/header-fields.ts'
import { type LineExtras, type LineFields } from '#kinds/line-fields.ts'
import { countOf, fieldOf, linesOf, modeIn, partOf, statusIn, textOf, type Values } from '#kinds/values.ts'
import { isoOrNull } from './refusals.ts'

// The quantity of a line in a body: that of the step to its status, else any other.
function quantityIn(rules: Rules, fields: LineFields, body: Values, to: Status): number | null {
  const steps = Object.values(rules.lineSteps).filter((step) => step.to === to)
  const written = new Set(steps.map(({ writes }) => writes))
  const own = Object.entries(fields)
    .filter(([, { carries }]) => carries !== undefined && written.has(carries))
    .map(([name]) => countOf(body[name]))
  // A client that edits in place sends it as `UpdateQty`; a step without a quantity needs none.
  return (
    [...own, countOf(body.UpdateQty), countOf(body.Qty)].find((count) => count !== null) ??
    (written.has(undefined) ? 0 : null)
  )
}

/** A line of a body, for the rules. */
export interface LineBody extends LineExtras {
  readonly id: string | null
  readonly barcode: string
  readonly to: Status
  /** Whole plants; null if not sent. */
  readonly quantity: number | null
  /** The line as the sender saw it; null if not sent. */
  readonly seen: { readonly status: Status; readonly quantity: number } | null
  /** A new line at another shelf than the one that the document has of its barcode. */
  readonly secondShelf?: boolean
}

const untold: LineExtras = { storageLocation: '', isReplant: false, reason: null }

function readLineBody(kind: BodyRules, body: Values): LineBody {
  const to = statusIn(body.Status)
  const taken = Object.values(kind.line).reduce((all, { takes }) => ({ ...all, ...takes?.(body) }), untold)
  const quantity = countOf(body.SeenQty)
  return {
    ...taken,
    id: textOf(body.ID) || null,
    barcode: textOf(body.BarcodeID),
    to,
    quantity: quantityIn(kind, kind.line, body, to),
    seen:
      body.SeenStatus === undefined || quantity === null
        ? null
        : { status: statusIn(body.SeenStatus), quantity },
    secondShelf: body.IsSecondShelf === true,
  }
}

/** A body as the server uses it. */
export interface SaveBody {
  /** null: a new one. */
  readonly number: string | null
  readonly status: Status
  readonly mode: ModeId
  readonly seasonId: string
  /** Header fields in the body, by their wire names. */
  readonly header: HeaderValues
  /** Those of them in the kind's own table. */
  readonly fields: Readonly<Record<string, string | null>>
  readonly lines: readonly LineBody[]
  /** The time by the device's clock, or null. */
  readonly claimedAt: string | null
}

/** Reads a save's body. */
export function readBody(kind: BodyRules, body: unknown): SaveBody {
  const { names, header: fields } = kind
  const header = partOf(body, names.header) ?? {}
  const of = (role: HeaderRole) => header[fieldOf(fields, role)]
  return {
    number: textOf(of('number')) || null,
    status: statusIn(of('status')),
    mode: modeIn(of('storageType')),
    seasonId: textOf(of('seasonId')),
    header: valuesOf(fields, header),
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([name, { column }]) =>
        column ? [[name, columnValue(column, textOf(header[name]))]] : [],
      ),
    ),
    lines: linesOf(body, names.sent).map((line) => readLineBody(kind, line)),
    claimedAt: isoOrNull(textOf(of('changedAt'))),
  }
}

function columnValue(column: NonNullable<HeaderField['column']>, value: string): string | null {
  if (column === 'text') return value
  return value === '' ? null : value.slice(0, 10)
}
