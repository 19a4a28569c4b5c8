import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import { makeProblem, type Problem, type ProblemCode } from '#core/wire/problem.ts'
import { fail, type Result } from '#core/wire/result.ts'
import type { SignedIn, TokenRefusal, VerifyToken } from './ports.ts'
import { problemResponse } from './problems.ts'
import type { RateLimiter } from './rate-limit.ts'
import { addLogFields } from './request-log.ts'

export interface ApiEnvironment {
  Bindings: Partial<HttpBindings>
  Variables: { user: SignedIn }
}

// The client's IP address, for rate limits before authentication.
function remoteAddress(incoming: HttpBindings['incoming'] | undefined): string {
  return incoming?.socket.remoteAddress ?? 'unknown'
}

// Why a request is rejected.
interface NotAdmitted {
  readonly problem: Problem
  readonly headers: Readonly<Record<string, string>>
}

/** Authenticates a request by its `Authorization` header. */
export type Admit = (
  authorization: string | undefined,
  incoming: HttpBindings['incoming'] | undefined,
) => Promise<Result<SignedIn, NotAdmitted>>

/** Admits requests with a valid access token, within the user's rate limit. */
export function createAdmission(options: {
  readonly verifyToken: VerifyToken
  readonly perUser: RateLimiter
  readonly refusedPerAddress: RateLimiter
  /** Whether the token was revoked. */
  readonly hasEnded: (user: SignedIn) => boolean
  /** Called for every admitted user. */
  readonly seen: (user: SignedIn) => Promise<void>
}): Admit {
  const refuse = (code: ProblemCode, detail: string, headers: Record<string, string> = {}) =>
    fail({ problem: makeProblem(code, detail), headers })
  const tooMany = (seconds: number) =>
    refuse('too_many_requests', `Try again in ${seconds} s.`, { 'retry-after': String(seconds) })

  return async (authorization, incoming) => {
    const refuseToken = (refusal: TokenRefusal | 'missing' | 'ended') => {
      if (refusal === 'provider_unreachable') {
        return refuse('unavailable', refusalDetails[refusal], { 'retry-after': '5' })
      }
      const verdict = options.refusedPerAddress(remoteAddress(incoming))
      if (!verdict.admitted) return tooMany(verdict.retryAfterSeconds)
      return refuse(refusal === 'expired' ? 'token_expired' : 'not_signed_in', refusalDetails[refusal])
    }

    const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) return refuseToken('missing')
    const verified = await options.verifyToken(token)
    if (!verified.ok) return refuseToken(verified.error)
    addLogFields(incoming, { username: verified.value.username })
    if (options.hasEnded(verified.value)) return refuseToken('ended')
    const verdict = options.perUser(verified.value.username)
    if (!verdict.admitted) return tooMany(verdict.retryAfterSeconds)
    await options.seen(verified.value)
    return verified
  }
}

/** The same check as router middleware. */
export function authenticate(admit: Admit) {
  return createMiddleware<ApiEnvironment>(async (context, next) => {
    const { incoming } = context.env
    const admitted = await admit(context.req.header('authorization'), incoming)
    if (!admitted.ok) {
      addLogFields(incoming, { code: admitted.error.problem.code })
      return problemResponse(admitted.error.problem, admitted.error.headers)
    }
    context.set('user', admitted.value)
    return next()
  })
}

const refusalDetails: Record<TokenRefusal | 'missing' | 'ended', string> = {
  ended: 'The person of the access token has logged out.',
  missing: 'The request needs an Authorization header with a Bearer token.',
  invalid: 'The access token is not one that this server accepts.',
  expired: 'The access token has expired.',
  provider_unreachable: 'The identity provider cannot be reached to verify the access token.',
}
