// The environment that a page provides to the outbox.
import type { Perform } from '#app/api/client.ts'
import type { ConfirmedCall } from './restore/confirmed-store.ts'
import type { OutboxStorage } from './storage.ts'

export interface OutboxEnvironment {
  readonly storage: OutboxStorage
  readonly perform: Perform
  /** The user name with a valid sign-in; null if there is none. */
  readonly person: () => string | null
  /** Does the server execute a change with the same key only once? Left out: it does. */
  readonly remembersKeys?: () => boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Monotonic milliseconds, independent of the device's clock. */
  readonly elapsed: () => number
  readonly newId: () => string
  readonly after: (run: () => void, ms: number) => () => void
  /**
   * Requests to become the leader tab; calls `begin` once it is. The function that `begin` returns is called
   * when it no longer is.
   */
  readonly requestLeadership: (begin: () => () => void) => void
  /**
   * This page's name, and a check whether the page of another name is open. Left out: it is the only page.
   */
  readonly page?: { readonly name: string; readonly isAlive: (name: string) => Promise<boolean> }
  /** Documents read before this time, in milliseconds since 1970, are reloaded before use. */
  readonly readSince?: () => number
  /** Called with each confirmed call, before its operations are deleted. */
  readonly confirmed?: (call: ConfirmedCall) => void
  /** Messages between the pages of this browser. */
  readonly channel: {
    readonly post: (message: unknown) => void
    readonly listen: (listener: (message: unknown) => void) => void
  }
}
