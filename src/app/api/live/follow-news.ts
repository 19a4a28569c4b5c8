// Receives live updates while the page is visible (docs/live.md). A lost stream is resumed at its last
// position.
import * as v from 'valibot'
import { callFile } from '#app/api/files.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { readLines } from '#app/api/read-answer.ts'
import { configAtom } from '#app/state/config.ts'
import { liveAtom, publishNews, requestReload } from '#app/state/live.ts'
import { store } from '#app/state/store.ts'
import { LIVE_INTERVALS_MS, LiveEvent, liveCalls } from '#features/live/common/live.ts'
import { clearPresence } from './presence.ts'

// A stream that is silent for this long counts as lost, in milliseconds.
const silenceMs = 2.5 * LIVE_INTERVALS_MS.beat
// The server sends a first line immediately.
const firstSilenceMs = LIVE_INTERVALS_MS.beat
// After this many silent streams in a row, a proxy is probably buffering them: all data is polled at this
// interval.
const silentStreamLimit = 2
const pollIntervalMs = 30_000
// Pauses in milliseconds: the first and longest between retries, and `long` if the server has no live updates
// or another window replaced this one.
const retryDelaysMs = { first: 1000, most: 30_000, long: 300_000 } as const

type EndReason = 'cut' | 'silent' | 'missing' | 'again' | 'later'

/** Subscribes to live updates; returns a function that stops it. */
export function followNews(): () => void {
  const stop = new AbortController()
  void follow(stop.signal)
  return () => stop.abort()
}

async function follow(stopped: AbortSignal): Promise<void> {
  // Without live updates, data is reloaded when the window gets the focus.
  window.addEventListener('focus', () => store.get(liveAtom) !== 'connected' && requestReload(), {
    signal: stopped,
  })
  if (!store.get(configAtom)?.extensions.includes('live')) {
    store.set(liveAtom, 'missing')
    return
  }
  let since: string | undefined
  let retryDelayMs: number = retryDelaysMs.first
  let silentCount = 0
  const poll = createPoll(stopped)
  const handleNews = (news: LiveEvent) => {
    // Changes before the first stream are unknown: reload everything.
    const isBegin = since === undefined && news.Type === 'beat'
    if (news.Type === 'beat' || news.Type === 'reload') since = news.Since
    retryDelayMs = retryDelaysMs.first
    silentCount = 0
    poll.stop()
    store.set(liveAtom, 'connected')
    publishNews(isBegin ? { ...news, Type: 'reload' } : news)
  }
  while (!stopped.aborted) {
    if (document.visibilityState === 'hidden') {
      await waitForWakeUp(stopped)
      continue
    }
    const endReason = await listen(since, handleNews, stopped)
    if (endReason === 'silent') silentCount += 1
    const isSilent = silentCount >= silentStreamLimit && endReason !== 'missing'
    if (isSilent) poll.start()
    else poll.stop()
    store.set(liveAtom, endReason === 'missing' ? 'missing' : isSilent ? 'silent' : 'waiting')
    if (endReason === 'again') continue
    const canRetrySoon = endReason === 'cut' || endReason === 'silent'
    const delayMs = canRetrySoon ? retryDelayMs : retryDelaysMs.long
    if (canRetrySoon) retryDelayMs = Math.min(retryDelaysMs.most, retryDelayMs * 2)
    await waitForWakeUp(stopped, delayMs * (0.5 + Math.random() / 2))
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
    requestReload()
    timer = setInterval(() => document.visibilityState === 'visible' && requestReload(), pollIntervalMs)
  }
  stopped.addEventListener('abort', stop)
  return { start, stop }
}

// One stream, from start to end.
async function listen(
  since: string | undefined,
  handleNews: (news: LiveEvent) => void,
  stopped: AbortSignal,
): Promise<EndReason> {
  const streamAbort = new AbortController()
  const abortStream = () => streamAbort.abort()
  const endSignal = AbortSignal.any([stopped, streamAbort.signal])
  let isSilent = false
  const onSilence = () => {
    isSilent = true
    abortStream()
  }
  const endReason = (): EndReason => (isSilent ? 'silent' : 'cut')
  let silenceTimer = setTimeout(onSilence, firstSilenceMs)
  const abortWhenHidden = () => document.visibilityState === 'hidden' && abortStream()
  document.addEventListener('visibilitychange', abortWhenHidden, { signal: endSignal })
  window.addEventListener('offline', abortStream, { signal: endSignal })
  try {
    const answer = await callFile(liveCalls.changes, {
      query: since === undefined ? {} : { since },
      signal: endSignal,
    })
    if (!answer.ok) return isMissing(answer.error) ? 'missing' : endReason()
    // A captive portal answers everything with a page.
    if (!answer.value.headers.get('content-type')?.startsWith('application/x-ndjson')) return 'cut'
    clearPresence()
    for await (const line of readLines(answer.value, endSignal)) {
      if (!line.ok) return endReason()
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(onSilence, silenceMs)
      const read = v.safeParse(LiveEvent, line.value)
      // Skips unknown lines of a newer server.
      if (!read.success) continue
      if (read.output.Type === 'end') return afterEnd(read.output.Reason)
      handleNews(read.output)
    }
    return endReason()
  } finally {
    clearTimeout(silenceTimer)
    abortStream()
  }
}

// Is live update support missing? An error page of a proxy does not prove that.
const isMissing = ({ code, status }: ApiProblem) =>
  code === 'call_not_available' ||
  code === 'method_not_allowed' ||
  (code === 'server_refused' && (status === 404 || status === 405)) ||
  (code === 'server_failed' && status === 501)

// An expired token has been refreshed by now; a replaced window stays inactive until it is used.
const afterEnd = (reason: string): EndReason => {
  // The person has lost the security key.
  if (reason === 'off') publishNews({ Type: 'rights' })
  return reason === 'expired' ? 'again' : reason === 'replaced' || reason === 'off' ? 'later' : 'cut'
}

// Waits `ms` milliseconds, or until the page is visible or the network is back.
const waitForWakeUp = (stopped: AbortSignal, ms?: number): Promise<void> =>
  new Promise((resolve) => {
    const cleanup = new AbortController()
    const wakeUp = () => {
      clearTimeout(timer)
      cleanup.abort()
      resolve()
    }
    const timer = ms === undefined ? undefined : setTimeout(wakeUp, ms)
    const { signal } = cleanup
    document.addEventListener('visibilitychange', wakeUp, { signal })
    window.addEventListener('focus', wakeUp, { signal })
    window.addEventListener('online', wakeUp, { signal })
    stopped.addEventListener('abort', wakeUp, { signal })
    if (stopped.aborted) wakeUp()
  })
