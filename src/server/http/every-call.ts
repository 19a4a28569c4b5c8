// All mounted calls: the specification's, those of documents among them, and this server's own.
import { calls } from '#contract/calls.ts'
import { extensionCalls } from '#contract/extension-calls.ts'
import { documentCalls } from '#kinds/index.ts'

export const everyCall = { ...calls, ...documentCalls, ...extensionCalls }
export type EveryCallName = keyof typeof everyCall
