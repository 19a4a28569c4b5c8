// All mounted calls: the specification's, those of documents among them, and this server's own.

import { documentCalls } from '#core/kinds/index.ts'
import { calls } from '#core/wire/calls.ts'
import { extensionCalls } from '#core/wire/extension-calls.ts'

export const everyCall = { ...calls, ...documentCalls, ...extensionCalls }
export type EveryCallName = keyof typeof everyCall
