import type { OperationResult, Why } from '#core/outbox/index.ts'
import { sayCode } from '#text/say.ts'
import type { AppOperation } from './intent.ts'
import type { Outbox } from './outbox.ts'
import type { Taken } from './packer.ts'

/** The server's reply to an appended operation: without a network it may come much later. */
export function serverReply(outbox: Outbox, { id }: AppOperation): Promise<OperationResult> {
  return new Promise((resolve) => void outbox.awaitReply(id, resolve))
}

/** The same if it comes within `ms` milliseconds; the outbox's watchers report a later one. */
export async function replyWithin(
  outbox: Outbox,
  { id }: AppOperation,
  ms: number,
): Promise<OperationResult | undefined> {
  let stop = () => {}
  const reply = new Promise<OperationResult>((resolve) => {
    stop = outbox.awaitReply(id, resolve)
  })
  const word = await within(reply, ms)
  stop()
  return word
}

/** The promise's value if it resolves within `ms` milliseconds; else undefined. */
export function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  return Promise.race([
    promise,
    new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), ms)
    }),
  ])
}

// How long the reply may take to count as one at once, in milliseconds.
const PROMPT_REPLY = 60

/** The outcome if the server replies at once; undefined: it is 'saved here' for now. */
export function atOnce<Value>(outcome: Promise<Value>): Promise<Value | undefined> {
  return within(outcome, PROMPT_REPLY)
}

/** Why it was refused or held, for a sentence: the server's reason, or its code's sentence. */
export function reasonIn(word: Exclude<OperationResult, { readonly type: 'confirmed' }>): string {
  const { reason, message } = word.why.facts
  return String(reason ?? message ?? '')
}

/** It is kept here until a person decides, or a right is back: an outcome. */
export function heldOutcome(barcode: string, { code, facts }: Why) {
  const said = { barcode, why: sayCode(code, facts) }
  return { tone: 'error', code: 'outbox.held', facts: said, next: [] } as const
}

type Confirmed = Extract<OperationResult, { readonly type: 'confirmed' }>

/** The server's own word about a success; '' if it has none. */
export function wordIn({ detail }: Confirmed): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the packer's own word on it
  return (detail as Taken | undefined)?.word ?? ''
}

/** The number that the server gave a new document. */
export function numberIn({ detail }: Confirmed): string | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the packer's own word on it
  return (detail as Taken | undefined)?.number ?? null
}
