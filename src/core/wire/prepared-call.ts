import type { Call, CallAnswer, CallInput } from './call.ts'

/**
 * A prepared call: the call, its arguments, and the function that reads its answer. Document kinds create
 * prepared calls and the client sends them, so that neither depends on the other.
 */
export interface PreparedCall<Answer> {
  /** The call's name, for error messages. */
  readonly call: string
  readonly of: Call
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }
  /** Reads the parsed answer. `json` is the same answer before parsing. */
  readonly read: (answer: never, json?: unknown) => Answer
}

/**
 * Creates a function that prepares calls from a table of calls. The schemas of a call type its arguments
 * and the answer that `read` receives.
 */
export function createCallPreparer<Table extends { readonly [Name in keyof Table]: Call }>(table: Table) {
  return <Name extends keyof Table & string, Answer>(
    call: Name,
    input: CallInput<Table[Name]>,
    read: (answer: CallAnswer<Table[Name]>, json?: unknown) => Answer,
  ): PreparedCall<Answer> => ({ call, of: table[call], input, read })
}

/** Returns the same prepared call with `read` applied to its answer. */
export function mapAnswer<Answer, Read>(
  ask: PreparedCall<Answer>,
  read: (answer: Answer) => Read,
): PreparedCall<Read> {
  return { ...ask, read: (answer: never, json?: unknown) => read(ask.read(answer, json)) }
}
