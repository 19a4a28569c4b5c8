// Where people are (docs/live.md, Who is there): what the news say of the others, and this window's own word.
import { callFile } from '#client/api/files.ts'
import { liveAtom, onNews, presenceAtom } from '#client/state/live.ts'
import { store } from '#client/state/store.ts'
import { LIVE, liveCalls, type PRESENCE_STAGES } from '#contract/live.ts'

/** Where this window is: a document, one of its screens, and the line that it is at; null for none. */
export interface Whereabouts {
  readonly number: string
  readonly stage: (typeof PRESENCE_STAGES)[number]
  readonly barcode: string | null
}

// So long a move waits for the next one, in milliseconds: who scans is at ten lines a second.
const REST = 500

// Tells the windows of one person apart.
const tab = crypto.randomUUID()

/** Keeps who is where, from the news, until the answered function is called. */
export function keepPresence(): () => void {
  return onNews((news) => {
    if (news.Type !== 'presence') return
    const { By: by, Tab, Number: number, Barcode: barcode, Stage: stage } = news
    if (Tab === tab) return
    const others = store.get(presenceAtom).filter((each) => each.by !== by || each.tab !== Tab)
    store.set(presenceAtom, number === null ? others : [...others, { by, tab: Tab, number, barcode, stage }])
  })
}

/** Forgets everybody: a new stream names those who are there. */
export function forgetPresence(): void {
  store.set(presenceAtom, [])
}

/** Says where this window is, again and again while somebody looks at it, until `leave`. `move` says it anew when it has changed. */
export function attend(where: () => Whereabouts): { readonly move: () => void; readonly leave: () => void } {
  let said = ''
  const say = (now: Whereabouts | null) => {
    said = JSON.stringify(now)
    if (store.get(liveAtom) !== 'connected') return
    const { number: Number = null, barcode: Barcode = null, stage: Stage = 'detail' } = now ?? {}
    const body = JSON.stringify({ Tab: tab, Number, Barcode, Stage })
    // Whether it arrives is known by the next one.
    void callFile(liveCalls.presence, { body })
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
