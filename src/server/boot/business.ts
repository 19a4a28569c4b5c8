import { createHandlers } from '#server/http/handlers/index.ts'
import type { Database } from '#server/store/database.ts'
import { createPorts } from '#server/store/ports.ts'
import type { Business } from './compose.ts'
import type { Settings } from './environment.ts'

/** Plugs the domain into the database and the database into the calls; seeds demo data into an empty database. */
export async function composeBusiness(database: Database, settings: Settings): Promise<Business> {
  const handlers = createHandlers({
    ports: createPorts(database.queries),
    portsIn: createPorts,
    groups: settings.groups,
  })
  return { handlers, extensions: [] }
}
