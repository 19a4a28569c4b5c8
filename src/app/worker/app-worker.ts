// The service worker. It caches the files of one release, and the page with its headers: the app starts
// without a server, and no page gets files of two releases. A newer release waits until a page activates it
// (app/shell/release.ts). The server's own paths are never cached, except the site's settings: network first,
// then cache.
import { LANDING } from '#core/wire/limits.ts'

/** The build's data about a release; files by path, with the digest of their content. */
export interface Release {
  readonly id: string
  /** The files that its page references. */
  readonly start: readonly string[]
  /** Cached at installation. */
  readonly files: Readonly<Record<string, string>>
  /** Large and rarely used: cached at first use. */
  readonly later: Readonly<Record<string, string>>
}

interface Lasting {
  readonly waitUntil: (work: Promise<unknown>) => void
}
interface Fetching extends Lasting {
  readonly request: Request
  readonly respondWith: (answer: Promise<Response>) => void
}

/** The used part of a service worker's global scope. */
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
// Timeout for the settings at a start before the cached ones are used, in milliseconds: a fast server is
// always used, and a slow network delays nothing. A later answer is cached for the next start.
const settingsTimeoutMs = 250
// Paths that are not the app's page: the server's own (server/http, server/identity), and files.
const serverPaths = /^\/(api|oidc|dev-login|health|assets)(\/|$)|^\/(config\.json|sw\.js)$/

const nothing = () => undefined
const pause = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), ms)
  })

/** Serves a release in a worker's scope. */
export function serveRelease(scope: WorkerScope, { id, start, files, later }: Release): void {
  const { origin } = scope.location
  const prefix = 'trimline-release-'
  const releaseCache = prefix + id
  const settingsCache = 'trimline-settings'
  const urlOf = (path: string) => origin + path
  const findCached = (path: string, cacheName?: string) =>
    scope.caches.match(urlOf(path), { ignoreVary: true, ...(cacheName !== undefined && { cacheName }) })

  // If the disk is full, only the copy for the next start is missing.
  const cacheAnswer = async (name: string, path: string, answer: Response) => {
    await (await scope.caches.open(name)).put(urlOf(path), answer).catch(() => undefined)
  }
  // The server may have changed meanwhile, or a captive portal may answer.
  const cachePage = async () => {
    const page = await scope.fetch(urlOf('/'), { cache: 'no-store' })
    const text = await page.clone().text()
    if (page.redirected || start.some((path) => !text.includes(path))) throw new Error('Not this release')
    await (await scope.caches.open(releaseCache)).put(urlOf('/'), page)
  }

  const install = async () => {
    const wanted = Object.entries(files).map(([path, integrity]) => new Request(urlOf(path), { integrity }))
    await (await scope.caches.open(releaseCache)).addAll(wanted)
    await (await scope.caches.open(settingsCache)).add(urlOf(SETTINGS))
    await cachePage()
  }

  // Deletes files of older releases when no page can need them: a page of this release has just started, and
  // there is no other page.
  const deleteOldCaches = async () => {
    const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (pages.length > 1 || scope.registration.installing || scope.registration.waiting) return
    const names = await scope.caches.keys()
    await Promise.all(
      names
        .filter((name) => name.startsWith(prefix) && name !== releaseCache)
        .map((name) => scope.caches.delete(name)),
    )
  }

  const sendPage = async (asked: Request) => (await findCached('/', releaseCache)) ?? scope.fetch(asked)

  // A path with a digest always names the same content, in any release.
  const sendFile = async (asked: Request, path: string) => {
    const kept = await findCached(path)
    const integrity = files[path] ?? later[path]
    if (kept || integrity === undefined) return kept ?? scope.fetch(asked)
    const answer = await scope.fetch(urlOf(path), { integrity })
    if (answer.ok) await cacheAnswer(releaseCache, path, answer.clone())
    return answer
  }

  const fetchSettings = async (asked: Request) => {
    const answer = await scope.fetch(asked)
    const isSettings = answer.ok && answer.headers.get('content-type')?.includes('json')
    if (!isSettings) return (await findCached(SETTINGS)) ?? answer
    await cacheAnswer(settingsCache, SETTINGS, answer.clone())
    return answer
  }
  const sendSettings = async (fresh: Promise<Response>) => {
    try {
      const inTime = await Promise.race([fresh, pause(settingsTimeoutMs)])
      return inTime ?? (await findCached(SETTINGS)) ?? (await fresh)
    } catch (error) {
      const kept = await findCached(SETTINGS)
      if (kept) return kept
      throw error
    }
  }

  const answerTo = (event: Fetching): Promise<Response> | undefined => {
    const { request: asked } = event
    const { origin: to, pathname: path, search } = new URL(asked.url)
    if (asked.method !== 'GET' || to !== origin) return undefined
    if (asked.mode === 'navigate') {
      return serverPaths.test(path) || path + search === LANDING.outside ? undefined : sendPage(asked)
    }
    if (path === SETTINGS) {
      const fresh = fetchSettings(asked)
      event.waitUntil(fresh.then(nothing, nothing))
      return sendSettings(fresh)
    }
    return path.startsWith('/assets/') ? sendFile(asked, path) : undefined
  }

  scope.addEventListener('install', (event) => event.waitUntil(install()))
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
  scope.addEventListener('message', (event) => {
    if (event.data === 'take over') event.waitUntil(scope.skipWaiting())
    if (event.data === 'tidy') event.waitUntil(deleteOldCaches())
  })
  scope.addEventListener('fetch', (event) => {
    const answer = answerTo(event)
    if (!answer) return
    event.respondWith(answer)
    // The server may change its headers: update the cached page for the next start.
    if (event.request.mode === 'navigate') event.waitUntil(cachePage().catch(() => undefined))
  })
}
