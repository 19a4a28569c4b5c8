// Tells all servers on the database that something was committed. Not in the commit itself: PostgreSQL lets
// transactions that notify commit one after the other only, each with its own wait for the disk, and wakes a
// listener for each of them.
import { setTimeout as pause } from 'node:timers/promises'

/** NOTIFY channels between servers on one database: one for changes, one for messages. */
export const channels = { change: 'trimline_change', word: 'trimline_word' } as const

/** Tells of commits, several at once if they come quickly. */
export interface Notifier {
  /** After a commit. Does not wait. */
  readonly tell: () => void
  /** Once all was told. */
  readonly settled: () => Promise<void>
}

// Milliseconds between two notifications, and after one that failed. What is lost with a connection or a
// process is read with the next heartbeat of each server (docs/live.md).
const interval = 10
const restAfterFailure = 500
const mostFailures = 5

/** `notify` sends one notification. */
export function createNotifier(notify: () => Promise<unknown>): Notifier {
  let isNews = false
  let telling: Promise<void> | undefined

  const tellAll = async () => {
    for (let failures = 0; isNews && failures < mostFailures; ) {
      isNews = false
      try {
        await notify()
        failures = 0
        await pause(interval)
      } catch {
        isNews = true
        failures += 1
        await pause(restAfterFailure, undefined, { ref: false })
      }
    }
    // Not in a later turn: what is told in between would wait for the commit after it.
    telling = undefined
  }
  return {
    tell: () => {
      isNews = true
      telling ??= tellAll()
    },
    settled: () => telling ?? Promise.resolve(),
  }
}
