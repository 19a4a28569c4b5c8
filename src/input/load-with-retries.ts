// Loads code with retries.

/**
 * Loads until it succeeds: retries when the network is back, and every few seconds; returns a function that
 * stops it. `missed` is called at each attempt that fails.
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
