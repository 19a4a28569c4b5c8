import { askOf } from './ask-of.ts'
import { calls } from './calls.ts'

/** Prepares a call of the specification. */
export const ask = askOf(calls)
