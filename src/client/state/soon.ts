// Writes that may wait a moment, so that several become one, and what is over by then is not written at all.

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
