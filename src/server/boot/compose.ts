import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { RuntimeConfig } from '#core/wire/runtime-config.ts'
import type { Health, Liveness } from '#features/health/common/health.ts'
import { purgeChanges } from '#features/live/server/change-feed.ts'
import { type LiveCallParts, mountLive } from '#features/live/server/mount-live.ts'
import { type FileParts, mountFiles } from '#features/stock-files/server/files/mount-files.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { createChangeRunner, purgeIdempotencyKeys } from '#server/database/idempotency.ts'
import {
  createIdentityAdapter,
  loadIdentitySecret,
  purgeIdentityState,
} from '#server/database/identity-store.ts'
import { createLedgerMarks, purgeMarks } from '#server/database/ledger-marks.ts'
import { createPeopleStore } from '#server/database/people-store.ts'
import { createRequestCounts } from '#server/database/request-counts.ts'
import { createRevokedTokenStore } from '#server/database/revoked-tokens.ts'
import {
  classifyDatabaseError,
  isNumberTooLarge,
  isSequenceExhausted,
  type Transaction,
} from '#server/database/transaction.ts'
import { createRankRecorder } from '#server/domain/people.ts'
import { type App, createApp, type MountCalls } from '#server/http/app.ts'
import type { Handlers } from '#server/http/handlers.ts'
import type { Log, MayChange, VerifyToken } from '#server/http/ports.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { logRequest } from '#server/http/request-log.ts'
import { createRevokedTokens, type RevokedTokens } from '#server/http/revoked-tokens.ts'
import { type HeaderOptions, securityHeaders } from '#server/http/security-headers.ts'
import { createSharedLimiter } from '#server/http/shared-limit.ts'
import { cacheVerifiedTokens } from '#server/http/token-cache.ts'
import { verifyWithDiscovery, verifyWithKeys } from '#server/http/verify-token.ts'
import { apiAudience, appScope, clientId, providerPath } from '#server/identity/client.ts'
import { type DemoUser, demoUsers } from '#server/identity/demo-users.ts'
import type { EmbeddedIdentity } from '#server/identity/embedded.ts'
import { loadEmbeddedIdentity } from '#server/identity/load.ts'
import { makeProviderKeys, publicKeys } from '#server/identity/signing-keys.ts'
import { type Addresses, findAddresses, providerOrigin } from './addresses.ts'
import type { IdentitySettings, Settings } from './environment.ts'
import { type Listener, listen } from './listener.ts'
import { prefetchForChange } from './ports.ts'
import type { StartRefusal } from './start-refusals.ts'
import { productVersion } from './version.ts'

/** The business logic's contribution to the server. */
export interface Business {
  readonly handlers: Handlers<Transaction>
  readonly files?: FileParts
  readonly live?: LiveCallParts
  /** Calls `listener` when another server has revoked tokens. */
  readonly onTokensRevoked?: (listener: () => void) => void
  readonly mayChange?: MayChange
  /** Sources of print agents for the page's content security policy. */
  readonly printSources?: () => Promise<readonly string[]>
  /** Ids of this server's extensions to the specification. */
  readonly extensions: readonly string[]
  /** `stop` ends open streams; `close` then frees all other resources. */
  readonly stop?: () => void
  readonly close?: () => Promise<void>
}

export interface ServerParts {
  readonly log: Log
  /** Creates the call handlers after the database opens, and loads demo data if configured. */
  readonly business: (database: Database, settings: Settings, log: Log) => Promise<Business>
  readonly users?: readonly DemoUser[]
  /** An open database to use instead of the configured one. The server does not close it. */
  readonly database?: Database
  readonly appDirectory?: string
  /** Milliseconds that running requests get at shutdown; default 10,000. */
  readonly shutdownTimeoutMs?: number
}

export interface RunningServer {
  /** The public address, without a closing slash. */
  readonly url: string
  readonly addresses: Addresses
  readonly port: number
  readonly database: Database
  /** Graceful shutdown: refuses connections, waits 10 s for running requests, then closes the database. */
  readonly close: () => Promise<void>
}

// Milliseconds that running requests get at shutdown.
const shutdownTimeoutMs = 10_000
// Milliseconds between removals of expired rows.
const cleanupIntervalMs = 600_000
// Milliseconds that a server stays unready after a change failed on a full disk.
const diskFullUnreadyMs = 30_000
// Milliseconds between reads of tokens that other servers revoked.
const revocationsIntervalMs = 5_000
// Milliseconds between ledger marks while it changes.
const markIntervalMs = 15_000
const builtApp = fileURLToPath(new URL('../../../dist/app', import.meta.url))

/** Starts app files, calls and, unless another is set, the embedded identity provider on one port. */
export async function startServer(
  settings: Settings,
  parts: ServerParts,
): Promise<Result<RunningServer, StartRefusal>> {
  const opened = await listen(settings)
  if (!opened.ok) return opened
  const listener = opened.value
  const database = parts.database ? succeed(parts.database) : await openOwnDatabase(settings, parts.log)
  if (!database.ok) {
    await listener.close(0)
    return fail(database.error)
  }
  const closeOwnDatabase = () => (parts.database ? Promise.resolve() : database.value.close())
  try {
    const serving = await serve(settings, parts, listener, database.value)
    let closing: Promise<void> | undefined
    const stop = async () => {
      serving.stop()
      await listener.close(parts.shutdownTimeoutMs ?? shutdownTimeoutMs)
      await serving.close()
      await closeOwnDatabase()
    }
    return succeed({
      url: serving.addresses.publicUrl,
      addresses: serving.addresses,
      port: listener.port,
      database: database.value,
      close: () => (closing ??= stop()),
    })
  } catch (error) {
    await listener.close(0)
    await closeOwnDatabase()
    throw error
  }
}

function openOwnDatabase(settings: Settings, log: Log) {
  return openDatabase(settings.database, (error) =>
    log.warn({ reason: error.message }, 'database connection lost'),
  )
}

async function serve(settings: Settings, parts: ServerParts, listener: Listener, database: Database) {
  const { log, users = demoUsers } = parts
  const addresses = findAddresses({
    host: settings.host,
    port: listener.port,
    secure: settings.tls !== undefined,
    publicUrl: settings.publicUrl,
  })
  const business = await parts.business(database, settings, log)
  const endedTokens = createRevokedTokens(createRevokedTokenStore(database))
  const identity = await composeIdentity(settings, addresses, users, database, log, endedTokens)
  const headers = headerOptions(settings, addresses)
  // A trial write may succeed after a larger change failed on a full disk, so stay unready for a while.
  let unreadyUntil = 0
  const people = createPeopleStore(database.queries)
  const noteRank = createRankRecorder(people, settings.groups)
  // The embedded provider's groups are known before any sign-in.
  if (identity.embedded) for (const user of users) await noteRank(user)
  const readRevocations = () =>
    endedTokens.refresh().catch((error: unknown) => log.warn({ error }, 'ended tokens could not be read'))
  await readRevocations()
  const marks = createLedgerMarks(database)
  const mark = () =>
    marks.mark().catch((error: unknown) => log.warn({ error }, 'the ledger could not be marked'))
  await mark()
  business.onTokensRevoked?.(() => void readRevocations())
  const app = createApp({
    handlers: business.handlers,
    mounts: mountsOf(business),
    runChange: createChangeRunner(database, prefetchForChange),
    mayChange: business.mayChange,
    verifyToken: cacheVerifiedTokens(identity.verifyToken),
    onAdmitted: noteRank,
    endedTokens,
    ledgerState: marks.state,
    runtimeConfig: (host) => runtimeConfig(settings, addresses, business.extensions, host),
    checkHealth: () => checkHealth(database, unreadyUntil),
    liveness,
    classifyDatabaseError: (error) => {
      const trouble = classifyDatabaseError(error)
      if (trouble === 'full') unreadyUntil = performance.now() + diskFullUnreadyMs
      return trouble
    },
    isSequenceExhausted,
    isNumberTooLarge,
    headers,
    appOrigins: settings.appOrigins,
    usesOtherServer: settings.otherServer !== undefined,
    printSources: business.printSources ?? (async () => []),
    appDirectory: parts.appDirectory ?? builtApp,
    limits: {
      perUser: { perMinute: settings.requestsPerMinute, burst: Math.max(1, settings.requestsPerMinute / 2) },
      refusedPerAddress: { perMinute: 120, burst: 120 },
    },
    log,
  })
  serveRequests(listener, app, { addresses, embedded: identity.embedded, headers, log })
  const timers = [
    repeat(readRevocations, revocationsIntervalMs),
    repeat(mark, markIntervalMs),
    repeat(() => removeExpiredRows(database, log), cleanupIntervalMs),
  ]
  return {
    addresses,
    stop: () => {
      for (const timer of timers) clearInterval(timer)
      business.stop?.()
    },
    close: async () => business.close?.(),
  }
}

function headerOptions(settings: Settings, addresses: Addresses): HeaderOptions {
  return {
    secure: addresses.publicUrl.startsWith('https:'),
    ...(settings.otherServer && { apiOrigin: new URL(settings.otherServer.apiBase).origin }),
    // A browser that uses another host than PUBLIC_URL connects to the provider at PUBLIC_URL.
    ...(addresses.fixed && { identityOrigin: addresses.publicUrl }),
    ...(settings.identity.kind === 'external' && {
      identityOrigin: new URL(settings.identity.issuer).origin,
    }),
  }
}

// Answers sign-in pages by the provider, frequent changes directly, and all else by the router.
function serveRequests(
  listener: Listener,
  app: App,
  {
    addresses,
    embedded,
    headers,
    log,
  }: {
    readonly addresses: Addresses
    readonly embedded: EmbeddedIdentity | undefined
    readonly headers: HeaderOptions
    readonly log: Log
  },
): void {
  const handleByRouter = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Health checks over HTTP/1.0 send no Host header.
    hostname: new URL(addresses.publicUrl).host,
  })
  const fixedHeaders = Object.entries(securityHeaders(headers))
  listener.serve((request, response) => {
    logRequest(log, request, response)
    for (const [name, value] of fixedHeaders) response.setHeader(name, value)
    const handled = embedded?.canHandle(request.url ?? '')
      ? embedded.handle(request, response)
      : (app.handleDirectly(request, response) ?? handleByRouter(request, response))
    handled.catch((error: unknown) => {
      log.error({ error }, 'unexpected failure')
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
}

// Mounts the calls that stream or have a file as body or response.
function mountsOf({ files, live }: Business): readonly MountCalls[] {
  const mountOwnFiles: MountCalls = (api, { log }) => files && mountFiles(api, files, log)
  const mountOwnLive: MountCalls = (api, { endedTokens }) => live && mountLive(api, live, endedTokens)
  return [mountOwnFiles, mountOwnLive]
}

// Repeats work at intervals, which does not keep the process alive.
function repeat(work: () => Promise<void>, intervalMs: number): NodeJS.Timeout {
  return setInterval(() => void work(), intervalMs).unref()
}

async function removeExpiredRows(database: Database, log: Log): Promise<void> {
  try {
    const keys = await purgeIdempotencyKeys(database)
    const states = await purgeIdentityState(database)
    const changes = await purgeChanges(database)
    const marks = await purgeMarks(database)
    log.debug({ keys, states, changes, marks }, 'expired rows removed')
  } catch (error) {
    log.warn({ error }, 'expired rows could not be removed')
  }
}

async function composeIdentity(
  settings: Settings,
  addresses: Addresses,
  users: readonly DemoUser[],
  database: Database,
  log: Log,
  { revokeGrant }: Pick<RevokedTokens, 'revokeGrant'>,
): Promise<{ verifyToken: VerifyToken; embedded?: EmbeddedIdentity }> {
  const { identity } = settings
  if (identity.kind === 'external') {
    const { issuer, audience, tokenType } = identity
    return { verifyToken: verifyWithDiscovery({ issuer, audience, tokenType }) }
  }
  const { createEmbeddedIdentity } = await loadEmbeddedIdentity()
  const keys = await loadIdentitySecret(database, 'provider-keys', makeProviderKeys)
  const issuer = `${addresses.publicUrl}${providerPath}`
  const behindTls = settings.tls === undefined && addresses.publicUrl.startsWith('https:')
  const people = createPeopleStore(database.queries)
  const signIns = createSharedLimiter(settings.signInsPerMinute, createRequestCounts(database))
  const attempts = createRateLimiter({ perMinute: 120, burst: 120 })
  const embedded = createEmbeddedIdentity({
    issuer,
    origins: [...addresses.origins, ...settings.appOrigins],
    waitFor: async (request) => {
      const verdict = await signIns(addressOf(request, behindTls))
      return verdict.admitted ? 0 : verdict.retryAfterSeconds
    },
    hostFor: (host) => new URL(providerOrigin(addresses, host)).host,
    users,
    keys,
    adapter: createIdentityAdapter(database, revokeGrant),
    revokeGrant,
    isActive: async (username) => !(await people.rightsOf([username])).get(username)?.inactive,
    accessTokenSeconds: identity.accessTokenSeconds,
    behindTls,
    reportFailure: (error) => log.error({ error }, 'identity provider failed'),
    waitSeconds: (address) => {
      const verdict = attempts(address)
      return verdict.admitted ? 0 : verdict.retryAfterSeconds
    },
  })
  const rules = { issuer, audience: apiAudience, tokenType: 'at+jwt' }
  return { verifyToken: verifyWithKeys(rules, publicKeys(keys)), embedded }
}

// Behind a TLS-terminating proxy: the last address that the proxy added.
function addressOf({ headers, socket }: IncomingMessage, behindTls: boolean): string {
  const forwardedAddress = behindTls
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined
  return forwardedAddress || (socket.remoteAddress ?? 'unknown')
}

/** The app's settings. `host`: the Host header of the browser; `extensions`: of this server. */
export function runtimeConfig(
  settings: Omit<Settings, 'database'>,
  addresses: Addresses,
  extensions: readonly string[],
  host: string | undefined,
): RuntimeConfig {
  return {
    apiBase: settings.otherServer?.apiBase ?? '/api/',
    oidc: oidcConfig(settings.identity, addresses, host),
    groups: settings.groups,
    ...(settings.environmentName !== undefined && { environmentName: settings.environmentName }),
    version: productVersion,
    numberPatterns: settings.numberPatterns,
    printAgent: settings.printAgent,
    extensions: [...(settings.otherServer?.extensions ?? extensions)],
  }
}

function oidcConfig(
  identity: IdentitySettings,
  addresses: Addresses,
  host: string | undefined,
): RuntimeConfig['oidc'] {
  if (identity.kind === 'external') {
    const { issuer, clientId: client, scope, audience } = identity
    return { authority: issuer, clientId: client, scope, audience }
  }
  return { authority: `${providerOrigin(addresses, host)}${providerPath}`, clientId, scope: appScope }
}

async function checkHealth(database: Database, unreadyUntil: number): Promise<Health> {
  const { milliseconds, migrated, writable } = await database.readiness()
  const hasSpace = performance.now() >= unreadyUntil
  const reachable = milliseconds !== null
  return {
    ...liveness(),
    status: reachable && migrated && writable && hasSpace ? 'ok' : 'failing',
    database: { engine: database.engine, reachable, milliseconds, migrated, writable: writable && hasSpace },
  }
}

const liveness = (): Liveness => ({
  status: 'ok',
  version: productVersion,
  time: new Date().toISOString(),
})
