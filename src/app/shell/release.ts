// Registers the service worker that stores the app's files on this device (app/worker), and follows newer
// releases.
import { newReleaseAtom } from '#app/state/release.ts'
import { store } from '#app/state/store.ts'
import { nothingWaits, whenNothingWaits } from '#app/state/waiting-work.ts'

const HOUR = 60 * 60_000
// How long a worker has to take over before it is asked again, in milliseconds.
const ASKS_AGAIN = 2000
// Asked so often, the browser holds it back: a call that never ends keeps the older worker at work.
const MOST_ASKS = 4

/** What it uses of the page. */
export interface PageOfRelease {
  /** undefined: this browser, or this build, has no service worker. */
  readonly workers: Pick<ServiceWorkerContainer, 'register' | 'controller' | 'addEventListener'> | undefined
  /** The page as the server has it now; rejects if unreachable. */
  readonly readPage: () => Promise<string>
  readonly reload: () => void
}

/**
 * Registers the service worker. Reports a newer release once it is installed, or once this page's files are
 * gone.
 */
export async function followReleases({ workers, readPage, reload }: PageOfRelease): Promise<void> {
  let registration: ServiceWorkerRegistration | undefined
  let isLoaded = false
  const reloadOnce = () => {
    if (isLoaded) return
    isLoaded = true
    reload()
  }
  // Without a worker the page comes from the server, as on a new device; the files follow. Not while the
  // server is away: then there would be no page at all. Not in work that has begun meanwhile, either: it is
  // tried again.
  const loadFromServer = async () => {
    if (!(await isOutdated().catch(() => false)) || !nothingWaits()) return
    await registration?.unregister().catch(() => undefined)
    reloadOnce()
  }
  /** Asks until it is heard: the message is lost with a worker that the browser could not start just then. */
  const load = (asks = 1) => {
    const next = registration?.waiting
    if (isLoaded) return
    // Without one it has taken over, perhaps before this page heard of it.
    if (!next) {
      reloadOnce()
      return
    }
    workers?.addEventListener('controllerchange', reloadOnce, { once: true })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of our own
    next.postMessage('take over')
    if (asks >= MOST_ASKS) void loadFromServer()
    setTimeout(() => load(asks + 1), ASKS_AGAIN)
  }
  const tell = () => store.set(newReleaseAtom, (known) => known ?? { load: () => load() })
  const look = () => {
    // The first worker of a device replaces none.
    if (registration?.waiting && registration.active) tell()
  }
  const update = async () => {
    await registration?.update()
    const coming = registration?.installing
    if (coming) await hasSettled(coming)
  }
  const isOutdated = async () => {
    const page = await readPage()
    const scripts = [...document.scripts].filter(({ src }) => src !== '')
    return page.includes('id="root"') && scripts.some(({ src }) => !page.includes(new URL(src).pathname))
  }
  // A file of this page could not be loaded: because of the network, or because the server has another
  // release now.
  const miss = async () => {
    if (!(await isOutdated())) return
    await update().catch(() => undefined)
    tell()
    // While the old worker is in control, a reload would bring the same page.
    if (registration?.waiting || !workers?.controller) whenNothingWaits(() => load())
  }
  window.addEventListener('vite:preloadError', () => void miss().catch(() => undefined))

  registration = await workers?.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  if (!registration) return
  workers?.controller?.postMessage('tidy')
  look()
  registration.addEventListener('updatefound', () => {
    const coming = registration?.installing
    if (coming) void hasSettled(coming).then(look)
  })
  const again = () => {
    if (document.visibilityState === 'visible') update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', again)
  window.addEventListener('online', again)
  setInterval(again, HOUR)
}

// Until a worker is installed or has failed.
const hasSettled = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (worker.state !== 'installing') resolve()
    }
    worker.addEventListener('statechange', look)
    look()
  })
