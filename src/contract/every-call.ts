// The specification's calls and this server's own, as a server mounts them.
import { calls } from './calls.ts'
import { extensionCalls } from './extension-calls.ts'

export const everyCall = { ...calls, ...extensionCalls }
export type EveryCall = typeof everyCall
export type EveryCallName = keyof EveryCall
