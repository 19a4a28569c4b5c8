// The service worker. It keeps the files of one release of the app, and the page with its headers as they came together, so that
// the app starts without a server, and no page ever gets files of two releases. A newer release waits until a page lets it take over
// (client/app/release.ts). What the server answers itself is never touched, but for the site's settings, which are asked for first
// and remembered.
import { LANDING } from '#contract/limits.ts'

/** What the build says of a release; files by their paths, each with the digest that its content has to have. */
export interface Release {
  readonly id: string
  /** The files that its page names. */
  readonly start: readonly string[]
  /** Kept from the beginning. */
  readonly files: Readonly<Record<string, string>>
  /** Large and rarely used: kept once they were used. */
  readonly later: Readonly<Record<string, string>>
}

interface Lasting {
  readonly waitUntil: (work: Promise<unknown>) => void
}
interface Fetching extends Lasting {
  readonly request: Request
  readonly respondWith: (answer: Promise<Response>) => void
}

/** As much of a service worker's surroundings as this one needs. */
export interface WorkerScope {
  addEventListener: ((type: 'install' | 'activate', listener: (event: Lasting) => void) => void) &
    ((type: 'fetch', listener: (event: Fetching) => void) => void) &
    ((type: 'message', listener: (event: Lasting & { readonly data: unknown }) => void) => void)
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>
  readonly clients: {
    readonly claim: () => Promise<void>
    readonly matchAll: (of: { type: 'window'; includeUncontrolled: true }) => Promise<readonly unknown[]>
  }
  readonly fetch: (asked: Request | string, options?: RequestInit) => Promise<Response>
  readonly location: { readonly origin: string }
  readonly registration: { readonly installing: unknown; readonly waiting: unknown }
  readonly skipWaiting: () => Promise<void>
}

const SETTINGS = '/config.json'
// What a start waits for the settings before it takes those of last time, in milliseconds.
const PATIENCE = 4000
// What of our address is no page of the app's: what the server answers itself (server/http, server/identity), and files.
const NO_PAGE = /^\/(api|oidc|dev-login|health|assets)(\/|$)|^\/(config\.json|sw\.js)$/

/** Serves a release in a worker's surroundings. */
export function serveRelease(scope: WorkerScope, { id, start, files, later }: Release): void {
  const { origin } = scope.location
  const prefix = 'trimline-release-'
  const own = prefix + id
  const settings = 'trimline-settings'
  const at = (path: string) => origin + path
  const find = (path: string, cacheName?: string) =>
    scope.caches.match(at(path), { ignoreVary: true, ...(cacheName !== undefined && { cacheName }) })

  // A full disk costs the next start its copy, nothing else.
  const keep = async (name: string, path: string, answer: Response) => {
    await (await scope.caches.open(name)).put(at(path), answer).catch(() => undefined)
  }
  // The server may have become another one meanwhile, or be the page of a captive portal.
  const keepPage = async () => {
    const page = await scope.fetch(at('/'), { cache: 'no-store' })
    const text = await page.clone().text()
    if (page.redirected || start.some((path) => !text.includes(path))) throw new Error('Not this release')
    await (await scope.caches.open(own)).put(at('/'), page)
  }

  const install = async () => {
    const wanted = Object.entries(files).map(([path, integrity]) => new Request(at(path), { integrity }))
    await (await scope.caches.open(own)).addAll(wanted)
    await (await scope.caches.open(settings)).add(at(SETTINGS))
    await keepPage()
  }

  // Files of older releases go when no page can be in need of them: one of this release has just begun, and there is no other.
  const tidy = async () => {
    const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (pages.length > 1 || scope.registration.installing || scope.registration.waiting) return
    const names = await scope.caches.keys()
    await Promise.all(
      names
        .filter((name) => name.startsWith(prefix) && name !== own)
        .map((name) => scope.caches.delete(name)),
    )
  }

  const sendPage = async (asked: Request) => (await find('/', own)) ?? scope.fetch(asked)

  // A path with a digest in it names the same content for ever, whichever release it came with.
  const sendFile = async (asked: Request, path: string) => {
    const kept = await find(path)
    const integrity = files[path] ?? later[path]
    if (kept || integrity === undefined) return kept ?? scope.fetch(asked)
    const answer = await scope.fetch(at(path), { integrity })
    if (answer.ok) await keep(own, path, answer.clone())
    return answer
  }

  const sendSettings = async (asked: Request) => {
    try {
      const answer = await scope.fetch(asked, { signal: AbortSignal.timeout(PATIENCE) })
      const isTrue = answer.ok && answer.headers.get('content-type')?.includes('json')
      if (!isTrue) return (await find(SETTINGS)) ?? answer
      await keep(settings, SETTINGS, answer.clone())
      return answer
    } catch (error) {
      const kept = await find(SETTINGS)
      if (kept) return kept
      throw error
    }
  }

  const answerTo = (asked: Request): Promise<Response> | undefined => {
    const { origin: to, pathname: path, search } = new URL(asked.url)
    if (asked.method !== 'GET' || to !== origin) return undefined
    if (asked.mode === 'navigate') {
      return NO_PAGE.test(path) || path + search === LANDING.outside ? undefined : sendPage(asked)
    }
    if (path === SETTINGS) return sendSettings(asked)
    return path.startsWith('/assets/') ? sendFile(asked, path) : undefined
  }

  scope.addEventListener('install', (event) => event.waitUntil(install()))
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
  scope.addEventListener('message', (event) => {
    if (event.data === 'take over') event.waitUntil(scope.skipWaiting())
    if (event.data === 'tidy') event.waitUntil(tidy())
  })
  scope.addEventListener('fetch', (event) => {
    const answer = answerTo(event.request)
    if (!answer) return
    event.respondWith(answer)
    // Its headers are the server's to change: for the next time.
    if (event.request.mode === 'navigate') event.waitUntil(keepPage().catch(() => undefined))
  })
}
