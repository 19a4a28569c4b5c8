// The table in which an import stages its rows: a temporary one, so that a server that ends leaves nothing of
// it.
import { getTableColumns } from 'drizzle-orm'
import { FILLED_LATER, ROW_FACTS, type RowFact } from '#server/domain/stock-import/row-facts.ts'
import { barcode } from '../schema/stock.ts'

/** The table's name. */
export const TABLE = 'pg_temp.import_row'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries forgets the keys' type
const facts = Object.entries(ROW_FACTS) as readonly (readonly [RowFact, string | null])[]

/**
 * The facts of a row, in their order, with the column of each, and what a new barcode has where a row does
 * not name it.
 */
export const FACT_COLUMNS = facts.map(([fact, otherwise]) => ({
  fact,
  column: getTableColumns(barcode)[fact].name,
  otherwise,
}))

/** The column of the fact that may come later; and of what it is known as, where the row corrects it. */
export const LATER_COLUMN = getTableColumns(barcode)[FILLED_LATER].name
export const BEFORE_COLUMN = `${LATER_COLUMN}_before`

/** What COPY fills, in its order. A fact that the row does not name is null. */
export const COPIED = [
  'line',
  'barcode',
  'kind',
  'owner',
  'place',
  'qty',
  ...FACT_COLUMNS.map(({ column }) => column),
  BEFORE_COLUMN,
]

/**
 * The statements that make the table; `kept` is how long: until the transaction or the session ends. `known`
 * is a row whose barcode was stored before it is written, `corrects` one of these whose quantity differs,
 * `opens` one of them whose account is new.
 */
export function makingTable(kept: 'transaction' | 'session'): readonly string[] {
  return [
    `drop table if exists ${TABLE}`,
    `create temporary table import_row (
    line integer primary key, barcode text not null, kind text not null, owner text not null, place text not null, qty integer not null,
    ${FACT_COLUMNS.map(({ column }) => `${column} text`).join(', ')}, ${BEFORE_COLUMN} text,
    refused boolean not null default false, known boolean not null default false, opens boolean not null default false,
    corrects boolean not null default false
  ) on commit ${kept === 'transaction' ? 'drop' : 'preserve rows'}`,
    'create index on import_row (barcode, line)',
    'create index on import_row (barcode, place, line)',
  ]
}

/**
 * The condition that a staged row names a fact which the other one does not have; of two staged rows, or of
 * one and a barcode's.
 */
export function differs(row: string, other: string, of: 'staged' | 'stored'): string {
  const each = FACT_COLUMNS.map(({ fact, column, otherwise }) => {
    const theirs =
      of === 'staged' && otherwise !== null
        ? `coalesce(${other}.${column}, '${otherwise}')`
        : `${other}.${column}`
    const isFilled =
      of === 'stored' && fact === FILLED_LATER
        ? `and ${other}.${column} <> '' and ${other}.${column} is distinct from ${row}.${BEFORE_COLUMN}`
        : ''
    return `(${row}.${column} is not null and ${row}.${column} is distinct from ${theirs} ${isFilled})`
  })
  return `(${each.join(' or ')})`
}

/**
 * The facts as one JSON object by their names: those of a new barcode where a staged row is asked for all.
 */
export function factsAsJson(row: string, all: boolean): string {
  const each = FACT_COLUMNS.map(({ fact, column, otherwise }) => {
    const value =
      all && otherwise !== null ? `coalesce(${row}.${column}, '${otherwise}')` : `${row}.${column}`
    return `'${fact}', ${value}`
  })
  return `json_build_object(${each.join(', ')})`
}

/** Rows in COPY's text format. */
export function copyText(rows: readonly (readonly (string | number | null)[])[]): Buffer {
  return Buffer.from(rows.map((row) => `${row.map(copied).join('\t')}\n`).join(''))
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copied(value: string | number | null): string {
  if (value === null) return '\\N'
  return typeof value === 'number'
    ? String(value)
    : value.replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
}
