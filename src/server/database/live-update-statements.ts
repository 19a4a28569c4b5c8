// Writes live updates. Listeners are notified after the commit (`notify-changes.ts`).
import { Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { change } from './schema/changes.ts'

interface UpdateInfo {
  readonly step: string | Placeholder
  readonly concerns: readonly string[] | Placeholder
}

/** The CTEs of a statement that changes rows of `document` and writes their live updates. */
export function liveUpdateTables(
  changing: SQLWrapper,
  by: string | Placeholder,
  { step, concerns }: UpdateInfo,
): SQL {
  const locations = concerns instanceof Placeholder ? concerns : sql.param([...new Set(concerns)])
  return sql`changed as ${changing},
    told as (insert into ${change} (by, kind, storage_type, number, season_id, locations, step)
      select ${by}, kind, storage_type, number::text, season_id, ${locations}::text[], ${step} from changed
      returning number)`
}

/** A statement that changes rows of `document`, writes their live updates and returns their numbers. */
export function withLiveUpdate(changing: SQLWrapper, by: string, update: UpdateInfo): SQL {
  return sql`with ${liveUpdateTables(changing, by, update)} select number from told`
}

/** A statement that writes the live update of corrected stock at a location. */
export function stockLiveUpdate(of: {
  readonly by: string
  readonly barcode: string
  readonly storageType: string
  readonly location: string
}): SQL {
  return sql`
    insert into ${change} (by, kind, storage_type, number, locations, step)
    values (${of.by}, 'stock', ${of.storageType}, ${of.barcode}, array[${of.location}], 'adjust')`
}
