// What the pages of a browser tell each other about the outbox.
import type { Settled } from './outbox.ts'
import type { AppWriting } from './storage.ts'

export interface Message {
  readonly writings: readonly AppWriting[]
  readonly settled: readonly Settled[]
  /** A retry may succeed now. */
  readonly hurry?: true
  /**
   * The writings are not stored yet: whoever hears of them stores them too, because the page may die before.
   */
  readonly unstored?: boolean
}

/** Is it such a message? */
export function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'writings' in message && 'settled' in message
}
