import { isPassing } from './problem.ts'
import { problemOfError } from './use-ask.ts'

// As much of a query's result as it takes.
interface Read {
  readonly data: unknown
  readonly dataUpdatedAt: number
  readonly error: unknown
}

/**
 * When what is shown was read, in milliseconds since 1970, where that is worth a word: it was kept from before this page, or the
 * server cannot be asked now. null: it is as of now, or there is nothing.
 */
export function asOf({ data, dataUpdatedAt, error }: Read): number | null {
  if (data === undefined) return null
  const isOld = error === null ? dataUpdatedAt < performance.timeOrigin : isPassing(problemOfError(error))
  return isOld ? dataUpdatedAt : null
}
