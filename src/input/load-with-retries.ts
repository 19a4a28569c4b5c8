// Loads code chunks with retries.

/**
 * Calls `load` until it succeeds: when the network returns, and 3 s after each failure. Returns a function
 * that stops it. `missed` is called after each failure.
 */
export function loadWithRetries<Module>(
  load: () => Promise<Module>,
  then: (module: Module) => void,
  missed?: () => void,
): () => void {
  let ended = false
  let timer: number | undefined
  const end = () => {
    ended = true
    window.clearTimeout(timer)
    window.removeEventListener('online', attempt)
  }
  const attempt = () => {
    window.clearTimeout(timer)
    load().then(
      (module) => {
        if (ended) return
        end()
        then(module)
      },
      () => {
        if (ended) return
        timer = window.setTimeout(attempt, 3000)
        missed?.()
      },
    )
  }
  window.addEventListener('online', attempt)
  attempt()
  return end
}
