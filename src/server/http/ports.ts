// What the HTTP layer needs of the rest of the server; the composition root provides it.
import type { Problem } from '#core/wire/problem.ts'
import type { Result } from '#core/wire/result.ts'
import type { ReadAhead } from '#server/domain/read-ahead.ts'
import type { User } from './handlers.ts'

/** Why a token is refused; `provider_unreachable` says nothing about the token. */
export type TokenRefusal = 'invalid' | 'expired' | 'provider_unreachable'
export type VerifyToken = (token: string) => Promise<Result<SignedIn, TokenRefusal>>

/** The user of a valid token, and when it expires, in milliseconds since 1970. */
export interface SignedIn extends User {
  readonly tokenEnds: number
  /** The token's `jti`, or its digest. */
  readonly tokenId: string
  /** When it was issued, in seconds since 1970. */
  readonly issuedAt: number
  /** The embedded provider's sign-in that it came from. */
  readonly grantId?: string
  /** Another provider's session, if the token names it. */
  readonly sessionId?: string
}

/** An answer as it is sent and stored. */
export interface SentAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Runs a change once per key, in one transaction with the key's record. */
export type RunChange<Transaction> = (
  request: {
    readonly username: string
    readonly key: string | undefined
    readonly fingerprint: string
    /** What the change reads first, if that is known: it is read together with the key. */
    readonly ahead?: ReadAhead | undefined
  },
  work: (transaction: Transaction) => Promise<{ readonly answer: SentAnswer; readonly keep: boolean }>,
) => Promise<
  | { readonly kind: 'answered'; readonly answer: SentAnswer; readonly repeated: boolean }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'key_reused' }
>

/** May this person change anything? The problem if not. */
export type MayChange = (user: User) => Promise<Result<true, Problem>>

/** The methods of a structured log. */
export interface Log {
  readonly debug: (fields: object, message: string) => void
  readonly info: (fields: object, message: string) => void
  readonly warn: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}
