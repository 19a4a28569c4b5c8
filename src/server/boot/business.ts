import { setTimeout as sleep } from 'node:timers/promises'
import { ownAdditions } from '#core/wire/kind-routes.ts'
import { documentHandlers, ownerHandlers } from '#documents/server/calls/documents.ts'
import { adjustmentHandlers } from '#features/adjustment/server/calls.ts'
import { historyHandlers } from '#features/history/server/calls.ts'
import { readTrace } from '#features/history/server/trace.ts'
import { LIVE_INTERVALS_MS } from '#features/live/common/live.ts'
import { createChangeFeed } from '#features/live/server/change-feed.ts'
import {
  closeLive,
  createLive,
  type Live,
  readChanges,
  receiveMessage,
  sendHeartbeat,
} from '#features/live/server/live.ts'
import { maintenanceHandlers } from '#features/maintenance/server/calls.ts'
import { printingHandlers } from '#features/printing/server/calls/index.ts'
import { policySources } from '#features/printing/server/print-hosts.ts'
import { createPrinting, type Printing } from '#features/printing/server/printing.ts'
import { deviceProfileHandlers } from '#features/scanner-setup/server/calls.ts'
import { importHandlers } from '#features/stock-files/server/calls.ts'
import { importParts } from '#features/stock-files/server/import-parts.ts'
import { openStandby } from '#features/stock-files/server/standby.ts'
import type { Database } from '#server/database/database.ts'
import type { Subscription } from '#server/database/listen.ts'
import { TOKENS_REVOKED } from '#server/database/revoked-tokens.ts'
import { identify, mayChangeAnything } from '#server/domain/people.ts'
import type { TypedCalls } from '#server/http/every-call.ts'
import { createHandlers } from '#server/http/handlers/index.ts'
import type { Log } from '#server/http/ports.ts'
import { demoUsers } from '#server/identity/demo-users.ts'
import type { Business } from './compose.ts'
import type { Settings } from './environment.ts'
import { createAllPorts, portsInChange } from './ports.ts'
import { sheetRegistry } from './sheet-registry.ts'

/** Connects database, domain and HTTP calls. Loads demo data into an empty database if configured. */
export async function composeBusiness(
  database: Database,
  settings: Settings,
  log: Log,
  printing: Printing = createPrinting(),
): Promise<Business> {
  if (settings.seedDemo) await seed(database)
  const ports = createAllPorts(database.queries)
  const { groups } = settings
  const parts = { ports, portsIn: portsInChange, groups }
  const reading = settings.readUrl
    ? openStandby(settings.readUrl, database, (error) =>
        log.warn({ error }, 'the primary is read for an export'),
      )
    : undefined
  const { live, ...liveUpdates } = composeLive(database, settings, log)
  return {
    handlers: {
      ...createHandlers(parts),
      ...documentHandlers(parts),
      ...ownerHandlers(parts),
      ...adjustmentHandlers(parts),
      ...historyHandlers(parts),
      ...deviceProfileHandlers(parts),
      ...maintenanceHandlers(parts),
      ...importHandlers(parts),
      ...printingHandlers({
        ...parts,
        printHosts: settings.printHosts,
        readTrace: (person, barcode, page) => readTrace(ports.traces, person, barcode, page),
        paper: {
          printing,
          templates: settings.labelTemplates,
          registry: sheetRegistry,
          company: settings.company,
        },
      }),
    } satisfies Readonly<Record<keyof TypedCalls, unknown>>,
    files: {
      ports,
      exports: reading?.exports ?? (async () => ports.exports),
      groups,
      ...importParts(database),
    },
    live: { live, groups, people: ports.people },
    printSources: cached(async () => policySources(await ports.printServers.hosts(), settings.printHosts)),
    mayChange: async (user) => {
      const person = await identify(ports.people, groups, user)
      return person.ok ? mayChangeAnything(person.value) : person
    },
    onTokensRevoked: liveUpdates.onTokensEnded,
    extensions: [
      'printing',
      'printers',
      'maintenance',
      'history',
      'trace',
      'export',
      'live',
      'profiles',
      'details',
      'idempotency',
      ...ownAdditions.extensions,
    ],
    stop: liveUpdates.stop,
    close: async () => {
      await liveUpdates.close()
      await printing.close()
      await reading?.close()
    },
  }
}

// Milliseconds that a list is fresh, and that a page waits for a fresher one.
const freshForMs = 1000
const maxWaitMs = 300

// Caches the list of `read`. A page waits only briefly for a fresh list, and works without the database.
function cached(read: () => Promise<readonly string[]>) {
  let known: readonly string[] = []
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<readonly string[]> | undefined
  const refresh = async () => {
    try {
      known = await read()
      readAt = performance.now()
    } catch {
      // Keep the previous list.
    }
    reading = undefined
    return known
  }
  return (): Promise<readonly string[]> => {
    if (performance.now() - readAt < freshForMs) return Promise.resolve(known)
    reading ??= refresh()
    return Promise.race([reading, sleep(maxWaitMs, undefined, { ref: false }).then(() => known)])
  }
}

// Live updates. Subscribes to the database first, so that no change is missed.
function composeLive(database: Database, { groups }: Settings, log: Log) {
  let readRevocations = () => {}
  const subscription: Subscription = database.listen({
    onChange: () => void readChanges(live),
    onMessage: (message) => (message === TOKENS_REVOKED ? readRevocations() : receiveMessage(live, message)),
  })
  const ports = createAllPorts(database.queries)
  const live: Live = createLive({
    changes: createChangeFeed(subscription.queries),
    people: ports.people,
    documents: ports.documents,
    groups,
    broadcast: subscription.broadcast,
    log,
    now: Date.now,
  })
  const heartbeatTimer = setInterval(
    () => void sendHeartbeat(live).catch((error: unknown) => log.warn({ error }, 'no sign of life')),
    LIVE_INTERVALS_MS.beat,
  )
  heartbeatTimer.unref()
  return {
    live,
    onTokensEnded: (listener: () => void) => {
      readRevocations = listener
    },
    stop: () => {
      clearInterval(heartbeatTimer)
      closeLive(live)
    },
    close: subscription.close,
  }
}

// Import the generator only when demo data is needed.
async function seed(database: Database): Promise<void> {
  const { seedDemo } = await import('./demo/load.ts')
  const today = new Date().toISOString().slice(0, 10)
  await seedDemo(database, { today, users: demoUsers })
}
