import { own } from '#contract/doors.ts'
import { createHandlers } from '#server/http/handlers/index.ts'
import { demoUsers } from '#server/identity/demo-users.ts'
import { createPrinting } from '#server/reports/printing.ts'
import type { Database } from '#server/store/database.ts'
import { createPorts } from '#server/store/ports.ts'
import type { Business } from './compose.ts'
import type { Settings } from './environment.ts'
import { importParts } from './import-parts.ts'
import { sheetRegistry } from './sheet-registry.ts'

/** Plugs the database into the domain and the domain into the calls; fills an empty database where demo data is wanted. */
export async function composeBusiness(database: Database, settings: Settings): Promise<Business> {
  if (settings.seedDemo) await seed(database)
  const printing = createPrinting()
  const ports = createPorts(database.queries)
  const { groups } = settings
  return {
    handlers: createHandlers({
      ports,
      portsIn: createPorts,
      groups,
      paper: { printing, templates: settings.labelTemplates, registry: sheetRegistry },
    }),
    files: { ports, groups, ...importParts(database) },
    extensions: ['printing', 'maintenance', 'history', 'export', ...own.extensions],
    close: printing.close,
  }
}

// The generator is loaded only where it is wanted: a server of a real site never needs it.
async function seed(database: Database): Promise<void> {
  const { seedDemo } = await import('./demo/load.ts')
  const today = new Date().toISOString().slice(0, 10)
  await seedDemo(database, { today, users: demoUsers })
}
