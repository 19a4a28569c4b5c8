// Presence (docs/live.md, Who is there): tracks other people from live updates, and reports this window.
import { callFile } from '#app/api/files.ts'
import { liveAtom, onNews, presenceAtom } from '#app/state/live.ts'
import { store } from '#app/state/store.ts'
import { LIVE_INTERVALS_MS, liveCalls, type PRESENCE_STAGES } from '#features/live/common/live.ts'

// The position of this window: a document, its screen, and the focused line; null for none.
interface WindowPlace {
  readonly number: string
  readonly stage: (typeof PRESENCE_STAGES)[number]
  readonly barcode: string | null
}

// Debounce delay of a report, in milliseconds: scanning moves up to ten lines a second.
const debounceMs = 500

// Timeout of a report, in milliseconds.
const timeoutMs = 10_000

let pendingReport: string | undefined
let lastSend = Promise.resolve()

// Reports are sent in sequence, so that none arrives after a later one. The next report replaces a lost one.
const send = (report: string) => {
  pendingReport = report
  lastSend = lastSend.then(async () => {
    const body = pendingReport
    pendingReport = undefined
    if (body !== undefined)
      await callFile(liveCalls.presence, { body, signal: AbortSignal.timeout(timeoutMs) })
  })
}

// This window's id.
const tabId = crypto.randomUUID()

/** Records presence from the live updates; returns a function that stops it. */
export function trackPresence(): () => void {
  return onNews((news) => {
    if (news.Type !== 'presence') return
    const { By: by, Tab, Number: number, Barcode: barcode, Stage: stage } = news
    if (Tab === tabId) return
    const others = store.get(presenceAtom).filter((each) => each.by !== by || each.tab !== Tab)
    store.set(presenceAtom, number === null ? others : [...others, { by, tab: Tab, number, barcode, stage }])
  })
}

/** Clears all presence: a new stream starts by sending everyone who is present. */
export function clearPresence(): void {
  store.set(presenceAtom, [])
}

/** Reports this window's position, repeatedly while it is visible, until `leave`. `move` reports a change. */
export function reportPresence(where: () => WindowPlace): {
  readonly move: () => void
  readonly leave: () => void
} {
  let lastReport = ''
  const report = (now: WindowPlace | null) => {
    lastReport = JSON.stringify(now)
    if (store.get(liveAtom) !== 'connected') return
    const { number: Number = null, barcode: Barcode = null, stage: Stage = 'detail' } = now ?? {}
    send(JSON.stringify({ Tab: tabId, Number, Barcode, Stage }))
  }
  const isVisible = () => document.visibilityState === 'visible'
  const reportIfVisible = () => isVisible() && report(where())
  const unsubscribe = store.sub(liveAtom, reportIfVisible)
  const timer = setInterval(reportIfVisible, LIVE_INTERVALS_MS.presence)
  reportIfVisible()
  let moveTimer: ReturnType<typeof setTimeout> | undefined
  const reportMove = () => {
    moveTimer = undefined
    if (isVisible() && JSON.stringify(where()) !== lastReport) report(where())
  }
  return {
    move: () => {
      moveTimer ??= setTimeout(reportMove, debounceMs)
    },
    leave: () => {
      clearTimeout(moveTimer)
      clearInterval(timer)
      unsubscribe()
      report(null)
    },
  }
}
