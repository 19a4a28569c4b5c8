// Whether there is a network: by the results of calls, and by the browser, which only knows its own
// interface.
import { atom } from 'jotai'
import { DURATIONS } from '#contract/limits.ts'
import { store } from './store.ts'

/**
 * The network notice: 'online' clears after 5 seconds, 'offline' stays, and so does 'captive_portal', a
 * network with its own sign-in, until a call succeeds.
 */
export const networkNoticeAtom = atom<'online' | 'offline' | 'captive_portal' | null>(null)

/** Who answered a call: the server, a captive portal, or nobody. */
export type Met = 'server' | 'portal' | 'nobody'

// A single failed call may be chance; this many in a row are not.
const SEVERAL = 2

let metPortal = false
let missed = 0
// Since when the browser reports no network, in milliseconds of `performance.now()`.
let browserOff: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined

const showOnline = () => {
  clearTimeout(timer)
  store.set(networkNoticeAtom, 'online')
  timer = setTimeout(() => store.set(networkNoticeAtom, null), DURATIONS.onlineNotice)
}

const look = () => {
  const shown = store.get(networkNoticeAtom)
  const isOffline = browserOff !== undefined || (missed >= SEVERAL && !metPortal)
  if (isOffline || metPortal) {
    clearTimeout(timer)
    store.set(networkNoticeAtom, isOffline ? 'offline' : 'captive_portal')
  } else if (shown === 'offline') showOnline()
  else if (shown === 'captive_portal') store.set(networkNoticeAtom, null)
}

/** Records who answered a call that was sent at `began`, in milliseconds of `performance.now()`. */
export function noteCall(met: Met, began: number): void {
  metPortal = met === 'portal' || (metPortal && met === 'nobody')
  missed = met === 'nobody' ? missed + 1 : 0
  // An earlier call proves nothing about now.
  if (met === 'server' && browserOff !== undefined && began > browserOff) browserOff = undefined
  look()
}

/** Records that the app has started without any connection. */
export function noteAway(): void {
  missed = SEVERAL
  look()
}

/** Follows the browser's online and offline events; returns a function that stops it. */
export function followNetwork(): () => void {
  const goOnline = () => {
    browserOff = undefined
    metPortal = false
    missed = 0
    showOnline()
  }
  const goOffline = () => {
    browserOff = performance.now()
    look()
  }
  window.addEventListener('online', goOnline)
  window.addEventListener('offline', goOffline)
  if (!navigator.onLine) goOffline()
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', goOnline)
    window.removeEventListener('offline', goOffline)
  }
}
