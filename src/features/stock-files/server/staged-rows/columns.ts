// Defines the table of staged import rows. It is temporary, so it disappears with its connection.
import { getTableColumns } from 'drizzle-orm'
import { FILLED_LATER, ROW_FACTS, type RowFact } from '#features/stock-files/server/stock-import/row-facts.ts'
import { barcode } from '#server/database/schema/stock.ts'

/** The table's name. */
export const TABLE = 'pg_temp.import_row'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries forgets the keys' type
const facts = Object.entries(ROW_FACTS) as readonly (readonly [RowFact, string | null])[]

/** The facts of a row in order: column, and the default of a new barcode. */
export const FACT_COLUMNS = facts.map(([fact, otherwise]) => ({
  fact,
  column: getTableColumns(barcode)[fact].name,
  otherwise,
}))

/** The column of the fact that may be filled later, and the column of the value that the row corrects. */
export const LATER_COLUMN = getTableColumns(barcode)[FILLED_LATER].name
export const BEFORE_COLUMN = `${LATER_COLUMN}_before`

/** The columns that COPY fills, in order. A fact missing in the row is null. */
export const COPY_COLUMNS = [
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
 * The statements that create the table. `kept`: its lifetime.
 * `known`: the barcode was stored before. `corrects`: its quantity differs. `opens`: its account is new.
 */
export function createTableStatements(kept: 'transaction' | 'session'): readonly string[] {
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

/** SQL condition: the staged row has a fact that differs from the other staged row or stored barcode. */
export function differs(row: string, other: string, of: 'staged' | 'stored'): string {
  const each = FACT_COLUMNS.map(({ fact, column, otherwise }) => {
    const otherValue =
      of === 'staged' && otherwise !== null
        ? `coalesce(${other}.${column}, '${otherwise}')`
        : `${other}.${column}`
    const isFilled =
      of === 'stored' && fact === FILLED_LATER
        ? `and ${other}.${column} <> '' and ${other}.${column} is distinct from ${row}.${BEFORE_COLUMN}`
        : ''
    return `(${row}.${column} is not null and ${row}.${column} is distinct from ${otherValue} ${isFilled})`
  })
  return `(${each.join(' or ')})`
}

/** The facts as a JSON object by name. `all` adds the defaults of a new barcode. */
export function factsAsJson(row: string, all: boolean): string {
  const each = FACT_COLUMNS.map(({ fact, column, otherwise }) => {
    const value =
      all && otherwise !== null ? `coalesce(${row}.${column}, '${otherwise}')` : `${row}.${column}`
    return `'${fact}', ${value}`
  })
  return `json_build_object(${each.join(', ')})`
}

/** Encodes rows in COPY's text format. */
export function copyText(rows: readonly (readonly (string | number | null)[])[]): Buffer {
  return Buffer.from(rows.map((row) => `${row.map(copyValue).join('\t')}\n`).join(''))
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyValue(value: string | number | null): string {
  if (value === null) return '\\N'
  return typeof value === 'number'
    ? String(value)
    : value.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
}
