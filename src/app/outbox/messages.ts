// The messages between the pages of a browser about the outbox.
import type { Settled } from './intent.ts'
import type { AppWriting } from './storage.ts'

export interface Message {
  readonly writings: readonly AppWriting[]
  readonly settled: readonly Settled[]
  /** A retry may succeed now. */
  readonly retryNow?: true
  /**
   * The writings are not stored yet. Receivers store them too, because the sending page may close before it
   * can.
   */
  readonly unstored?: boolean
}

export function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'writings' in message && 'settled' in message
}
