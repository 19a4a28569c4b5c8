// Code that may come later, and comes for certain.
import { useEffect, useState } from 'react'

/** Loads until it succeeds: again when the network is back, and every few seconds; ends when the answer is called. */
export function insist<Module>(load: () => Promise<Module>, then: (module: Module) => void): () => void {
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
        if (!ended) timer = window.setTimeout(attempt, 3000)
      },
    )
  }
  window.addEventListener('online', attempt)
  attempt()
  return end
}

/** True once the browser has had nothing better to do. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), 300)
      return () => clearTimeout(timer)
    }
    const handle = window.requestIdleCallback(() => setIdle(true), { timeout: 2000 })
    return () => window.cancelIdleCallback(handle)
  }, [])
  return idle
}
