// A screen whose code could not be fetched loads again by itself: scans may wait for it.
import { loadWithRetries } from '#client/input/load-with-retries.ts'

const LAST = 'trimline.loadedAgain'
// Sooner after the last time it would not help again, in milliseconds.
const APART = 60_000

/** Reloads the page once its server answers, at most once a minute; returns a function that stops it. */
export function loadAgainOnceBack(
  reload: () => void,
  isBack: () => Promise<unknown> = readSettings,
): () => void {
  const since = Date.now() - Number(sessionStorage.getItem(LAST))
  if (since >= 0 && since < APART) return () => undefined
  return loadWithRetries(isBack, () => {
    sessionStorage.setItem(LAST, String(Date.now()))
    reload()
  })
}

// From the server; or from a device that keeps the whole app, where loading again works without a server too.
const readSettings = async () => {
  const { ok, status } = await fetch('/config.json', { cache: 'no-store' })
  if (!ok) throw new Error(`config.json: ${status}`)
}
