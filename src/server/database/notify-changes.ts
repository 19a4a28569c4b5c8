// Notifies all servers on the database of commits.
// NOTIFY is not part of the commit: PostgreSQL would serialise those commits and wake listeners for each.
import { setTimeout as sleep } from 'node:timers/promises'

/** NOTIFY channels between servers on one database: one for changes, one for messages. */
export const channels = { change: 'trimline_change', word: 'trimline_word' } as const

/** Notifies of commits, and coalesces commits in quick succession. */
export interface Notifier {
  /** Call after a commit. Does not wait. */
  readonly notify: () => void
  /** Resolves when all notifications are sent. */
  readonly settled: () => Promise<void>
}

// Milliseconds between notifications, and after a failure.
// Each server's next heartbeat reads changes whose notification was lost (docs/live.md).
const minIntervalMs = 10
const retryDelayMs = 500
const maxFailures = 5

/** `notify` sends one notification. */
export function createNotifier(notify: () => Promise<unknown>): Notifier {
  let hasPending = false
  let running: Promise<void> | undefined

  const sendPending = async () => {
    for (let failures = 0; hasPending && failures < maxFailures; ) {
      hasPending = false
      try {
        await notify()
        failures = 0
        await sleep(minIntervalMs)
      } catch {
        hasPending = true
        failures += 1
        await sleep(retryDelayMs, undefined, { ref: false })
      }
    }
    // Cleared synchronously, so that the next call starts a new run.
    running = undefined
  }
  return {
    notify: () => {
      hasPending = true
      running ??= sendPending()
    },
    settled: () => running ?? Promise.resolve(),
  }
}
