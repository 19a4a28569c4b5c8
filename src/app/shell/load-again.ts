// A screen whose code could not be fetched loads again by itself: scans may wait for it.
import { loadRuntimeConfig } from '#app/api/runtime-config.ts'
import { loadWithRetries } from '#input/load-with-retries.ts'

const LAST = 'trimline.loadedAgain'
// Sooner after the last time it would not help again, in milliseconds.
const APART = 60_000

/** Reloads the page once its server answers, at most once a minute; returns a function that stops it. */
export function loadAgainOnceBack(
  reload: () => void,
  isBack: () => Promise<unknown> = readSettings,
): () => void {
  const since = Date.now() - Number(sessionStorage.getItem(LAST))
  let stop: (() => void) | undefined
  const begin = () => {
    stop = loadWithRetries(isBack, () => {
      sessionStorage.setItem(LAST, String(Date.now()))
      reload()
    })
  }
  if (since < 0 || since >= APART) begin()
  const timer = stop ? undefined : window.setTimeout(begin, APART - since)
  return () => {
    window.clearTimeout(timer)
    stop?.()
  }
}

// From the server; or from a device that keeps the whole app, where loading again works without a server too.
const readSettings = async () => {
  const settings = await loadRuntimeConfig()
  if (!settings.ok) throw new Error(settings.error.code)
}
