// What may wait a moment, so that several become one, and what is over by then is not done at all.

/** Resolves after so many milliseconds, or when the page goes. */
export function soon(ms: number): Promise<void> {
  return new Promise((resolve) => {
    // A page that has ended has no window by that name.
    const page = window
    const end = () => {
      clearTimeout(timer)
      page.removeEventListener('pagehide', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    page.addEventListener('pagehide', end)
  })
}

/** Runs it once for all who ask in the same task; each of them resolves when it has run. */
export function together(run: () => void): () => Promise<void> {
  let running: Promise<void> | undefined
  return () =>
    (running ??= Promise.resolve().then(() => {
      running = undefined
      run()
    }))
}
