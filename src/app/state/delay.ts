// Delays and coalesces work.

/** Resolves after `ms` milliseconds, or when the page is hidden for unloading. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const cleanup = new AbortController()
    const end = () => {
      clearTimeout(timer)
      cleanup.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('pagehide', end, { signal: cleanup.signal })
  })
}

/** Coalesces calls made in the same task into one run. All callers get the same promise. */
export function coalesceCalls(run: () => void): () => Promise<void> {
  let running: Promise<void> | undefined
  return () =>
    (running ??= Promise.resolve().then(() => {
      running = undefined
      run()
    }))
}
