// Writes live updates, and notifies listeners on commit.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { change } from './schema/changes.ts'

/** NOTIFY channels between servers on one database: one for changes, one for messages. */
export const channels = { change: 'trimline_change', word: 'trimline_word' } as const

/** A statement that changes rows of `document` and writes their live updates; returns their numbers. */
export function tellDocument(
  changing: SQLWrapper,
  by: string,
  { step, concerns }: { readonly step: string; readonly concerns: readonly string[] },
): SQL {
  return sql`
    with changed as ${changing},
    told as (insert into ${change} (by, kind, storage_type, number, season_id, locations, step)
      select ${by}, kind, storage_type, number::text, season_id, ${sql.param([...new Set(concerns)])}::text[], ${step} from changed
      returning number)
    select number, pg_notify(${channels.change}, '') from told`
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
