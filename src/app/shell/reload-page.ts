// Reloads the page if a screen's code could not be fetched, because scans may wait for that screen.
import { loadRuntimeConfig } from '#app/api/runtime-config.ts'
import { loadWithRetries } from '#input/load-with-retries.ts'

const lastReloadKey = 'trimline.loadedAgain'
// Minimum time between two reloads, in milliseconds: an earlier one would not help.
const minReloadIntervalMs = 60_000

/** Reloads the page when its server answers, at most once a minute; returns a function that stops it. */
export function reloadWhenServerAnswers(
  reload: () => void,
  checkServer: () => Promise<unknown> = readSettings,
): () => void {
  const elapsed = Date.now() - Number(sessionStorage.getItem(lastReloadKey))
  let stop: (() => void) | undefined
  const begin = () => {
    stop = loadWithRetries(checkServer, () => {
      sessionStorage.setItem(lastReloadKey, String(Date.now()))
      reload()
    })
  }
  if (elapsed < 0 || elapsed >= minReloadIntervalMs) begin()
  const timer = stop ? undefined : window.setTimeout(begin, minReloadIntervalMs - elapsed)
  return () => {
    window.clearTimeout(timer)
    stop?.()
  }
}

// Reads the settings from the server, or from the cache of a device that stores the whole app: there a reload
// works without a server.
const readSettings = async () => {
  const settings = await loadRuntimeConfig()
  if (!settings.ok) throw new Error(settings.error.code)
}
