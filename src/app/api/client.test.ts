import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { publishNews } from '#app/state/live.ts'
import { networkNoticeAtom } from '#app/state/online.ts'
import { store } from '#app/state/store.ts'
import { prepareCall } from '#core/wire/calls.ts'
import { makeProblem, PROBLEM_MEDIA_TYPE } from '#core/wire/problem.ts'
import { type ContractServer, problemAnswer, startContractServer } from '#tests/support/contract-server.ts'
import { createClient, installClient, perform, prefetch } from './client.ts'
import type { TokenSource } from './http.ts'
import { isTransient, mayHaveSucceeded } from './problem.ts'

const nurseries = prepareCall('nursery', {}, (answer) => answer.Result.map(({ Name }) => Name))
const adjust = prepareCall(
  'adjustmentrequest.decide',
  { body: { AdjustmentRequest: { RequestID: '10000001', Status: 'ACCEPT' } } } as never,
  (answer) => answer.Message,
)

let server: ContractServer
let tokens: string[]
const source: TokenSource = {
  get: () => Promise.resolve(tokens[0]),
  replace: () => {
    tokens.shift()
    return Promise.resolve(tokens[0])
  },
}
const client = (patience?: number) =>
  createClient({
    apiBase: server.base,
    tokens: source,
    ...(patience !== undefined && { timeoutMs: patience }),
  })

// The app's own server: its address is a path on the origin of the page.
const ownClient = (base: string) => {
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, options: RequestInit) =>
    real(new URL(new URL(address).pathname.replace('/api/', ''), base), options),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return createClient({ apiBase: '/api/', tokens: source })
}

beforeEach(async () => {
  server = await startContractServer()
  tokens = ['first', 'second']
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

describe('an answer', () => {
  it('is parsed by the schema of its call', async () => {
    expect(await client()(nurseries)).toEqual({ ok: true, value: ['Redwood Nursery'] })
  })

  it('that does not match the schema reports where, and does not throw', async () => {
    server.answer('GET nursery', () => ({ Result: [{ Id: 'N1' }, 'not a nursery'] }))
    const result = await client()(nurseries)
    expect(result).toMatchObject({ ok: false, error: { code: 'answer_does_not_fit', status: 200 } })
    expect(!result.ok && result.error.detail).toContain('nursery: Result.1')
  })

  it('that is not JSON is the same problem', async () => {
    server.answer('GET nursery', () => new Response('{"Result":['))
    expect(await client()(nurseries)).toMatchObject({ ok: false, error: { code: 'answer_does_not_fit' } })
  })

  it('of a read that contains only a message is a refusal, not an empty list', async () => {
    server.answer('GET nursery', () => ({ Message: 'The season is locked', Result: null }))
    const refused = { code: 'server_refused', detail: 'The season is locked' }
    expect(await client()(nurseries)).toMatchObject({ ok: false, error: refused })
    server.answer('GET adjustmentrequest', () => ({ Message: 'The season is locked' }))
    const list = prepareCall('adjustmentrequest.list', { query: {} } as never, (answer) => answer)
    expect(await client()(list)).toMatchObject({ ok: false, error: refused })
    server.answer('GET nursery', () => ({ Message: '', Result: null }))
    expect(await client()(nurseries)).toEqual({ ok: true, value: [] })
  })

  it('is requested with the given query values only', async () => {
    const growers = prepareCall('grower', { query: { location: 'WAT' } }, (answer) => answer.Result.length)
    await client()(growers)
    expect(server.asked[0]?.query).toEqual({ location: 'WAT' })
  })
})

describe('a refusal', () => {
  it('keeps the server’s code, detail and fields', async () => {
    server.answer('GET nursery', () => problemAnswer('location_not_allowed', 'Not at SAL'))
    expect(await client()(nurseries)).toMatchObject({
      ok: false,
      error: { code: 'location_not_allowed', status: 403, detail: 'Not at SAL' },
    })
  })

  const refusedBy = (perform: ReturnType<typeof client>, body: string, status = 404, type = 'text/plain') => {
    const headers = { 'content-type': type }
    server.answer('GET nursery', () => new Response(body, { status, headers }))
    return perform(nurseries)
  }
  const notFromServer = (status: number) => ({ error: { code: 'not_from_server', status } })

  it('of another server has its message, and an HTML page is not a refusal', async () => {
    const refusedWith = (detail: string, status = 404) => ({
      error: { code: 'server_refused', status, detail },
    })
    const refused = (body: string, status?: number, type?: string) => refusedBy(client(), body, status, type)
    expect(await refused('{"Message":"No nurseries this season"}')).toMatchObject(
      refusedWith('No nurseries this season'),
    )
    expect(await refused('No nurseries', 422)).toMatchObject(refusedWith('No nurseries', 422))
    expect(await refused('{"title":"No nurseries"}', 400)).toMatchObject(refusedWith('No nurseries', 400))
    expect(await refused('{"Message":"Not you"}', 403)).toMatchObject(refusedWith('Not you', 403))
    expect(await refused('<html><body>Not found</body></html>')).toMatchObject(notFromServer(404))
    expect(await refused('Not found', 404, 'text/html; charset=utf-8')).toMatchObject(notFromServer(404))
    expect(await refused('x'.repeat(500))).toMatchObject(notFromServer(404))
    expect(await refused('Too much', 413)).toMatchObject(notFromServer(413))
    expect(await refused('{"error":"Not Found"}')).toMatchObject(notFromServer(404))
  })

  it('of this product’s server is a problem document with a known code only', async () => {
    const json = JSON.stringify({ ...makeProblem('not_found', 'No such nursery') })
    const own = (body: string, status?: number, type?: string) =>
      refusedBy(ownClient(server.base), body, status, type)
    expect(await own(json, 404, PROBLEM_MEDIA_TYPE)).toMatchObject({ error: { code: 'not_found' } })
    expect(await own(json, 404, 'application/json')).toMatchObject(notFromServer(404))
    expect(await own('{"code":"gone_fishing"}', 404, PROBLEM_MEDIA_TYPE)).toMatchObject(notFromServer(404))
    expect(await own('{"Message":"No such route"}')).toMatchObject(notFromServer(404))
    expect(await own('404 page not found')).toMatchObject(notFromServer(404))
    const result = await own('Request timeout', 408)
    expect(!result.ok && [isTransient(result.error), mayHaveSucceeded(result.error)]).toEqual([true, true])
  })

  it('of the token by a proxy does not end the sign-in', async () => {
    expect(await refusedBy(ownClient(server.base), 'Unauthorized', 401)).toMatchObject(notFromServer(401))
  })

  it('without a problem document is classified by its status', async () => {
    expect(await refusedBy(client(), 'oops', 502)).toMatchObject({
      error: { code: 'server_failed', facts: { status: 502 } },
    })
  })
})

describe('a change', () => {
  it('has the given key, otherwise a new one', async () => {
    server.answer('POST adjustmentrequest', () => ({ Message: 'done' }))
    await client()(adjust, { idempotencyKey: 'scan-1' })
    await client()(adjust)
    await client()(adjust)
    const [given, one, other] = server.asked.map(({ key }) => key)
    expect(given).toBe('scan-1')
    expect(one).toMatch(/^[\da-f-]{36}$/)
    expect(other).not.toBe(one)
  })

  it('is resent under the same key when the token was refused', async () => {
    server.answer('POST adjustmentrequest', () =>
      server.asked.length === 1 ? problemAnswer('token_expired') : { Message: 'done' },
    )
    expect(await client()(adjust)).toEqual({ ok: true, value: 'done' })
    expect(server.asked.map(({ key }) => key)).toHaveLength(2)
    expect(new Set(server.asked.map(({ key }) => key)).size).toBe(1)
  })

  it('waits under the same key while the first attempt is in progress', async () => {
    const busy = () => {
      const response = problemAnswer('request_in_progress')
      response.headers.set('retry-after', '0')
      return response
    }
    server.answer('POST adjustmentrequest', () => (server.asked.length < 3 ? busy() : { Message: 'done' }))
    expect(await client()(adjust, { idempotencyKey: 'scan-2' })).toEqual({ ok: true, value: 'done' })
    expect(server.asked.map(({ key }) => key)).toEqual(['scan-2', 'scan-2', 'scan-2'])
  })

  it('refreshes a token that expires during the wait, and continues under the same key', async () => {
    const answers = [
      () => problemAnswer('request_in_progress'),
      () => problemAnswer('token_expired'),
      () => ({ Message: 'done' }),
    ]
    server.answer('POST adjustmentrequest', () => {
      const answer = answers[server.asked.length - 1]?.()
      if (answer instanceof Response) answer.headers.set('retry-after', '0')
      return answer ?? problemAnswer('internal_error')
    })
    tokens = ['first', 'second']
    expect(await client()(adjust, { idempotencyKey: 'scan-3' })).toEqual({ ok: true, value: 'done' })
    expect(server.asked.map(({ key }) => key)).toEqual(['scan-3', 'scan-3', 'scan-3'])
  })

  it('is not resent when the answer is lost', async () => {
    server.answer('POST adjustmentrequest', () => new Response('', { status: 503 }))
    await client()(adjust)
    expect(server.asked).toHaveLength(1)
  })
})

describe('a sign-in that has ended', () => {
  it('sends nothing', async () => {
    tokens = []
    expect(await client()(nurseries)).toMatchObject({ ok: false, error: { code: 'signed_out' } })
    expect(server.asked).toHaveLength(0)
  })

  it('is detected by a refused token that cannot be replaced', async () => {
    tokens = ['first']
    server.answer('GET nursery', () => problemAnswer('token_expired'))
    expect(await client()(nurseries)).toMatchObject({ error: { code: 'signed_out', status: 401 } })
  })

  it('differs from a provider that cannot be reached', async () => {
    const perform = createClient({
      apiBase: server.base,
      tokens: { ...source, get: () => Promise.reject(new Error('no network')) },
    })
    expect(await perform(nurseries)).toMatchObject({ error: { code: 'unreachable' } })
  })
})

describe('without an answer', () => {
  it('reports a server that cannot be reached', async () => {
    await server.close()
    expect(await client()(nurseries)).toMatchObject({ error: { code: 'unreachable', status: 0 } })
  })

  it('reports a missing network', async () => {
    await server.close()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await client()(nurseries)).toMatchObject({ error: { code: 'offline' } })
  })

  it('reports offline after several calls without a server, until one is answered', async () => {
    await client()(nurseries)
    await server.close()
    await client()(nurseries)
    expect(store.get(networkNoticeAtom)).not.toBe('offline')
    await client()(nurseries)
    expect(store.get(networkNoticeAtom)).toBe('offline')
    server = await startContractServer()
    await client()(nurseries)
    expect(store.get(networkNoticeAtom)).toBe('online')
  })

  it('reports a server that exceeds the timeout', async () => {
    server.delay = 5_000
    expect(await client(50)(nurseries)).toMatchObject({ error: { code: 'timeout' } })
  })

  it('reports a network that replaces the answer with its own page, until a call succeeds', async () => {
    server.answer('GET nursery', () => new Response('\n<!doctype html><title>Guests, sign in</title>'))
    const result = await client()(nurseries)
    expect(result).toMatchObject({ ok: false, error: { code: 'captive_portal', status: 0 } })
    if (!result.ok) expect([isTransient(result.error), mayHaveSucceeded(result.error)]).toEqual([true, true])
    expect(store.get(networkNoticeAtom)).toBe('captive_portal')
    server.answer('GET nursery', () => problemAnswer('key_missing'))
    await client()(nurseries)
    expect(store.get(networkNoticeAtom)).toBeNull()
  })

  it('reports a network that redirects calls to another site', async () => {
    const closedPort = 'http://127.0.0.1:1/sign-in'
    const portal = createServer((_, answer) => answer.writeHead(302, { location: closedPort }).end())
    await new Promise<void>((done) => portal.listen(0, '127.0.0.1', done))
    const { port } = portal.address() as AddressInfo
    const perform = createClient({ apiBase: `http://127.0.0.1:${port}/api/`, tokens: source })
    expect(await perform(nurseries)).toMatchObject({ error: { code: 'captive_portal' } })
    portal.close()
  })

  describe('after a fetch that fails while the network is available', () => {
    // A browser reports these three as an unreachable server.
    const performWithFetch = (
      succeeds: (options: RequestInit, times: number) => boolean,
      perform = client(),
    ) => {
      let times = 0
      vi.stubGlobal('fetch', async (address: URL | string, options: RequestInit) => {
        if (String(address).includes('/health')) throw new TypeError('Failed to fetch')
        times += 1
        if (!succeeds(options, times)) throw new TypeError('Failed to fetch')
        return new Response('{}')
      })
      onTestFinished(() => void vi.unstubAllGlobals())
      return perform(nurseries)
    }

    it('reports a server that does not allow this origin', async () => {
      const result = await performWithFetch(({ mode }) => mode === 'no-cors')
      const origin = window.location.origin
      expect(result).toMatchObject({ error: { code: 'origin_not_allowed', facts: { origin } } })
      if (!result.ok)
        expect([isTransient(result.error), mayHaveSucceeded(result.error)]).toEqual([true, true])
      expect(store.get(networkNoticeAtom)).toBe('origin_not_allowed')
    })

    it('does not report a refused origin if this page has read the server before: a gateway may fail without CORS headers', async () => {
      const perform = client()
      expect(await perform(nurseries)).toMatchObject({ ok: true })
      expect(await performWithFetch(({ mode }) => mode === 'no-cors', perform)).toMatchObject({
        error: { code: 'unreachable' },
      })
    })

    it('does not report a refused origin if the answer was cut off or the server is not reachable', async () => {
      expect(await performWithFetch((_, times) => times > 1)).toMatchObject({
        error: { code: 'unreachable' },
      })
      expect(await performWithFetch(() => false)).toMatchObject({ error: { code: 'unreachable' } })
    })
  })

  it('reports a call that the caller cancelled', async () => {
    server.delay = 5_000
    const giveUp = new AbortController()
    const result = client()(nurseries, { signal: giveUp.signal })
    giveUp.abort()
    expect(await result).toMatchObject({ error: { code: 'cancelled' } })
  })
})

describe('a prefetched answer', () => {
  const timesAsked = () => server.asked.filter(({ path }) => path.includes('nursery')).length

  it('is used once, for the next identical call', async () => {
    installClient(client())
    prefetch(nurseries)
    expect(await perform(nurseries)).toEqual({ ok: true, value: ['Redwood Nursery'] })
    expect(timesAsked()).toBe(1)
    await perform(nurseries)
    expect(timesAsked()).toBe(2)
  })

  it('is discarded after a change, because it may be stale', async () => {
    installClient(client())
    prefetch(nurseries)
    await perform(adjust)
    await perform(nurseries)
    expect(timesAsked()).toBe(2)
  })

  it('is discarded after a live update about another person’s change', async () => {
    installClient(client())
    prefetch(nurseries)
    publishNews({ Type: 'reload', Since: '' })
    await perform(nurseries)
    expect(timesAsked()).toBe(2)
  })

  it('is discarded if its screen took too long', async () => {
    installClient(client())
    prefetch(nurseries)
    const later = performance.now() + 6000
    vi.spyOn(performance, 'now').mockReturnValue(later)
    await perform(nurseries)
    expect(timesAsked()).toBe(2)
  })
})
