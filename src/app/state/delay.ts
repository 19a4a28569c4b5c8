// Delays and coalesces work.

/** Resolves after `ms` milliseconds, or when the page is hidden for unloading. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    // Keeps the window: the global name is gone once the page has ended.
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

/** Coalesces calls made in the same task into one run. All callers get the same promise. */
export function coalesceCalls(run: () => void): () => Promise<void> {
  let running: Promise<void> | undefined
  return () =>
    (running ??= Promise.resolve().then(() => {
      running = undefined
      run()
    }))
}
