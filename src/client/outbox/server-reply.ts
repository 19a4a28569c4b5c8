import type { OperationResult } from '#outbox/index.ts'
import type { AppOperation } from './intent.ts'
import type { Outbox } from './outbox.ts'
import type { Taken } from './packer.ts'

/** The server's reply to an appended operation: without a network it may come much later. */
export function serverReply(outbox: Outbox, { id, lane }: AppOperation): Promise<OperationResult> {
  return new Promise((resolve) => {
    const stop = outbox.follow(lane, ({ operation, word }) => {
      if (operation.id !== id) return
      stop()
      resolve(word)
    })
  })
}

// How long to wait for the server's reply before the outcome is 'saved here', in milliseconds: on a fast
// network it is not shown.
const PROMPT_REPLY = 60

/** The promise's value if it resolves within `ms` milliseconds; else undefined. */
export function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  return Promise.race([
    promise,
    new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), ms)
    }),
  ])
}

/** The scans that wait behind the one whose reply is awaited. */
export interface Behind {
  readonly count: () => number
  /** Calls back when that may have changed; returns a function that stops it. */
  readonly subscribe: (listener: () => void) => () => void
}

// With so many scans behind it, a scan is not held up by the wait for its reply: a scanner that reads twenty codes a second would
// be ahead of it for ever. One or two behind are the pace of a person, who hears the reply's own tone.
const MANY_BEHIND = 3

/**
 * The outcome if the server replies at once; undefined if it is 'saved here' for now: no reply in time, or too many scans wait
 * `behind` this one.
 */
export async function atOnce<Value>(outcome: Promise<Value>, behind?: Behind): Promise<Value | undefined> {
  if (!behind) return within(outcome, PROMPT_REPLY)
  let stop = () => {}
  const many = new Promise<undefined>((resolve) => {
    const look = () => behind.count() >= MANY_BEHIND && resolve(undefined)
    stop = behind.subscribe(look)
    look()
  })
  try {
    return await Promise.race([within(outcome, PROMPT_REPLY), many])
  } finally {
    stop()
  }
}

/** Why it was refused or held, for a sentence: the server's reason, or its code's sentence. */
export function reasonIn(word: Exclude<OperationResult, { readonly type: 'confirmed' }>): string {
  const { reason, message } = word.why.facts
  return String(reason ?? message ?? '')
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
