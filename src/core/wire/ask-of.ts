import type { Call, CallAnswer, CallInput } from './call.ts'

/**
 * A prepared call: which call, with what arguments, and how its answer is read. A kind creates asks and the
 * client sends them; neither depends on the other.
 */
export interface Ask<Answer> {
  /** The call's name, for error messages. */
  readonly call: string
  readonly of: Call
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }
  /** `json` is the same answer as it came. */
  readonly read: (answer: never, json?: unknown) => Answer
}

/**
 * Creates the function that makes asks from a table of calls. The call's schema types the arguments and what
 * `read` gets.
 */
export function askOf<Table extends { readonly [Name in keyof Table]: Call }>(table: Table) {
  return <Name extends keyof Table & string, Answer>(
    call: Name,
    input: CallInput<Table[Name]>,
    read: (answer: CallAnswer<Table[Name]>, json?: unknown) => Answer,
  ): Ask<Answer> => ({ call, of: table[call], input, read })
}

/** The same ask with its answer transformed by `read`. */
export function reading<Answer, Read>(ask: Ask<Answer>, read: (answer: Answer) => Read): Ask<Read> {
  return { ...ask, read: (answer: never, json?: unknown) => read(ask.read(answer, json)) }
}
