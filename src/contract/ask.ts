import type { CallAnswer, CallInput } from './call.ts'
import type { CallName, Calls } from './calls.ts'

/**
 * One call made ready: which, with what, and how its answer is read. A workflow states its asks, the client
 * performs them, and neither needs to know the other.
 */
export interface Ask<Answer> {
  readonly call: CallName
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }
  readonly read: (answer: never) => Answer
}

/** Makes an ask; the call's own schema types what goes in and what `read` gets. */
export const ask = <Name extends CallName, Answer>(
  call: Name,
  input: CallInput<Calls[Name]>,
  read: (answer: CallAnswer<Calls[Name]>) => Answer,
): Ask<Answer> => ({ call, input, read })
