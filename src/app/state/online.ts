// Detects whether there is a network: from the results of calls, and from the browser, which only knows its
// own interface.
import { atom } from 'jotai'
import { DURATIONS } from '#core/wire/limits.ts'
import { store } from './store.ts'

/**
 * The network notice: 'online' clears after 5 seconds, 'offline' stays. Two more stay until a call succeeds:
 * 'captive_portal', a network with its own sign-in, and 'origin_not_allowed', a server that refuses this
 * origin.
 */
export const networkNoticeAtom = atom<'online' | 'offline' | Barrier | null>(null)

/** Does the notice mean that no call reaches the server now? */
export function isOutage(notice: 'online' | 'offline' | Barrier | null): boolean {
  return notice !== null && notice !== 'online'
}

/** Does no call reach the server now? */
export function isCutOff(): boolean {
  return isOutage(store.get(networkNoticeAtom))
}

type Barrier = 'captive_portal' | 'origin_not_allowed'

/**
 * What answered a call: the server, a captive portal, a server of another origin that refuses this one, or
 * nothing.
 */
export type Met = 'server' | 'portal' | 'otherOrigin' | 'nobody'

const barriers: Readonly<Partial<Record<Met, Barrier>>> = {
  portal: 'captive_portal',
  otherOrigin: 'origin_not_allowed',
}

// One failed call may be chance; this many in a row are an outage.
const SEVERAL = 2

let barrier: Barrier | undefined
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
  const isOffline = browserOff !== undefined || (missed >= SEVERAL && !barrier)
  if (isOffline || barrier) {
    clearTimeout(timer)
    store.set(networkNoticeAtom, isOffline ? 'offline' : (barrier ?? null))
  } else if (shown === 'offline') showOnline()
  else if (shown === 'captive_portal' || shown === 'origin_not_allowed') store.set(networkNoticeAtom, null)
}

/** Records what answered a call that was sent at `began`, in milliseconds of `performance.now()`. */
export function noteCall(met: Met, began: number): void {
  barrier = barriers[met] ?? (met === 'nobody' ? barrier : undefined)
  missed = met === 'nobody' ? missed + 1 : 0
  // A call that was sent before proves nothing about now.
  if (met === 'server' && browserOff !== undefined && began > browserOff) browserOff = undefined
  look()
}

/** Records that the app has started without any connection. */
export function noteAway(): void {
  missed = SEVERAL
  look()
}

/** Subscribes to the browser's online and offline events; returns a function that stops it. */
export function followNetwork(): () => void {
  const goOnline = () => {
    browserOff = undefined
    barrier = undefined
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
