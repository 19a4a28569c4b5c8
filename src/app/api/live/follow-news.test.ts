import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { configAtom } from '#app/state/config.ts'
import { liveAtom, onNews } from '#app/state/live.ts'
import { store } from '#app/state/store.ts'
import { makeProblem, PROBLEM_MEDIA_TYPE } from '#core/wire/problem.ts'
import { LIVE_INTERVALS_MS, type LiveEvent } from '#features/live/common/live.ts'
import { followNews } from './follow-news.ts'

// The client side of the stream, against a server whose lines the test writes.

interface Stream {
  readonly since: string | null
  readonly say: (news: object) => void
  readonly cut: () => void
}

let streams: Stream[]
let received: LiveEvent[]
let refusal: ((answer: ServerResponse) => void) | undefined
let closedStreams: number

const begin = async (extensions: readonly string[] = ['live']) => {
  const server = createServer((request, answer) => {
    answer.setHeader('access-control-allow-origin', '*')
    answer.setHeader('access-control-allow-headers', '*')
    if (request.method === 'OPTIONS') {
      answer.end()
      return
    }
    if (refusal) {
      refusal(answer)
      return
    }
    answer.once('close', () => {
      closedStreams += 1
    })
    answer.writeHead(200, { 'content-type': 'application/x-ndjson' })
    answer.flushHeaders()
    streams.push({
      since: new URL(request.url ?? '', 'http://here').searchParams.get('since'),
      say: (news) => answer.write(`${JSON.stringify(news)}\n`),
      cut: () => answer.destroy(),
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  store.set(configAtom, {
    apiBase: `http://127.0.0.1:${port}/api/`,
    oidc: { authority: '', clientId: '', scope: '' },
    groups: { admin: [], regular: [], readOnly: [], entityAdmin: [] },
    version: '',
    extensions: [...extensions],
    printAgent: {},
  })
  const leave = followNews()
  onTestFinished(() => {
    leave()
    server.closeAllConnections()
    server.close()
  })
  return leave
}
// Longer than any wait of the stream, some of which a test shortens.
const until = (check: () => void) => waitFor(check, { timeout: 9000 })
const stream = async (index: number): Promise<Stream> => {
  await until(() => expect(streams.length).toBeGreaterThan(index))
  return streams[index] as Stream
}
const show = (visibility: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
  document.dispatchEvent(new Event('visibilitychange'))
}
const change = { Type: 'change', Kind: 'issuance', Number: '1', Step: 'pick', By: 'ravi', At: '', Key: '' }
// The network is back: a waiting retry starts immediately.
const goOnline = () => window.dispatchEvent(new Event('online'))

beforeEach(() => {
  streams = []
  received = []
  closedStreams = 0
  refusal = undefined
  show('visible')
  store.set(liveAtom, 'waiting')
  store.set(signInServiceAtom, {
    tokens: { get: async () => 'token', replace: async () => undefined },
  } as unknown as SignInService)
  onTestFinished(onNews((news) => received.push(news)))
})

test('passes live updates on in order, and skips a line of a newer server', async () => {
  await begin()
  const { say, since } = await stream(0)
  expect(since).toBeNull()
  say({ Type: 'weather', Sky: 'grey' })
  say(change)
  await waitFor(() => expect(received).toEqual([change]))
  expect(store.get(liveAtom)).toBe('connected')
})

test('reloads once what was read before the stream began', async () => {
  await begin()
  const { say } = await stream(0)
  say({ Type: 'beat', Since: '7:7:@1' })
  say({ Type: 'beat', Since: '8:8:@1' })
  await waitFor(() => expect(received.map(({ Type }) => Type)).toEqual(['reload', 'beat']))
})

test('resumes a lost stream at its position without a reload', async () => {
  await begin()
  const first = await stream(0)
  first.say({ Type: 'beat', Since: '7:7:@1' })
  await waitFor(() => expect(received).toHaveLength(1))
  first.cut()
  await waitFor(() => expect(store.get(liveAtom)).toBe('waiting'))
  goOnline()
  const second = await stream(1)
  expect(second.since).toBe('7:7:@1')
  second.say({ Type: 'beat', Since: '8:8:@1' })
  await waitFor(() => expect(received.map(({ Type }) => Type)).toEqual(['reload', 'beat']))
  expect(store.get(liveAtom)).toBe('connected')
})

test('restarts a stream whose token has expired', async () => {
  await begin()
  const { say } = await stream(0)
  say({ Type: 'beat', Since: '7:7:@1' })
  say({ Type: 'end', Reason: 'expired' })
  expect((await stream(1)).since).toBe('7:7:@1')
})

test('stops the stream on a hidden page, and resumes it at its position', async () => {
  await begin()
  const { say } = await stream(0)
  say({ Type: 'beat', Since: '7:7:@1' })
  await waitFor(() => expect(received).toHaveLength(1))
  show('hidden')
  await waitFor(() => expect(closedStreams).toBe(1))
  goOnline()
  expect(streams).toHaveLength(1)
  show('visible')
  expect((await stream(1)).since).toBe('7:7:@1')
})

test('reloads on focus if the server has no live updates', async () => {
  await begin([])
  expect(store.get(liveAtom)).toBe('missing')
  window.dispatchEvent(new Event('focus'))
  expect(received).toEqual([{ Type: 'reload', Since: '' }])
  expect(streams).toHaveLength(0)
})

test('treats a server without the call as one without live updates until the window gets the focus', async () => {
  refusal = (answer) =>
    answer
      .writeHead(404, { 'content-type': PROBLEM_MEDIA_TYPE })
      .end(JSON.stringify(makeProblem('call_not_available', '')))
  await begin()
  await waitFor(() => expect(store.get(liveAtom)).toBe('missing'))
  refusal = undefined
  window.dispatchEvent(new Event('focus'))
  expect(received).toEqual([{ Type: 'reload', Since: '' }])
  await stream(0)
})

test('does not treat a proxy’s 404 as a server without live updates', async () => {
  refusal = (answer) => answer.writeHead(404, { 'content-type': 'text/html' }).end('<title>Proxy</title>')
  await begin()
  await waitFor(() => expect(store.get(liveAtom)).toBe('waiting'))
})

test('does not treat a captive portal’s page as a live update', async () => {
  refusal = (answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sign in</title>')
  await begin()
  refusal = undefined
  await waitFor(() => {
    goOnline()
    expect(streams).toHaveLength(1)
  })
  expect(received).toEqual([])
})

test('closes the stream when it is stopped', async () => {
  const leave = await begin()
  await stream(0)
  leave()
  await waitFor(() => expect(closedStreams).toBe(1))
  goOnline()
  expect(streams).toHaveLength(1)
})

describe('a stream that a proxy buffers', () => {
  // The callbacks of the polling interval of half a minute.
  let polls: Map<unknown, () => void>
  let silences: readonly number[]
  const poll = () => {
    for (const run of polls.values()) run()
  }
  const reloads = () => received.filter(({ Type }) => Type === 'reload').length
  beforeEach(() => {
    polls = new Map()
    const { setTimeout, setInterval, clearInterval } = globalThis
    silences = [LIVE_INTERVALS_MS.beat, 2.5 * LIVE_INTERVALS_MS.beat]
    vi.stubGlobal('setTimeout', (run: () => void, ms = 0, ...rest: []) =>
      setTimeout(run, silences.includes(ms) ? 150 : ms, ...rest),
    )
    vi.stubGlobal('setInterval', (run: () => void, ms = 0, ...rest: []) => {
      if (ms !== 30_000) return setInterval(run, ms, ...rest)
      polls.set(run, run)
      return run
    })
    vi.stubGlobal('clearInterval', (id: never) => polls.delete(id) || clearInterval(id))
    onTestFinished(() => void vi.unstubAllGlobals())
  })

  test('is replaced by polling if it delivers nothing from the start, until a stream delivers', async () => {
    await begin()
    await stream(0)
    await until(() => expect(closedStreams).toBe(1))
    expect(polls.size).toBe(0)
    goOnline()
    await until(() => expect(store.get(liveAtom)).toBe('silent'))
    expect(reloads()).toBe(1)
    poll()
    poll()
    expect(reloads()).toBe(3)
    silences = []
    goOnline()
    const { say } = await stream(2)
    say({ Type: 'beat', Since: '7:7:@1' })
    await until(() => expect(store.get(liveAtom)).toBe('connected'))
    expect(polls.size).toBe(0)
  })

  test('is also detected after it has delivered', async () => {
    await begin()
    const { say } = await stream(0)
    say({ Type: 'beat', Since: '7:7:@1' })
    await until(() => expect(store.get(liveAtom)).toBe('connected'))
    await until(() => expect(closedStreams).toBe(1))
    goOnline()
    await until(() => expect(store.get(liveAtom)).toBe('silent'))
    expect(polls.size).toBe(1)
  })

  test('does not poll while the page is hidden', async () => {
    await begin()
    await stream(0)
    await until(() => expect(closedStreams).toBe(1))
    goOnline()
    await until(() => expect(store.get(liveAtom)).toBe('silent'))
    show('hidden')
    const before = reloads()
    poll()
    expect(reloads()).toBe(before)
  })
})
