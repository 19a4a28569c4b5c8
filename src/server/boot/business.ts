import type { Database } from '#server/store/database.ts'
import type { Business } from './compose.ts'
import type { Settings } from './environment.ts'

/** Plugs the domain into the database and the database into the calls; seeds demo data into an empty database. */
export async function composeBusiness(_database: Database, _settings: Settings): Promise<Business> {
  return { handlers: {}, extensions: [] }
}
