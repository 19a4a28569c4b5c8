// The HTTP layer's dependencies on the rest of the server. The composition root provides them.
import type { Problem } from '#core/wire/problem.ts'
import type { Result } from '#core/wire/result.ts'
import type { Prefetch } from '#server/domain/prefetch.ts'
import type { User } from './handlers.ts'

/** Why a token is refused. `provider_unreachable`: the token was not verified. */
export type TokenRefusal = 'invalid' | 'expired' | 'provider_unreachable'
export type VerifyToken = (token: string) => Promise<Result<SignedIn, TokenRefusal>>

/** The user of a valid token, and the token's expiry in milliseconds since 1970. */
export interface SignedIn extends User {
  readonly tokenEnds: number
  /** The token's `jti`, or its digest. */
  readonly tokenId: string
  /** Time of issue in seconds since 1970. */
  readonly issuedAt: number
  /** The embedded provider's sign-in of the token. */
  readonly grantId?: string
  /** Another provider's session, if the token contains it. */
  readonly sessionId?: string
}

/** A response in the form that is sent and stored. */
export interface ResponseData {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Runs a change once per idempotency key, in one transaction with the key. */
export type RunChange<Transaction> = (
  request: {
    readonly username: string
    readonly key: string | undefined
    readonly fingerprint: string
    /** The rows to prefetch together with the key, if known. */
    readonly ahead?: Prefetch | undefined
  },
  work: (transaction: Transaction) => Promise<{ readonly answer: ResponseData; readonly keep: boolean }>,
) => Promise<
  | { readonly kind: 'answered'; readonly answer: ResponseData; readonly repeated: boolean }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'key_reused' }
>

/** Checks whether the user may change anything; returns a problem if not. */
export type MayChange = (user: User) => Promise<Result<true, Problem>>

/** The methods of a structured log. */
export interface Log {
  readonly debug: (fields: object, message: string) => void
  readonly info: (fields: object, message: string) => void
  readonly warn: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}
