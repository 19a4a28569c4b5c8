import { createHash } from 'node:crypto'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import * as v from 'valibot'
import { hasInvisible } from '#core/wire/invisible-characters.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { foldUsername } from '#server/domain/people.ts'
import type { SignedIn, TokenRefusal, VerifyToken } from './ports.ts'

interface TokenRules {
  readonly issuer: string
  readonly audience: string
  /** RFC 9068 access tokens have the type `at+jwt`, unlike ID tokens. Some providers use another or none. */
  readonly tokenType: string | undefined
}

// Seconds that an expired token is still accepted, because clocks differ.
const clockTolerance = 5

type KeySet = Parameters<typeof jwtVerify>[1]

const claims = v.object({
  sub: v.string(),
  exp: v.number(),
  iat: v.optional(v.number()),
  jti: v.optional(v.string()),
  sid: v.optional(v.string()),
  grant: v.optional(v.string()),
  preferred_username: v.optional(v.string()),
  email: v.optional(v.string()),
  groups: v.optional(
    v.union([
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform((group) => [group]),
      ),
    ]),
    [],
  ),
})

/** Verifies tokens of the embedded provider with its public keys, without an HTTP request. */
export function verifyWithKeys(rules: TokenRules, keys: JSONWebKeySet): VerifyToken {
  const keySet = createLocalJWKSet(keys)
  return (token) => verify(token, rules, keySet)
}

/** Verifies tokens of other providers by their published keys. Fetches them again for an unknown key. */
export function verifyWithDiscovery(rules: TokenRules): VerifyToken {
  let discovering: Promise<KeySet> | undefined
  return async (token) => {
    discovering ??= discoverKeys(rules.issuer)
    const current = discovering
    try {
      return await verify(token, rules, await current)
    } catch {
      if (discovering === current) discovering = undefined
      return fail('provider_unreachable')
    }
  }
}

const discovery = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) })

async function discoverKeys(issuer: string): Promise<KeySet> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address, { signal: AbortSignal.timeout(5000) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const found = v.parse(discovery, await response.json())
  if (found.issuer !== issuer) throw new Error(`${address} speaks for another issuer`)
  return createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: 5000 })
}

// Throws only if the keys cannot be fetched.
async function verify(
  token: string,
  rules: TokenRules,
  keys: KeySet,
): Promise<Result<SignedIn, TokenRefusal>> {
  let payload: JWTPayload
  try {
    const verified = await jwtVerify(token, keys, {
      issuer: rules.issuer,
      audience: rules.audience,
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'],
      requiredClaims: ['exp', 'sub'],
      clockTolerance,
      ...(rules.tokenType !== undefined && { typ: rules.tokenType }),
    })
    payload = verified.payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) return fail('expired')
    if (error instanceof errors.JWKSTimeout) throw error
    if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') return fail('invalid')
    throw error
  }
  const read = v.safeParse(claims, payload)
  if (!read.success) return fail('invalid')
  const { sub, exp, iat, jti, sid, grant, preferred_username, email, groups } = read.output
  // User names are case-insensitive: idempotency keys, limits and revocations belong to one user.
  const username = foldUsername(preferred_username ?? email ?? sub)
  // The user name is displayed next to the user's actions.
  if (hasInvisible(username)) return fail('invalid')
  return succeed({
    username,
    groups,
    tokenEnds: (exp + clockTolerance) * 1000,
    tokenId: jti ?? createHash('sha256').update(token).digest('base64url'),
    // Counts as issued last, because it cannot be distinguished from a token of a later sign-in.
    issuedAt: iat ?? Number.MAX_SAFE_INTEGER,
    ...(grant !== undefined && { grantId: grant }),
    ...(sid !== undefined && { sessionId: sid }),
  })
}
