// Registers the service worker that stores the app's files on this device (app/worker), and detects newer
// releases.
import { newReleaseAtom } from '#app/state/release.ts'
import { store } from '#app/state/store.ts'
import { hasNoUnfinishedWork, whenWorkIsFinished } from '#app/state/unfinished-work.ts'

const checkIntervalMs = 60 * 60_000
// Time for a worker to take over before the request is repeated, in milliseconds.
const takeoverRetryMs = 2000
// After this many requests the browser must be blocking the takeover: an unfinished call keeps the older
// worker active.
const maxTakeoverRequests = 4

// The parts of the page that it uses.
interface PageOfRelease {
  /** undefined: the browser or the build has no service worker. */
  readonly workers: Pick<ServiceWorkerContainer, 'register' | 'controller' | 'addEventListener'> | undefined
  /** Reads the page's current HTML from the server; rejects if unreachable. */
  readonly readPage: () => Promise<string>
  readonly reload: () => void
}

/**
 * Registers the service worker. Reports a newer release once it is installed, or once the server lacks this
 * page's files.
 */
export async function followReleases({ workers, readPage, reload }: PageOfRelease): Promise<void> {
  let registration: ServiceWorkerRegistration | undefined
  let isReloading = false
  const reloadOnce = () => {
    if (isReloading) return
    isReloading = true
    reload()
  }
  // Removes the worker and reloads, so that the page comes from the server.
  // Only if the server answers, otherwise there would be no page, and only without unfinished work. `load`
  // retries it.
  const loadFromServer = async () => {
    if (!(await isOutdated().catch(() => false)) || !hasNoUnfinishedWork()) return
    await registration?.unregister().catch(() => undefined)
    reloadOnce()
  }
  // Repeats the message until the worker takes over: it is lost if the browser could not start the worker.
  const load = (attempt = 1) => {
    const next = registration?.waiting
    if (isReloading) return
    // No waiting worker: it has taken over, perhaps before this page was notified.
    if (!next) {
      reloadOnce()
      return
    }
    workers?.addEventListener('controllerchange', reloadOnce, { once: true })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of our own
    next.postMessage('take over')
    if (attempt >= maxTakeoverRequests) void loadFromServer()
    setTimeout(() => load(attempt + 1), takeoverRetryMs)
  }
  const announce = () => store.set(newReleaseAtom, (known) => known ?? { load: () => load() })
  const announceIfWaiting = () => {
    // A device's first worker replaces no other.
    if (registration?.waiting && registration.active) announce()
  }
  const update = async () => {
    await registration?.update()
    const nextWorker = registration?.installing
    if (nextWorker) await hasSettled(nextWorker)
  }
  const isOutdated = async () => {
    const page = await readPage()
    const scripts = [...document.scripts].filter(({ src }) => src !== '')
    return page.includes('id="root"') && scripts.some(({ src }) => !page.includes(new URL(src).pathname))
  }
  // Called when a file of this page could not be loaded: the network failed, or the server has another
  // release.
  const onMissingFile = async () => {
    if (!(await isOutdated())) return
    await update().catch(() => undefined)
    announce()
    // While the old worker is in control, a reload would return the same page.
    if (registration?.waiting || !workers?.controller) whenWorkIsFinished(() => load())
  }
  window.addEventListener('vite:preloadError', () => void onMissingFile().catch(() => undefined))

  registration = await workers?.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  if (!registration) return
  workers?.controller?.postMessage('tidy')
  announceIfWaiting()
  registration.addEventListener('updatefound', () => {
    const nextWorker = registration?.installing
    if (nextWorker) void hasSettled(nextWorker).then(announceIfWaiting)
  })
  const checkForUpdate = () => {
    if (document.visibilityState === 'visible') update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', checkForUpdate)
  window.addEventListener('online', checkForUpdate)
  setInterval(checkForUpdate, checkIntervalMs)
}

// Resolves when the worker is installed or has failed.
const hasSettled = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    const resolveIfSettled = () => {
      if (worker.state !== 'installing') resolve()
    }
    worker.addEventListener('statechange', resolveIfSettled)
    resolveIfSettled()
  })
