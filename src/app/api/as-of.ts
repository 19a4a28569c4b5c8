import { isTransient } from './problem.ts'
import { problemOfError } from './use-ask.ts'

// The used parts of a query's result.
interface Read {
  readonly data: unknown
  readonly dataUpdatedAt: number
  readonly error: unknown
}

/**
 * When the shown data was read, in milliseconds since 1970, if it was cached before this page was opened or
 * the server is unreachable. null: it is current, or there is none.
 */
export function asOf({ data, dataUpdatedAt, error }: Read): number | null {
  if (data === undefined) return null
  const isOld = error === null ? dataUpdatedAt < performance.timeOrigin : isTransient(problemOfError(error))
  return isOld ? dataUpdatedAt : null
}
