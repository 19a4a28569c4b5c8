/**
 * Runs `work` when the browser is idle; after two seconds if it has no idle callback. Returns a function that
 * cancels it.
 */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work, { timeout: 10_000 })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 2000)
  return () => clearTimeout(timer)
}
