// Receives live updates while the page is visible (docs/live.md). A lost stream is resumed at its last
// position.
import * as v from 'valibot'
import { callFile } from '#app/api/files.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { readLines } from '#app/api/read-answer.ts'
import { configAtom } from '#app/state/config.ts'
import { liveAtom, readAgain, tellNews } from '#app/state/live.ts'
import { store } from '#app/state/store.ts'
import { LIVE, LiveNews, liveCalls } from '#core/wire/live.ts'
import { forgetPresence } from './presence.ts'

// A stream that is silent for this long counts as lost, in milliseconds.
const silence = 2.5 * LIVE.beat
// The server sends a first line immediately.
const firstSilence = LIVE.beat
// After this many silent streams in a row, a proxy is probably buffering them: all data is polled at this
// interval.
const silentStreams = 2
const pollInterval = 30_000
// Pauses in milliseconds: the first and longest between retries, and `long` if the server has no live updates
// or another window replaced this one.
const pauses = { first: 1000, most: 30_000, long: 300_000 } as const

type Ended = 'cut' | 'silent' | 'missing' | 'again' | 'later'

/** Subscribes to live updates; returns a function that stops it. */
export function followNews(): () => void {
  const stop = new AbortController()
  void follow(stop.signal)
  return () => stop.abort()
}

async function follow(stopped: AbortSignal): Promise<void> {
  // Without live updates, data is reloaded when the window gets the focus.
  window.addEventListener('focus', () => store.get(liveAtom) !== 'connected' && readAgain(), {
    signal: stopped,
  })
  if (!store.get(configAtom)?.extensions.includes('live')) {
    store.set(liveAtom, 'missing')
    return
  }
  let since: string | undefined
  let pause: number = pauses.first
  let silents = 0
  const poll = createPoll(stopped)
  const hear = (news: LiveNews) => {
    // Changes before the first stream are unknown: reload everything.
    const isBegin = since === undefined && news.Type === 'beat'
    if (news.Type === 'beat' || news.Type === 'reload') since = news.Since
    pause = pauses.first
    silents = 0
    poll.stop()
    store.set(liveAtom, 'connected')
    tellNews(isBegin ? { ...news, Type: 'reload' } : news)
  }
  while (!stopped.aborted) {
    if (document.visibilityState === 'hidden') {
      await waitForWakeUp(stopped)
      continue
    }
    const ended = await listen(since, hear, stopped)
    if (ended === 'silent') silents += 1
    const isSilent = silents >= silentStreams && ended !== 'missing'
    if (isSilent) poll.start()
    else poll.stop()
    store.set(liveAtom, ended === 'missing' ? 'missing' : isSilent ? 'silent' : 'waiting')
    if (ended === 'again') continue
    const isCut = ended === 'cut' || ended === 'silent'
    const wait = isCut ? pause : pauses.long
    if (isCut) pause = Math.min(pauses.most, pause * 2)
    await waitForWakeUp(stopped, wait * (0.5 + Math.random() / 2))
  }
}

// Reloads all shown data at intervals while the page is visible.
const createPoll = (stopped: AbortSignal) => {
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  const start = () => {
    if (timer !== undefined || stopped.aborted) return
    readAgain()
    timer = setInterval(() => document.visibilityState === 'visible' && readAgain(), pollInterval)
  }
  stopped.addEventListener('abort', stop)
  return { start, stop }
}

// One stream, from start to end.
async function listen(
  since: string | undefined,
  hear: (news: LiveNews) => void,
  stopped: AbortSignal,
): Promise<Ended> {
  const lost = new AbortController()
  const lose = () => lost.abort()
  const over = AbortSignal.any([stopped, lost.signal])
  let isSilent = false
  const fallSilent = () => {
    isSilent = true
    lose()
  }
  const ended = (): Ended => (isSilent ? 'silent' : 'cut')
  let silent = setTimeout(fallSilent, firstSilence)
  const hide = () => document.visibilityState === 'hidden' && lose()
  document.addEventListener('visibilitychange', hide, { signal: over })
  window.addEventListener('offline', lose, { signal: over })
  try {
    const answer = await callFile(liveCalls.changes, {
      query: since === undefined ? {} : { since },
      signal: over,
    })
    if (!answer.ok) return isMissing(answer.error) ? 'missing' : ended()
    // A captive portal answers everything with a page.
    if (!answer.value.headers.get('content-type')?.startsWith('application/x-ndjson')) return 'cut'
    forgetPresence()
    for await (const line of readLines(answer.value, over)) {
      if (!line.ok) return ended()
      clearTimeout(silent)
      silent = setTimeout(fallSilent, silence)
      const read = v.safeParse(LiveNews, line.value)
      // Skips unknown lines of a newer server.
      if (!read.success) continue
      if (read.output.Type === 'end') return afterEnd(read.output.Reason)
      hear(read.output)
    }
    return ended()
  } finally {
    clearTimeout(silent)
    lose()
  }
}

// Is live update support missing? An error page of a proxy does not prove that.
const isMissing = ({ code, status }: ApiProblem) =>
  code === 'call_not_available' ||
  code === 'method_not_allowed' ||
  (code === 'server_refused' && (status === 404 || status === 405)) ||
  (code === 'server_failed' && status === 501)

// An expired token has been refreshed by now; a replaced window stays inactive until it is used.
const afterEnd = (reason: string): Ended => {
  // The person has lost the security key.
  if (reason === 'off') tellNews({ Type: 'rights' })
  return reason === 'expired' ? 'again' : reason === 'replaced' || reason === 'off' ? 'later' : 'cut'
}

// Waits `ms` milliseconds, or until the page is visible or the network is back.
const waitForWakeUp = (stopped: AbortSignal, ms?: number): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController()
    const go = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = ms === undefined ? undefined : setTimeout(go, ms)
    const { signal } = over
    document.addEventListener('visibilitychange', go, { signal })
    window.addEventListener('focus', go, { signal })
    window.addEventListener('online', go, { signal })
    stopped.addEventListener('abort', go, { signal })
    if (stopped.aborted) go()
  })
