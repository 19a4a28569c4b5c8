// What the outbox needs of its page.
import type { Perform } from '#app/api/client.ts'
import type { ConfirmedCall } from './restore/confirmed-store.ts'
import type { OutboxStorage } from './storage.ts'

export interface OutboxSurroundings {
  readonly storage: OutboxStorage
  readonly perform: Perform
  /** The user name with a valid sign-in; null: nobody. */
  readonly person: () => string | null
  /** Does the server do a change with the same key only once? Left out: it does. */
  readonly remembersKeys?: () => boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds that only run forward, whatever the device's clock is set to. */
  readonly elapsed: () => number
  readonly newId: () => string
  readonly after: (run: () => void, ms: number) => () => void
  /**
   * Requests to be the sending page; calls back once it is. The function that `begin` returns is called when
   * it no longer is.
   */
  readonly lead: (begin: () => () => void) => void
  /** The name of this page, and whether the page of another name is open; left out: it is the only one. */
  readonly page?: { readonly name: string; readonly isAlive: (name: string) => Promise<boolean> }
  /** See `SenderParts`. */
  readonly readSince?: () => number
  readonly confirmed?: (call: ConfirmedCall) => void
  /** Messages between the pages of this browser. */
  readonly channel: {
    readonly post: (message: unknown) => void
    readonly listen: (heard: (message: unknown) => void) => void
  }
}
