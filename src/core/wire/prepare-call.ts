import { calls } from './calls.ts'
import { createCallPreparer } from './prepared-call.ts'

/** Prepares a call of the specification. */
export const prepareCall = createCallPreparer(calls)
