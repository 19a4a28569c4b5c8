import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Health } from '#contract/health.ts'
import { makeProblem } from '#contract/problem.ts'
import { succeed } from '#contract/result.ts'
import type { RuntimeConfig } from '#contract/runtime-config.ts'
import { type ApiEnvironment, authenticate } from './authenticate.ts'
import { type FileParts, mountFiles } from './files/mount-files.ts'
import type { Handlers } from './handlers.ts'
import { type LiveCallParts, mountLive } from './live/mount-live.ts'
import { mountCalls } from './mount.ts'
import type { Log, MayChange, RunChange, SignedIn, VerifyToken } from './ports.ts'
import { problemResponse } from './problems.ts'
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
  /** Asked before a large body is read; absent: nobody is refused then. */
  readonly mayChange: MayChange | undefined
  readonly verifyToken: VerifyToken
  /** Called for everybody who is let in. */
  readonly seen: (user: SignedIn) => Promise<void>
  /** The app's settings; `host` is the Host header, since a handheld may use another name for the server. */
  readonly runtimeConfig: (host: string | undefined) => RuntimeConfig
  readonly checkHealth: () => Promise<Health>
  /** Whether an error means that the database is unavailable, and not a bug. */
  readonly isUnavailable: (error: unknown) => boolean
  readonly headers: HeaderOptions
  readonly appDirectory: string
  readonly limits: { readonly perUser: RateLimit; readonly refusedPerAddress: RateLimit }
  readonly log: Log
}

/** Everything but the identity provider: the app's files, its settings, the health check, the calls. */
export function createApp<Transaction>(parts: AppParts<Transaction>): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>()

  app.get('/health', async (context) => {
    const health = await parts.checkHealth()
    return context.json(health, health.status === 'ok' ? 200 : 503, { 'cache-control': 'no-store' })
  })
  app.get('/config.json', (context) =>
    context.json(parts.runtimeConfig(context.req.header('host')), 200, { 'cache-control': 'no-cache' }),
  )
  app.route('/api', createApi(parts))

  const staticFiles = createStaticFiles(parts.appDirectory, parts.headers)
  app.notFound(async (context) => {
    const file = await staticFiles(context.req.raw)
    return file ?? problemResponse(makeProblem('not_found', 'There is nothing at this address.'))
  })
  app.onError((error, context) => {
    const { incoming } = context.env
    const requestId = requestIdOf(incoming)
    if (parts.isUnavailable(error)) {
      parts.log.warn({ requestId, reason: error.message }, 'database unavailable')
      noteRequest(incoming, { code: 'unavailable' })
      const problem = makeProblem('unavailable', 'The database cannot be reached; try again shortly.')
      return problemResponse(problem, { 'retry-after': '5' })
    }
    parts.log.error({ requestId, error }, 'unexpected failure')
    noteRequest(incoming, { code: 'internal_error' })
    const detail = requestId ? `The server’s log has more under ${requestId}.` : 'The server’s log has more.'
    return problemResponse(makeProblem('internal_error', detail))
  })
  return app
}

function createApi<Transaction>(parts: AppParts<Transaction>): Hono<ApiEnvironment> {
  const api = new Hono<ApiEnvironment>()
  api.use(compress())
  api.use(
    authenticate({
      verifyToken: parts.verifyToken,
      seen: parts.seen,
      perUser: createRateLimiter(parts.limits.perUser),
      refusedPerAddress: createRateLimiter(parts.limits.refusedPerAddress),
    }),
  )
  mountCalls(api, parts.handlers, parts.runChange, parts.mayChange ?? (async () => succeed(true)))
  if (parts.files) mountFiles(api, parts.files, parts.log)
  if (parts.live) mountLive(api, parts.live)
  api.all('/*', (context) => {
    noteRequest(context.env.incoming, { code: 'not_found' })
    return problemResponse(makeProblem('not_found', 'There is no such call.'))
  })
  return api
}
