import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { type Release, serveRelease } from './app-worker.ts'

const origin = 'http://localhost:8080'
const digestOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

// The server's files by path; empty: no server.
let serverFiles: Map<string, () => Response | Promise<Response>>
const serve = (path: string, text: string, headers: Record<string, string> = {}) =>
  serverFiles.set(path, () => new Response(text, { headers }))

// One origin of a browser: its caches survive the workers.
let caches: Map<string, Map<string, Response>>
let pages: number

const fetchHere = async (asked: Request | string, options: RequestInit = {}): Promise<Response> => {
  const { url, integrity } = asked instanceof Request ? asked : { url: asked, integrity: options.integrity }
  const answer = await serverFiles.get(new URL(url).pathname)?.()
  if (!answer) throw new TypeError('Failed to fetch')
  if (integrity && digestOf(await answer.clone().text()) !== integrity) throw new TypeError('Failed to fetch')
  return answer
}

const openCache = (name: string) => {
  const kept = caches.get(name) ?? new Map<string, Response>()
  caches.set(name, kept)
  const put = async (url: string, answer: Response) => void kept.set(url, answer)
  const add = async (asked: Request | string) => {
    const answer = await fetchHere(asked)
    if (!answer.ok) throw new TypeError('Request failed')
    await put(asked instanceof Request ? asked.url : asked, answer)
  }
  return { put, add, addAll: async (all: readonly Request[]) => void (await Promise.all(all.map(add))) }
}

// The worker of a release, driven as a browser does.
const startWorker = (release: Release) => {
  const listeners = new Map<string, (event: never) => void>()
  let isActivated = false
  const scope = {
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
    caches: {
      open: async (name: string) => openCache(name),
      keys: async () => [...caches.keys()],
      delete: async (name: string) => caches.delete(name),
      match: async (url: string, { cacheName }: { cacheName?: string }) =>
        [...caches]
          .filter(([name]) => cacheName === undefined || name === cacheName)
          .map(([, kept]) => kept.get(url)?.clone())
          .find((answer) => answer !== undefined),
    },
    clients: { claim: async () => undefined, matchAll: async () => Array.from({ length: pages }) },
    fetch: fetchHere,
    location: { origin },
    registration: { installing: null, waiting: null },
    skipWaiting: async () => {
      isActivated = true
    },
  }
  serveRelease(scope as never, release)
  const happen = async (type: string, event: object = {}) => {
    const work: Promise<unknown>[] = []
    listeners.get(type)?.({ ...event, waitUntil: (each: Promise<unknown>) => work.push(each) } as never)
    await Promise.all(work)
  }
  const fetchIn = (path: string, mode: string, method: string) => {
    let sent: Promise<Response | undefined> = Promise.resolve(undefined)
    const request = new Request(new URL(path, origin), { method })
    Object.defineProperty(request, 'mode', { value: mode })
    const finished = happen('fetch', {
      request,
      respondWith: (given: Promise<Response>) => {
        sent = given
      },
    })
    return { sent, over: finished }
  }
  return {
    install: () => happen('install'),
    tell: (data: string) => happen('message', { data }),
    tookOver: () => isActivated,
    /** The worker's answer; undefined if it leaves the request to the network. */
    ask: async (path: string, mode = 'cors', method = 'GET'): Promise<Response | undefined> => {
      const { sent, over } = fetchIn(path, mode, method)
      await over
      return sent
    },
    /** Returns without waiting; `over` resolves when the worker has finished. */
    askNow: (path: string) => fetchIn(path, 'cors', 'GET'),
  }
}
const textOf = async (answer: Promise<Response | undefined>) => (await answer)?.text()

const policy = (csp: string) => ({ 'content-security-policy': csp })
const page = (name: string) => `<script src="/assets/start-${name}.js"></script>`

// Builds a release and deploys it to the server.
const deploy = (name: string): Release => {
  serverFiles.clear()
  const files = { [`/assets/start-${name}.js`]: `start ${name}`, [`/assets/list-${name}.js`]: `list ${name}` }
  const later = { '/assets/reader.wasm': 'reader' }
  for (const [path, text] of Object.entries({ ...files, ...later })) serve(path, text)
  serve('/', page(name), policy('nonce-1'))
  serve('/config.json', '{"site":1}', { 'content-type': 'application/json' })
  const digests = (of: Record<string, string>) =>
    Object.fromEntries(Object.entries(of).map(([path, text]) => [path, digestOf(text)]))
  return { id: name, start: [`/assets/start-${name}.js`], files: digests(files), later: digests(later) }
}

beforeEach(() => {
  serverFiles = new Map()
  caches = new Map()
  pages = 1
})

it('starts the app without a server: page, header, files and settings', async () => {
  const worker = startWorker(deploy('A'))
  await worker.install()
  serverFiles.clear()
  const sent = await worker.ask('/Issuance/10000001?x=1', 'navigate')
  expect(sent?.headers.get('content-security-policy')).toBe('nonce-1')
  expect(await sent?.text()).toBe(page('A'))
  expect(await textOf(worker.ask('/assets/list-A.js'))).toBe('list A')
  expect(await textOf(worker.ask('/config.json'))).toBe('{"site":1}')
})

it.each([
  ['/api/issuance', 'cors', 'GET'],
  ['/api/issuance', 'navigate', 'GET'],
  ['/oidc/auth?client_id=app', 'navigate', 'GET'],
  ['/dev-login/abc', 'navigate', 'GET'],
  ['/health', 'cors', 'GET'],
  ['/health', 'navigate', 'GET'],
  ['/assets/list-A.js', 'cors', 'POST'],
  ['/HealthCheck/?outside', 'navigate', 'GET'],
  ['https://login.example.com/assets/list-A.js', 'cors', 'GET'],
])('does not handle %s (%s %s)', async (path, mode, method) => {
  const worker = startWorker(deploy('A'))
  await worker.install()
  expect(await worker.ask(path, mode, method)).toBeUndefined()
})

it('is not installed while the server has the page of another release', async () => {
  const release = deploy('A')
  serve('/', page('B'))
  await expect(startWorker(release).install()).rejects.toThrow()
})

it('is not installed if a captive portal answers instead of the server', async () => {
  const release = deploy('A')
  serve('/assets/list-A.js', '<html>sign in</html>')
  await expect(startWorker(release).install()).rejects.toThrow()
})

it('keeps a newer release waiting until a message activates it, and serves files of both while pages of both are open', async () => {
  const old = startWorker(deploy('A'))
  await old.install()
  const next = startWorker(deploy('B'))
  await next.install()
  expect(next.tookOver()).toBe(false)
  expect(await textOf(old.ask('/', 'navigate'))).toBe(page('A'))
  await next.tell('take over')
  expect(next.tookOver()).toBe(true)
  serverFiles.clear()
  expect(await textOf(next.ask('/', 'navigate'))).toBe(page('B'))
  pages = 2
  await next.tell('tidy')
  expect(await textOf(next.ask('/assets/list-A.js'))).toBe('list A')
  pages = 1
  await next.tell('tidy')
  expect(await textOf(next.ask('/assets/list-B.js'))).toBe('list B')
  await expect(next.ask('/assets/list-A.js')).rejects.toThrow()
})

it('caches large files after their first use, and only files of the build', async () => {
  const worker = startWorker(deploy('A'))
  await worker.install()
  serve('/assets/reader.wasm', '<html>sign in</html>')
  await expect(worker.ask('/assets/reader.wasm')).rejects.toThrow()
  serve('/assets/reader.wasm', 'reader')
  expect(await textOf(worker.ask('/assets/reader.wasm'))).toBe('reader')
  serverFiles.clear()
  expect(await textOf(worker.ask('/assets/reader.wasm'))).toBe('reader')
})

it('requests the settings first, and uses the cached ones if the answer is not the server’s', async () => {
  const worker = startWorker(deploy('A'))
  await worker.install()
  serve('/config.json', '{"site":2}', { 'content-type': 'application/json' })
  expect(await textOf(worker.ask('/config.json'))).toBe('{"site":2}')
  serve('/config.json', '<html>sign in</html>', { 'content-type': 'text/html' })
  expect(await textOf(worker.ask('/config.json'))).toBe('{"site":2}')
  serverFiles.clear()
  expect(await textOf(worker.ask('/config.json'))).toBe('{"site":2}')
})

it('updates the page’s headers for the next start while the release is the same', async () => {
  const worker = startWorker(deploy('A'))
  await worker.install()
  const header = async () => (await worker.ask('/', 'navigate'))?.headers.get('content-security-policy')
  serve('/', page('A'), policy('nonce-2'))
  expect(await header()).toBe('nonce-1')
  serve('/', page('B'), policy('nonce-3'))
  expect(await header()).toBe('nonce-2')
  expect(await header()).toBe('nonce-2')
})

it('does not delay a start for the settings on a slow network, and caches a late answer for the next start', async () => {
  const worker = startWorker(deploy('A'))
  await worker.install()
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  serverFiles.set('/config.json', async () => {
    await late
    return new Response('{"site":2}', { headers: { 'content-type': 'application/json' } })
  })
  const { sent, over } = worker.askNow('/config.json')
  expect(await textOf(sent)).toBe('{"site":1}')
  answer()
  await over
  serverFiles.delete('/config.json')
  expect(await textOf(worker.ask('/config.json'))).toBe('{"site":2}')
})
