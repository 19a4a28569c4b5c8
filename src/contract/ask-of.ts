import type { Call, CallAnswer, CallInput } from './call.ts'

/**
 * One call made ready: which, with what, and how its answer is read. A kind states its asks, the client
 * performs them, and neither needs to know the other.
 */
export interface Ask<Answer> {
  /** The call's name, for messages. */
  readonly call: string
  readonly of: Call
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }
  readonly read: (answer: never) => Answer
}

/** Makes the function that makes asks of a table of calls; the call's own schema types what goes in and what `read` gets. */
export function askOf<Table extends { readonly [Name in keyof Table]: Call }>(table: Table) {
  return <Name extends keyof Table & string, Answer>(
    call: Name,
    input: CallInput<Table[Name]>,
    read: (answer: CallAnswer<Table[Name]>) => Answer,
  ): Ask<Answer> => ({ call, of: table[call], input, read })
}

/** The same ask, its answer read further. */
export function reading<Answer, Read>(ask: Ask<Answer>, read: (answer: Answer) => Read): Ask<Read> {
  return { ...ask, read: (answer: never) => read(ask.read(answer)) }
}
