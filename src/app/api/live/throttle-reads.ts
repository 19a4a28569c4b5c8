// Minimum pause between reads, in milliseconds: ten pickers would otherwise cause ten reads a second.
const pauseMs = 400

/** Runs one read at a time, and coalesces all requests during it into one more. */
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
      // A read that throws is a bug, but later reads must still run.
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
