import type { OperationResult, Why } from '#core/outbox/index.ts'
import { sayCode } from '#text/say.ts'
import type { AcceptedReply } from './build-request.ts'
import type { AppOperation } from './intent.ts'
import type { Outbox } from './outbox.ts'

/** The server's reply to an appended operation; without a network it may come much later. */
export function serverReply(outbox: Outbox, { id }: AppOperation): Promise<OperationResult> {
  return new Promise((resolve) => void outbox.awaitReply(id, resolve))
}

/** The reply if it comes within `ms` milliseconds; otherwise the outbox's watchers report it. */
export async function replyWithin(
  outbox: Outbox,
  { id }: AppOperation,
  ms: number,
): Promise<OperationResult | undefined> {
  let stop = () => {}
  const reply = new Promise<OperationResult>((resolve) => {
    stop = outbox.awaitReply(id, resolve)
  })
  const result = await within(reply, ms)
  stop()
  return result
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

// Maximum delay of an immediate reply, in milliseconds.
const immediateReplyMs = 60

/** The outcome if the server replies immediately; undefined: it is 'saved on this device' for now. */
export function promptOutcome<Value>(outcome: Promise<Value>): Promise<Value | undefined> {
  return within(outcome, immediateReplyMs)
}

/** The reason of a refused or held operation: the server's text, or '' without one. */
export function reasonIn(result: Exclude<OperationResult, { readonly type: 'confirmed' }>): string {
  const { reason, message } = result.why.facts
  return String(reason ?? message ?? '')
}

/** The outcome of an operation that is held until a person decides or a right returns. */
export function heldOutcome(barcode: string, { code, facts }: Why) {
  const said = { barcode, why: sayCode(code, facts) }
  return { tone: 'error', code: 'outbox.held', facts: said, next: [] } as const
}

type Confirmed = Extract<OperationResult, { readonly type: 'confirmed' }>

/** The server's message about a success; '' if it has none. */
export function messageIn({ detail }: Confirmed): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `detail` is always an `AcceptedReply`
  return (detail as AcceptedReply | undefined)?.word ?? ''
}

/** The number that the server assigned to a new document. */
export function numberIn({ detail }: Confirmed): string | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `detail` is always an `AcceptedReply`
  return (detail as AcceptedReply | undefined)?.number ?? null
}
