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
export function isDisconnected(): boolean {
  return isOutage(store.get(networkNoticeAtom))
}

type Barrier = 'captive_portal' | 'origin_not_allowed'

/**
 * What answered a call: the server, a captive portal, a server of another origin that refuses this one, or
 * nothing.
 */
export type Responder = 'server' | 'portal' | 'otherOrigin' | 'nobody'

const barriers: Readonly<Partial<Record<Responder, Barrier>>> = {
  portal: 'captive_portal',
  otherOrigin: 'origin_not_allowed',
}

// One failed call may be chance; this many in a row are an outage.
const outageThreshold = 2

let barrier: Barrier | undefined
let missedCalls = 0
// Since when the browser reports no network, in milliseconds of `performance.now()`.
let offlineSince: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined

const showOnline = () => {
  clearTimeout(timer)
  store.set(networkNoticeAtom, 'online')
  timer = setTimeout(() => store.set(networkNoticeAtom, null), DURATIONS.onlineNotice)
}

const updateNotice = () => {
  const shown = store.get(networkNoticeAtom)
  const isOffline = offlineSince !== undefined || (missedCalls >= outageThreshold && !barrier)
  if (isOffline || barrier) {
    clearTimeout(timer)
    store.set(networkNoticeAtom, isOffline ? 'offline' : (barrier ?? null))
  } else if (shown === 'offline') showOnline()
  else if (shown === 'captive_portal' || shown === 'origin_not_allowed') store.set(networkNoticeAtom, null)
}

/** Records what answered a call that was sent at `began`, in milliseconds of `performance.now()`. */
export function recordCall(met: Responder, began: number): void {
  barrier = barriers[met] ?? (met === 'nobody' ? barrier : undefined)
  missedCalls = met === 'nobody' ? missedCalls + 1 : 0
  // A call that was sent before proves nothing about now.
  if (met === 'server' && offlineSince !== undefined && began > offlineSince) offlineSince = undefined
  updateNotice()
}

/** Records that the app has started without any connection. */
export function recordNoConnection(): void {
  missedCalls = outageThreshold
  updateNotice()
}

/** Subscribes to the browser's online and offline events; returns a function that stops it. */
export function followNetwork(): () => void {
  const onOnline = () => {
    offlineSince = undefined
    barrier = undefined
    missedCalls = 0
    showOnline()
  }
  const onOffline = () => {
    offlineSince = performance.now()
    updateNotice()
  }
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', onOffline)
  if (!navigator.onLine) onOffline()
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', onOffline)
  }
}
