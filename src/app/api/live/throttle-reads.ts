// Minimum pause between reads, in milliseconds: with ten pickers, a list need not be read ten times a second.
const pauseMs = 400

/** Runs one read at a time, and one more for all requests meanwhile. */
export function throttleReads(read: () => Promise<unknown>): {
  readonly request: () => void
  readonly stop: () => void
} {
  let isRequested = false
  let isReading = false
  const stopped = new AbortController()
  const run = async () => {
    if (isReading) return
    isReading = true
    try {
      while (isRequested && !stopped.signal.aborted) {
        isRequested = false
        await read()
        await new Promise((resolve) => {
          setTimeout(resolve, pauseMs)
        })
      }
    } finally {
      // A read that throws is a bug, and must not be the last one.
      isReading = false
    }
  }
  return {
    request: () => {
      isRequested = true
      void run()
    },
    stop: () => stopped.abort(),
  }
}
