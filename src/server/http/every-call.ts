// All mounted calls: the specification's calls, document calls and this server's extensions.

import { documentCalls } from '#core/kinds/index.ts'
import { calls } from '#core/wire/calls.ts'
import { extensionCalls } from '#core/wire/extension-calls.ts'

export const everyCall = { ...calls, ...documentCalls, ...extensionCalls }
export type EveryCallName = keyof typeof everyCall
