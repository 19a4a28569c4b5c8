// Presence (docs/live.md, Who is there): tracks other people from live updates, and reports this window.
import { callFile } from '#app/api/files.ts'
import { liveAtom, onNews, presenceAtom } from '#app/state/live.ts'
import { store } from '#app/state/store.ts'
import { LIVE, liveCalls, type PRESENCE_STAGES } from '#core/wire/live.ts'

/** The position of this window: a document, its screen, and the focused line; null for none. */
export interface WindowPlace {
  readonly number: string
  readonly stage: (typeof PRESENCE_STAGES)[number]
  readonly barcode: string | null
}

// Debounce delay of a report, in milliseconds: scanning moves up to ten lines a second.
const REST = 500

// Timeout of a report, in milliseconds.
const PATIENCE = 10_000

let waiting: string | undefined
let sending = Promise.resolve()

// Reports are sent in sequence, so that none arrives after a later one. The next report replaces a lost one.
const send = (report: string) => {
  waiting = report
  sending = sending.then(async () => {
    const body = waiting
    waiting = undefined
    if (body !== undefined)
      await callFile(liveCalls.presence, { body, signal: AbortSignal.timeout(PATIENCE) })
  })
}

// This window's id.
const tab = crypto.randomUUID()

/** Records presence from the live updates; returns a function that stops it. */
export function keepPresence(): () => void {
  return onNews((news) => {
    if (news.Type !== 'presence') return
    const { By: by, Tab, Number: number, Barcode: barcode, Stage: stage } = news
    if (Tab === tab) return
    const others = store.get(presenceAtom).filter((each) => each.by !== by || each.tab !== Tab)
    store.set(presenceAtom, number === null ? others : [...others, { by, tab: Tab, number, barcode, stage }])
  })
}

/** Clears all presence: a new stream starts by sending everyone who is present. */
export function forgetPresence(): void {
  store.set(presenceAtom, [])
}

/** Reports this window's position, repeatedly while it is visible, until `leave`. `move` reports a change. */
export function reportPresence(where: () => WindowPlace): {
  readonly move: () => void
  readonly leave: () => void
} {
  let said = ''
  const say = (now: WindowPlace | null) => {
    said = JSON.stringify(now)
    if (store.get(liveAtom) !== 'connected') return
    const { number: Number = null, barcode: Barcode = null, stage: Stage = 'detail' } = now ?? {}
    send(JSON.stringify({ Tab: tab, Number, Barcode, Stage }))
  }
  const isSeen = () => document.visibilityState === 'visible'
  const again = () => isSeen() && say(where())
  const unfollow = store.sub(liveAtom, again)
  const timer = setInterval(again, LIVE.presence)
  again()
  let moving: ReturnType<typeof setTimeout> | undefined
  const arrive = () => {
    moving = undefined
    if (isSeen() && JSON.stringify(where()) !== said) say(where())
  }
  return {
    move: () => {
      moving ??= setTimeout(arrive, REST)
    },
    leave: () => {
      clearTimeout(moving)
      clearInterval(timer)
      unfollow()
      say(null)
    },
  }
}
