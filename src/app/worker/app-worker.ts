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

const releasePrefix = 'trimline-release-'
const settingsCache = 'trimline-settings'

// A release in its worker's scope.
interface Serving extends Release {
  readonly scope: WorkerScope
}

/** Serves a release in a worker's scope. */
export function serveRelease(scope: WorkerScope, release: Release): void {
  const serving: Serving = { ...release, scope }
  scope.addEventListener('install', (event) => event.waitUntil(install(serving)))
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
  scope.addEventListener('message', (event) => {
    if (event.data === 'take over') event.waitUntil(scope.skipWaiting())
    if (event.data === 'tidy') event.waitUntil(deleteOldCaches(serving))
  })
  scope.addEventListener('fetch', (event) => {
    const answer = answerTo(serving, event)
    if (!answer) return
    event.respondWith(answer)
    // The server may change its headers: update the cached page for the next start.
    if (event.request.mode === 'navigate') event.waitUntil(cachePage(serving).catch(nothing))
  })
}

const cacheOf = ({ id }: Release) => releasePrefix + id
const urlOf = ({ scope }: Serving, path: string) => scope.location.origin + path

const findCached = (serving: Serving, path: string, cacheName?: string) =>
  serving.scope.caches.match(urlOf(serving, path), {
    ignoreVary: true,
    ...(cacheName !== undefined && { cacheName }),
  })

// If the disk is full, only the copy for the next start is missing.
async function cacheAnswer(serving: Serving, name: string, path: string, answer: Response): Promise<void> {
  const cache = await serving.scope.caches.open(name)
  await cache.put(urlOf(serving, path), answer).catch(nothing)
}

async function install(serving: Serving): Promise<void> {
  const { caches } = serving.scope
  const wanted = Object.entries(serving.files).map(
    ([path, integrity]) => new Request(urlOf(serving, path), { integrity }),
  )
  await (await caches.open(cacheOf(serving))).addAll(wanted)
  await (await caches.open(settingsCache)).add(urlOf(serving, SETTINGS))
  await cachePage(serving)
}

// The server may have changed meanwhile, or a captive portal may answer.
async function cachePage(serving: Serving): Promise<void> {
  const { scope, start } = serving
  const page = await scope.fetch(urlOf(serving, '/'), { cache: 'no-store' })
  const text = await page.clone().text()
  if (page.redirected || start.some((path) => !text.includes(path))) throw new Error('Not this release')
  await (await scope.caches.open(cacheOf(serving))).put(urlOf(serving, '/'), page)
}

// Deletes files of older releases when no page can need them: a page of this release has just started, and
// there is no other page.
async function deleteOldCaches(serving: Serving): Promise<void> {
  const { caches, clients, registration } = serving.scope
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.length > 1 || registration.installing || registration.waiting) return
  const names = await caches.keys()
  await Promise.all(
    names
      .filter((name) => name.startsWith(releasePrefix) && name !== cacheOf(serving))
      .map((name) => caches.delete(name)),
  )
}

function answerTo(serving: Serving, event: Fetching): Promise<Response> | undefined {
  const { request: asked } = event
  const { origin, pathname: path, search } = new URL(asked.url)
  if (asked.method !== 'GET' || origin !== serving.scope.location.origin) return undefined
  if (asked.mode === 'navigate') {
    return serverPaths.test(path) || path + search === LANDING.outside ? undefined : sendPage(serving, asked)
  }
  if (path === SETTINGS) {
    const fresh = fetchSettings(serving, asked)
    event.waitUntil(fresh.then(nothing, nothing))
    return sendSettings(serving, fresh)
  }
  return path.startsWith('/assets/') ? sendFile(serving, asked, path) : undefined
}

const sendPage = async (serving: Serving, asked: Request) =>
  (await findCached(serving, '/', cacheOf(serving))) ?? serving.scope.fetch(asked)

// A path with a digest always names the same content, in any release.
async function sendFile(serving: Serving, asked: Request, path: string): Promise<Response> {
  const { scope, files, later } = serving
  const kept = await findCached(serving, path)
  const integrity = files[path] ?? later[path]
  if (kept || integrity === undefined) return kept ?? scope.fetch(asked)
  const answer = await scope.fetch(urlOf(serving, path), { integrity })
  if (answer.ok) await cacheAnswer(serving, cacheOf(serving), path, answer.clone())
  return answer
}

async function fetchSettings(serving: Serving, asked: Request): Promise<Response> {
  const answer = await serving.scope.fetch(asked)
  const isSettings = answer.ok && answer.headers.get('content-type')?.includes('json')
  if (!isSettings) return (await findCached(serving, SETTINGS)) ?? answer
  await cacheAnswer(serving, settingsCache, SETTINGS, answer.clone())
  return answer
}

async function sendSettings(serving: Serving, fresh: Promise<Response>): Promise<Response> {
  try {
    const inTime = await Promise.race([fresh, pause(settingsTimeoutMs)])
    return inTime ?? (await findCached(serving, SETTINGS)) ?? (await fresh)
  } catch (error) {
    const kept = await findCached(serving, SETTINGS)
    if (kept) return kept
    throw error
  }
}
