import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { LEDGER_STATE_HEADER } from '#core/wire/ledger-state.ts'
import { makeProblem, type ProblemCode } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { succeed } from '#core/wire/result.ts'
import type { RuntimeConfig } from '#core/wire/runtime-config.ts'
import { SIGN_OUT_PATH } from '#core/wire/sign-out.ts'
import type { Health, Liveness } from '#features/health/common/health.ts'
import { problemFor } from '#server/domain/refusals.ts'
import { type Admit, type ApiEnvironment, authenticate, createAdmission } from './authenticate.ts'
import { createDirectChanges, type HandleDirectly } from './direct-changes.ts'
import type { Handlers } from './handlers.ts'
import { directChangeHandlers, mountCalls } from './mount.ts'
import type { Log, MayChange, RunChange, SignedIn, VerifyToken } from './ports.ts'
import {
  answerResponse,
  type OutgoingResponse,
  problemResponse,
  responseOf,
  toOutgoingProblem,
} from './problems.ts'
import { createRateLimiter, type RateLimit } from './rate-limit.ts'
import { addLogFields, requestIdOf } from './request-log.ts'
import type { RevokedTokens } from './revoked-tokens.ts'
import type { HeaderOptions } from './security-headers.ts'
import { createStaticFiles } from './static-files.ts'

/** Mounts a feature's own routes below `/api`, for authenticated users. */
export type MountCalls = (
  api: Hono<ApiEnvironment>,
  parts: { readonly log: Log; readonly endedTokens: RevokedTokens },
) => void

interface AppParts<Transaction> {
  readonly handlers: Handlers<Transaction>
  /** Mount the calls that stream or have a file as body or response; absent for none. */
  readonly mounts: readonly MountCalls[] | undefined
  readonly runChange: RunChange<Transaction>
  /** Checked before a large body is read; absent to skip the check. */
  readonly mayChange: MayChange | undefined
  readonly verifyToken: VerifyToken
  /** Called for every authenticated user. */
  readonly onAdmitted: (user: SignedIn) => Promise<void>
  readonly endedTokens: RevokedTokens
  /** The latest ledger mark, sent with every response; absent if this server has none. */
  readonly ledgerState?: () => string | undefined
  /** The app's settings. `host`: the Host header, because devices may use different names for the server. */
  readonly runtimeConfig: (host: string | undefined) => RuntimeConfig
  readonly checkHealth: () => Promise<Health>
  readonly liveness: () => Liveness
  /** Classifies a database error; undefined for bugs. */
  readonly classifyDatabaseError: (error: unknown) => DatabaseErrorKind | undefined
  /** Whether the error means that the document numbers are used up. */
  readonly isSequenceExhausted: (error: unknown) => boolean
  /** Whether the error means that a sum of plants is too large for the database. */
  readonly isNumberTooLarge: (error: unknown) => boolean
  readonly headers: HeaderOptions
  /** True if the app calls another server and this one serves only its files. */
  readonly usesOtherServer?: boolean
  /** Other origins that serve the app; absent for none. */
  readonly appOrigins?: readonly string[]
  /** Sources of print agents for the page's content security policy. */
  readonly printSources: () => Promise<readonly string[]>
  readonly appDirectory: string
  readonly limits: { readonly perUser: RateLimit; readonly refusedPerAddress: RateLimit }
  readonly log: Log
}

/** Handles requests: frequent changes directly, all others through the router. */
export interface App {
  readonly fetch: Hono<ApiEnvironment>['fetch']
  readonly handleDirectly: HandleDirectly
}

/** Creates everything except the identity provider: app files, settings, health checks and calls. */
export function createApp<Transaction>(parts: AppParts<Transaction>): App {
  const app = new Hono<ApiEnvironment>()
  const { appOrigins = [] } = parts
  if (appOrigins.length > 0) app.use(allowOrigins(appOrigins))

  const noStore = { 'cache-control': 'no-store' }
  app.get('/health/live', (context) => context.json(parts.liveness(), 200, noStore))
  for (const path of ['/health', '/health/ready']) {
    app.get(path, async (context) => {
      const health = await parts.checkHealth()
      return context.json(health, health.status === 'ok' ? 200 : 503, noStore)
    })
  }
  app.get('/config.json', (context) =>
    context.json(parts.runtimeConfig(context.req.header('host')), 200, { 'cache-control': 'no-cache' }),
  )
  // Public, because the description is the same for every site of this version.
  app.get('/openapi.json', async (context) => {
    const description = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')
    return context.json(JSON.parse(description), 200, { 'cache-control': 'no-cache' })
  })
  const admit = createAdmission({
    verifyToken: parts.verifyToken,
    hasEnded: parts.endedTokens.has,
    seen: parts.onAdmitted,
    perUser: createRateLimiter(parts.limits.perUser),
    refusedPerAddress: createRateLimiter(parts.limits.refusedPerAddress),
  })
  const hasCalls = parts.usesOtherServer !== true
  if (hasCalls) app.route('/api', createApi(parts, admit))

  const staticFiles = createStaticFiles(parts.appDirectory, async () => ({
    ...parts.headers,
    printSources: await parts.printSources(),
  }))
  app.notFound(async (context) => {
    const file = await staticFiles(context.req.raw)
    return file ?? problemResponse(makeProblem('not_found', 'There is nothing at this address.'))
  })
  const answerTo = (error: unknown, incoming: IncomingMessage | undefined) =>
    answerToError(parts, error, incoming)
  app.onError((error, context) => responseOf(answerTo(error, context.env.incoming)))
  // With other origins, all requests need the router's CORS headers.
  const isDirectPossible = hasCalls && appOrigins.length === 0
  return {
    fetch: app.fetch,
    handleDirectly: isDirectPossible
      ? createDirectChanges({
          base: '/api/',
          admit,
          answerChange: directChangeHandlers(parts.handlers, parts.runChange, mayChangeOf(parts)),
          answerTo,
          ledgerState: parts.ledgerState,
        })
      : () => undefined,
  }
}

const mayChangeOf = ({ mayChange }: Pick<AppParts<unknown>, 'mayChange'>): MayChange =>
  mayChange ?? (async () => succeed(true))

// Converts an error to a problem response. Bugs are logged.
function answerToError(
  {
    classifyDatabaseError,
    isSequenceExhausted,
    isNumberTooLarge,
    log,
  }: Pick<AppParts<unknown>, 'classifyDatabaseError' | 'isSequenceExhausted' | 'isNumberTooLarge' | 'log'>,
  error: unknown,
  incoming: IncomingMessage | undefined,
): OutgoingResponse {
  const requestId = requestIdOf(incoming)
  const trouble = classifyDatabaseError(error)
  if (trouble) {
    const { code, detail, retryAfterSeconds } = problemsByKind[trouble]
    log.warn({ requestId, trouble, reason: reasonOf(error) }, 'database unavailable')
    addLogFields(incoming, { code })
    return toOutgoingProblem(makeProblem(code, detail), { 'retry-after': String(retryAfterSeconds) })
  }
  // Expected failures that arrive as exceptions, because they abort the transaction.
  const refused = isSequenceExhausted(error)
    ? 'numbersUsedUp'
    : isNumberTooLarge(error) && incoming?.method !== 'GET'
      ? 'plantsTooMany'
      : undefined
  if (refused) {
    const problem = problemFor(refuse(refused))
    addLogFields(incoming, { code: problem.code })
    return toOutgoingProblem(problem)
  }
  log.error({ requestId, error }, 'unexpected failure')
  addLogFields(incoming, { code: 'internal_error' })
  const detail = requestId ? `The server’s log has more under ${requestId}.` : 'The server’s log has more.'
  return toOutgoingProblem(makeProblem('internal_error', detail))
}

// Other origins may send and read the same headers as the app.
const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
    exposeHeaders: ['retry-after', 'idempotency-replayed', LEDGER_STATE_HEADER],
    maxAge: 600,
  })

/** Why the database is unavailable. */
export type DatabaseErrorKind = 'busy' | 'unreachable' | 'full' | 'read_only'

// The problem of each kind. `again`: the retry-after in seconds.
const problemsByKind = {
  busy: {
    code: 'server_busy',
    detail: 'All connections to the database are in use; try again shortly.',
    retryAfterSeconds: 1,
  },
  unreachable: {
    code: 'unavailable',
    detail: 'The database cannot be reached; try again shortly.',
    retryAfterSeconds: 5,
  },
  full: {
    code: 'storage_full',
    detail: 'The disk of the database is full; nothing was saved.',
    retryAfterSeconds: 60,
  },
  read_only: {
    code: 'no_changes_now',
    detail: 'The database takes no changes now; nothing was saved.',
    retryAfterSeconds: 5,
  },
} as const satisfies Record<
  DatabaseErrorKind,
  { code: ProblemCode; detail: string; retryAfterSeconds: number }
>

// Returns the innermost message: outer errors quote the statement, which may contain personal data.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}

function createApi<Transaction>(parts: AppParts<Transaction>, admit: Admit): Hono<ApiEnvironment> {
  const api = new Hono<ApiEnvironment>()
  api.use(compress())
  api.use(async (context, next) => {
    await next()
    const state = parts.ledgerState?.()
    if (state !== undefined) context.header(LEDGER_STATE_HEADER, state)
  })
  api.use(authenticate(admit))
  mountCalls(api, parts.handlers, parts.runChange, mayChangeOf(parts))
  for (const mount of parts.mounts ?? []) mount(api, parts)
  api.post(`/${SIGN_OUT_PATH}`, async (context) => {
    await parts.endedTokens.revoke(context.var.user)
    return answerResponse({ status: 200, contentType: 'application/json', body: '{}' })
  })
  api.all('/*', (context) => {
    addLogFields(context.env.incoming, { code: 'call_not_available' })
    return problemResponse(makeProblem('call_not_available', 'There is no such call.'))
  })
  return api
}
