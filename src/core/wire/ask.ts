import { askOf } from './ask-of.ts'
import { calls } from './calls.ts'

/** Makes an ask for one of the specification's calls. */
export const ask = askOf(calls)
