// Schedules the next retry.

export interface RetryTimer {
  /** Wakes at this time of `elapsed`, unless an earlier one is set. */
  readonly at: (until: number) => void
}

/** `woken` is called when the time is reached, and returns the next time. */
export function createRetryTimer(
  elapsed: () => number,
  after: (run: () => void, ms: number) => () => void,
  woken: () => number | undefined,
): RetryTimer {
  let cancel: (() => void) | undefined
  let next = Number.POSITIVE_INFINITY
  const at = (until: number) => {
    if (until >= next) return
    cancel?.()
    next = until
    cancel = after(
      () => {
        next = Number.POSITIVE_INFINITY
        cancel = undefined
        const later = woken()
        if (later !== undefined) at(later)
      },
      Math.max(0, until - elapsed()),
    )
  }
  return { at }
}
