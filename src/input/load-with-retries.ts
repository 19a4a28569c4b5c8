// Loads code chunks with retries.

/**
 * Calls `load` until it succeeds: when the network returns, and 3 s after each failure. Returns a function
 * that stops it. `onFailure` is called after each failure.
 */
export function loadWithRetries<Module>(
  load: () => Promise<Module>,
  onLoaded: (module: Module) => void,
  onFailure?: () => void,
): () => void {
  let isStopped = false
  let timer: number | undefined
  const stop = () => {
    isStopped = true
    window.clearTimeout(timer)
    window.removeEventListener('online', attempt)
  }
  const attempt = () => {
    window.clearTimeout(timer)
    load().then(
      (module) => {
        if (isStopped) return
        stop()
        onLoaded(module)
      },
      () => {
        if (isStopped) return
        timer = window.setTimeout(attempt, 3000)
        onFailure?.()
      },
    )
  }
  window.addEventListener('online', attempt)
  attempt()
  return stop
}
