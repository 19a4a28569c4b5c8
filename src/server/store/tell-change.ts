// Writes live updates, and notifies listeners on commit.
import { Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { change } from './schema/changes.ts'

/** NOTIFY channels between servers on one database: one for changes, one for messages. */
export const channels = { change: 'trimline_change', word: 'trimline_word' } as const

interface Told {
  readonly step: string | Placeholder
  readonly concerns: readonly string[] | Placeholder
}

/** The tables of a statement that changes rows of `document` and writes their live updates, and the query that tells of them. */
export function tellingDocument(
  changing: SQLWrapper,
  by: string | Placeholder,
  { step, concerns }: Told,
): { readonly tables: SQL; readonly answer: SQL } {
  const locations = concerns instanceof Placeholder ? concerns : sql.param([...new Set(concerns)])
  return {
    tables: sql`changed as ${changing},
    told as (insert into ${change} (by, kind, storage_type, number, season_id, locations, step)
      select ${by}, kind, storage_type, number::text, season_id, ${locations}::text[], ${step} from changed
      returning number)`,
    answer: sql`select count(pg_notify(${channels.change}, '')::text) from told`,
  }
}

/** A statement that changes rows of `document` and writes their live updates; returns their numbers. */
export function tellDocument(changing: SQLWrapper, by: string, told: Told): SQL {
  const { tables } = tellingDocument(changing, by, told)
  return sql`with ${tables} select number, pg_notify(${channels.change}, '') from told`
}

/** A statement that writes the live update of corrected stock at a location. */
export function tellStock(of: {
  readonly by: string
  readonly barcode: string
  readonly storageType: string
  readonly location: string
}): SQL {
  return sql`
    with told as (insert into ${change} (by, kind, storage_type, number, locations, step)
      values (${of.by}, 'stock', ${of.storageType}, ${of.barcode}, array[${of.location}], 'adjust') returning number)
    select number, pg_notify(${channels.change}, '') from told`
}
