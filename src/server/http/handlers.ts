import type { documentCalls } from '#core/kinds/index.ts'
import { type Values } from '#core/kinds/values.ts'
import type { Call, CallReply, CallRequest } from '#core/wire/call.ts'
import type { Problem } from '#core/wire/problem.ts'
import { type Result, succeed } from '#core/wire/result.ts'
import type { Prefetch } from '#server/domain/prefetch.ts'
import type { TypedCalls } from './every-call.ts'

/** The authenticated user of a request. */
export interface User {
  readonly username: string
  readonly groups: readonly string[]
}

/** A handler's result: the response value, or a refusal, which rolls back all effects. */
export type Outcome<C extends Call> = Result<CallReply<C>, Problem>

// Handles a read, without a transaction.
type ReadHandler<C extends Call> = (request: CallRequest<C> & { user: User }) => Promise<Outcome<C>>

// Handles a change in `transaction`. The HTTP layer opens it, stores the idempotency key and commits on `ok`.
// A refusal rolls the effects back and is stored with the key.
type ChangeHandler<C extends Call, Transaction> = ((
  request: CallRequest<C> & { user: User },
  transaction: Transaction,
) => Promise<Outcome<C>>) & {
  /** Slow work before the transaction. A refusal ends the request. */
  readonly before?: (request: CallRequest<C> & { user: User }) => Promise<Result<true, Problem>>
}

/** Defines a change with slow work: `prepare` runs before the transaction, `work` inside it. */
export function withPreparation<Request extends object, Prepared, Transaction, Value>(
  prepare: (request: Request) => Promise<Result<Prepared, Problem>>,
  work: (request: Request, prepared: Prepared, transaction: Transaction) => Promise<Result<Value, Problem>>,
) {
  const preparedValues = new WeakMap<Request, { readonly value: Prepared }>()
  const handle = async (request: Request, transaction: Transaction) => {
    const ready = preparedValues.get(request)
    if (!ready) throw new Error('The request was not prepared')
    return work(request, ready.value, transaction)
  }
  const before = async (request: Request): Promise<Result<true, Problem>> => {
    const result = await prepare(request)
    if (!result.ok) return result
    preparedValues.set(request, { value: result.value })
    return succeed(true)
  }
  return Object.assign(handle, { before })
}

type Handler<C extends Call, Transaction> = C extends { method: 'GET' }
  ? ReadHandler<C>
  : ChangeHandler<C, Transaction>

/** The handlers of this server. Missing ones return 404 `call_not_available`. */
export type Handlers<Transaction> = {
  readonly [Name in keyof TypedCalls]?: Handler<TypedCalls[Name], Transaction>
}

interface DocumentRequest {
  readonly params: Values
  readonly query: Values
  readonly body?: unknown
}

/** Handles a call of any document kind by the kind's fields. Only changes use the transaction. */
export type DocumentHandler<Transaction> = ((
  request: DocumentRequest & { readonly user: User },
  transaction: Transaction,
) => Promise<Result<unknown, Problem>>) & {
  /** The rows to prefetch for a change. */
  readonly ahead?: (request: DocumentRequest) => Prefetch | undefined
}
export type DocumentHandlers<Transaction> = {
  readonly [Name in keyof typeof documentCalls]?: DocumentHandler<Transaction>
}
