// Keeps the files of the app on this device by a service worker (client/worker), and follows what becomes of newer releases.
import { newReleaseAtom } from '#client/state/release.ts'
import { store } from '#client/state/store.ts'
import { whenNothingWaits } from '#client/state/waiting-work.ts'

const HOUR = 60 * 60_000

/** What it needs of the page. */
export interface PageOfRelease {
  /** undefined: this browser, or this build, has no service worker. */
  readonly workers: Pick<ServiceWorkerContainer, 'register' | 'controller' | 'addEventListener'> | undefined
  /** The page as the server has it now; rejects where there is none. */
  readonly readPage: () => Promise<string>
  readonly reload: () => void
}

/** Registers the service worker, and tells of a release that is newer than this page, once it is there or this page's files are gone. */
export async function followReleases({ workers, readPage, reload }: PageOfRelease): Promise<void> {
  let registration: ServiceWorkerRegistration | undefined
  const load = () => {
    const next = registration?.waiting
    if (!next) {
      reload()
      return
    }
    workers?.addEventListener('controllerchange', reload, { once: true })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of our own
    next.postMessage('take over')
  }
  const tell = () => store.set(newReleaseAtom, (known) => known ?? { load })
  const look = () => {
    // The first one of a device waits for nobody.
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
  // A file of this page is gone: for the network's sake, or since the server has another release by now.
  const miss = async () => {
    if (!(await isOutdated())) return
    await update().catch(() => undefined)
    tell()
    // With the old worker still in charge the same page would come back.
    if (registration?.waiting || !workers?.controller) whenNothingWaits(load)
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

// Until a worker is installed, or has failed.
const hasSettled = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (worker.state !== 'installing') resolve()
    }
    worker.addEventListener('statechange', look)
    look()
  })
