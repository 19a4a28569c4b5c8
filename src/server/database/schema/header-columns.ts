// Builds the header table of a kind from its stored fields.
import { date, text } from 'drizzle-orm/pg-core'
import type { HeaderField, HeaderFields } from '#core/kinds/header.ts'

const columns = {
  text: (name: string) => text(name).notNull().default(''),
  day: (name: string) => date(name).notNull(),
  dayOrNull: (name: string) => date(name),
}
type ColumnOf<Field extends HeaderField> = Field extends {
  readonly column: infer Type extends keyof typeof columns
}
  ? ReturnType<(typeof columns)[Type]>
  : never
type StoredField<Fields extends HeaderFields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly column: keyof typeof columns } ? Name : never
}[keyof Fields]

// `CarrierName` becomes the column `carrier_name`.
const columnName = (field: string) =>
  field
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

/** Builds a column for each stored field, under its wire name. */
export function headerColumns<Fields extends HeaderFields>(fields: Fields) {
  const storedFields = Object.entries(fields).flatMap(([name, { column }]) =>
    column ? [[name, columns[column](columnName(name))] as const] : [],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one column per field
  return Object.fromEntries(storedFields) as { [Name in StoredField<Fields>]: ColumnOf<Fields[Name]> }
}
