import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import type { Health, Liveness } from '#core/wire/health.ts'
import { LEDGER_STATE_HEADER } from '#core/wire/ledger-state.ts'
import { makeProblem, type ProblemCode } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { succeed } from '#core/wire/result.ts'
import type { RuntimeConfig } from '#core/wire/runtime-config.ts'
import { SIGN_OUT_PATH } from '#core/wire/sign-out.ts'
import { problemFor } from '#server/domain/refusals.ts'
import { type Admit, type ApiEnvironment, authenticate, createAdmission } from './authenticate.ts'
import { type AnswerDirectly, createDirectChanges } from './direct-changes.ts'
import type { EndedTokens } from './ended-tokens.ts'
import { type FileParts, mountFiles } from './files/mount-files.ts'
import type { Handlers } from './handlers.ts'
import { type LiveCallParts, mountLive } from './live/mount-live.ts'
import { mountCalls, plainChanges } from './mount.ts'
import type { Log, MayChange, RunChange, SignedIn, VerifyToken } from './ports.ts'
import { answerResponse, problemResponse, problemSending, responseOf, type Sending } from './problems.ts'
import { createRateLimiter, type RateLimit } from './rate-limit.ts'
import { noteRequest, requestIdOf } from './request-log.ts'
import type { HeaderOptions } from './security-headers.ts'
import { createStaticFiles } from './static-files.ts'

export interface AppParts<Transaction> {
  readonly handlers: Handlers<Transaction>
  /** For the calls whose answer or body is a file; absent: this server has none. */
  readonly files: FileParts | undefined
  /** For live updates; absent: this server has none. */
  readonly live: LiveCallParts | undefined
  readonly runChange: RunChange<Transaction>
  /** Checked before a large body is read; absent: nobody is refused. */
  readonly mayChange: MayChange | undefined
  readonly verifyToken: VerifyToken
  /** Called for everybody who is let in. */
  readonly seen: (user: SignedIn) => Promise<void>
  readonly endedTokens: EndedTokens
  /** The ledger's last mark, for every answer; absent: this server has none. */
  readonly ledgerState?: () => string | undefined
  /** The app's settings; `host` is the Host header, since a handheld may use another name for the server. */
  readonly runtimeConfig: (host: string | undefined) => RuntimeConfig
  readonly checkHealth: () => Promise<Health>
  readonly liveness: () => Liveness
  /** The trouble of the database that an error is about; undefined: a bug. */
  readonly troubleOf: (error: unknown) => Trouble | undefined
  /** Is the error that no document number is left? */
  readonly areNumbersUsedUp: (error: unknown) => boolean
  /** Is the error that a sum of plants is too large for the database? */
  readonly isNumberTooLarge: (error: unknown) => boolean
  readonly headers: HeaderOptions
  /** The app calls another server: this one has its files only. */
  readonly callsElsewhere?: boolean
  /** Other origins from which the app is served; absent: none. */
  readonly appOrigins?: readonly string[]
  /** Sources of print agents for the policy of a page. */
  readonly printSources: () => Promise<readonly string[]>
  readonly appDirectory: string
  readonly limits: { readonly perUser: RateLimit; readonly refusedPerAddress: RateLimit }
  readonly log: Log
}

/** What answers requests: frequent changes directly, everything else by the router. */
export interface App {
  readonly fetch: Hono<ApiEnvironment>['fetch']
  readonly directly: AnswerDirectly
}

/** Everything but the identity provider: the app's files, its settings, the health check, the calls. */
export function createApp<Transaction>(parts: AppParts<Transaction>): App {
  const app = new Hono<ApiEnvironment>()
  const { appOrigins = [] } = parts
  if (appOrigins.length > 0) app.use(allowOrigins(appOrigins))

  const fresh = { 'cache-control': 'no-store' }
  app.get('/health/live', (context) => context.json(parts.liveness(), 200, fresh))
  for (const path of ['/health', '/health/ready']) {
    app.get(path, async (context) => {
      const health = await parts.checkHealth()
      return context.json(health, health.status === 'ok' ? 200 : 503, fresh)
    })
  }
  app.get('/config.json', (context) =>
    context.json(parts.runtimeConfig(context.req.header('host')), 200, { 'cache-control': 'no-cache' }),
  )
  // What is described is public: it is the same for every site of this version.
  app.get('/openapi.json', async (context) => {
    const { describeCalls } = await import('./openapi/describe.ts')
    return context.json(describeCalls(parts.liveness().version), 200, { 'cache-control': 'no-cache' })
  })
  const admit = createAdmission({
    verifyToken: parts.verifyToken,
    hasEnded: parts.endedTokens.has,
    seen: parts.seen,
    perUser: createRateLimiter(parts.limits.perUser),
    refusedPerAddress: createRateLimiter(parts.limits.refusedPerAddress),
  })
  const hasCalls = parts.callsElsewhere !== true
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
  // Other origins get headers of the router's.
  const direct = hasCalls && appOrigins.length === 0
  return {
    fetch: app.fetch,
    directly: direct
      ? createDirectChanges({
          base: '/api/',
          admit,
          answerChange: plainChanges(parts.handlers, parts.runChange, mayChangeOf(parts)),
          answerTo,
          ledgerState: parts.ledgerState,
        })
      : () => undefined,
  }
}

const mayChangeOf = ({ mayChange }: Pick<AppParts<unknown>, 'mayChange'>): MayChange =>
  mayChange ?? (async () => succeed(true))

// What went wrong, in words; a bug is logged.
function answerToError(
  {
    troubleOf,
    areNumbersUsedUp,
    isNumberTooLarge,
    log,
  }: Pick<AppParts<unknown>, 'troubleOf' | 'areNumbersUsedUp' | 'isNumberTooLarge' | 'log'>,
  error: unknown,
  incoming: IncomingMessage | undefined,
): Sending {
  const requestId = requestIdOf(incoming)
  const trouble = troubleOf(error)
  if (trouble) {
    const { code, detail, again } = troubles[trouble]
    log.warn({ requestId, trouble, reason: reasonOf(error) }, 'database unavailable')
    noteRequest(incoming, { code })
    return problemSending(makeProblem(code, detail), { 'retry-after': String(again) })
  }
  // The transaction is over with the error: an expected failure, but no value.
  const refused = areNumbersUsedUp(error)
    ? 'numbersUsedUp'
    : isNumberTooLarge(error) && incoming?.method !== 'GET'
      ? 'plantsTooMany'
      : undefined
  if (refused) {
    const problem = problemFor(refuse(refused))
    noteRequest(incoming, { code: problem.code })
    return problemSending(problem)
  }
  log.error({ requestId, error }, 'unexpected failure')
  noteRequest(incoming, { code: 'internal_error' })
  const detail = requestId ? `The server’s log has more under ${requestId}.` : 'The server’s log has more.'
  return problemSending(makeProblem('internal_error', detail))
}

// The pages of other origins may send what the app sends, and read what it reads.
const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
    exposeHeaders: ['retry-after', 'idempotency-replayed', LEDGER_STATE_HEADER],
    maxAge: 600,
  })

/** Why the database takes no work. */
export type Trouble = 'busy' | 'unreachable' | 'full' | 'read_only'

// The answer to each; `again` is the retry-after, in seconds.
const troubles = {
  busy: {
    code: 'server_busy',
    detail: 'All connections to the database are in use; try again shortly.',
    again: 1,
  },
  unreachable: {
    code: 'unavailable',
    detail: 'The database cannot be reached; try again shortly.',
    again: 5,
  },
  full: { code: 'storage_full', detail: 'The disk of the database is full; nothing was saved.', again: 60 },
  read_only: {
    code: 'no_changes_now',
    detail: 'The database takes no changes now; nothing was saved.',
    again: 5,
  },
} as const satisfies Record<Trouble, { code: ProblemCode; detail: string; again: number }>

// The innermost error: outer ones repeat a statement, which may hold personal data.
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
  if (parts.files) mountFiles(api, parts.files, parts.log)
  const { live } = parts
  if (live) {
    mountLive(api, live, parts.endedTokens.has)
    parts.endedTokens.follow(() => live.live.endStreams(parts.endedTokens.has))
  }
  api.post(`/${SIGN_OUT_PATH}`, async (context) => {
    await parts.endedTokens.end(context.var.user)
    return answerResponse({ status: 200, contentType: 'application/json', body: '{}' })
  })
  api.all('/*', (context) => {
    noteRequest(context.env.incoming, { code: 'call_not_available' })
    return problemResponse(makeProblem('call_not_available', 'There is no such call.'))
  })
  return api
}
