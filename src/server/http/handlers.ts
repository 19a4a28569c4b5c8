import type { Call, CallReply, CallRequest } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { extensionCalls } from '#contract/extension-calls.ts'
import type { Problem } from '#contract/problem.ts'
import type { Result } from '#contract/result.ts'
import type { documentCalls } from '#kinds/index.ts'
import { type Values } from '#kinds/values.ts'

/** The person behind a request, as the access token says. */
export interface User {
  readonly username: string
  readonly groups: readonly string[]
}

/** What a handler comes to: the call's answer, or a refusal whose effects are undone. */
export type Outcome<C extends Call> = Result<CallReply<C>, Problem>

/** Reads. May query freely; gets no transaction. */
export type ReadHandler<C extends Call> = (request: CallRequest<C> & { user: User }) => Promise<Outcome<C>>

/**
 * Changes. Everything goes through `transaction`, which the HTTP layer opened, has recorded the idempotency key in, and
 * commits when the outcome is `ok`. A refusal undoes what the handler did and is itself remembered with the key.
 */
export type ChangeHandler<C extends Call, Transaction> = (
  request: CallRequest<C> & { user: User },
  transaction: Transaction,
) => Promise<Outcome<C>>

export type Handler<C extends Call, Transaction> = C extends { method: 'GET' }
  ? ReadHandler<C>
  : ChangeHandler<C, Transaction>

type TypedCalls = Calls & typeof extensionCalls

/** The calls that this server has; those left out answer 404 `call_not_available`. */
export type Handlers<Transaction> = {
  readonly [Name in keyof TypedCalls]?: Handler<TypedCalls[Name], Transaction>
}

/** Answers a call of any kind of document, by the fields that its kind declares; only changes look at the transaction. */
export type DocumentHandler<Transaction> = (
  request: { readonly params: Values; readonly query: Values; readonly body?: unknown; readonly user: User },
  transaction: Transaction,
) => Promise<Result<unknown, Problem>>
export type DocumentHandlers<Transaction> = {
  readonly [Name in keyof typeof documentCalls]?: DocumentHandler<Transaction>
}
