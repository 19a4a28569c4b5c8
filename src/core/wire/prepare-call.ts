import { createCallPreparer } from './prepared-call.ts'
import { calls } from './calls.ts'

/** Prepares a call of the specification. */
export const prepareCall = createCallPreparer(calls)
