import type { Word } from '#outbox/index.ts'
import type { AppOperation } from './intent.ts'
import type { Outbox } from './outbox.ts'
import type { Taken } from './packer.ts'

/** The server's word on an operation that was appended, once it comes: with the network gone that may be much later. */
export function wordOn(outbox: Outbox, { id, lane }: AppOperation): Promise<Word> {
  return new Promise((resolve) => {
    const stop = outbox.follow(lane, ({ operation, word }) => {
      if (operation.id !== id) return
      stop()
      resolve(word)
    })
  })
}

// So long the server's word is waited for before the outcome is 'saved here', in milliseconds: on a good network nobody reads it.
const FIRST_WORD = 60

/** What it promises where that comes within so many milliseconds; undefined otherwise. */
export function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  return Promise.race([
    promise,
    new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), ms)
    }),
  ])
}

/** The outcome where the server's word comes at once; undefined where it is 'saved here' for now. */
export function atOnce<Value>(outcome: Promise<Value>): Promise<Value | undefined> {
  return within(outcome, FIRST_WORD)
}

/** Why it was refused or held, as a sentence's facts: the server's reason, or what its code says. */
export function reasonIn(word: Exclude<Word, { readonly type: 'confirmed' }>): string {
  const { reason, message } = word.why.facts
  return String(reason ?? message ?? '')
}

/** The number that the server has given a new document. */
export function numberIn({ detail }: Extract<Word, { readonly type: 'confirmed' }>): string | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the packer's own word on it
  return (detail as Taken | undefined)?.number ?? null
}
