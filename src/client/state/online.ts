// Whether there is a network, as reported by the browser.
import { atom } from 'jotai'
import { DURATIONS } from '#contract/limits.ts'
import { store } from './store.ts'

/**
 * The network notice: 'online' clears after 5 seconds, 'offline' stays, and so does 'captive_portal', a
 * network with its own sign-in, until a call succeeds.
 */
export const networkNoticeAtom = atom<'online' | 'offline' | 'captive_portal' | null>(null)

/** Records whether an answer came from a captive portal or from the server. */
export function notePortal(isPortal: boolean): void {
  const shown = store.get(networkNoticeAtom)
  if (isPortal) store.set(networkNoticeAtom, 'captive_portal')
  else if (shown === 'captive_portal') store.set(networkNoticeAtom, null)
}

/** Follows the browser's online and offline events; returns a function that stops it. */
export function followNetwork(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (online: boolean) => {
    clearTimeout(timer)
    store.set(networkNoticeAtom, online ? 'online' : 'offline')
    if (online) timer = setTimeout(() => store.set(networkNoticeAtom, null), DURATIONS.onlineNotice)
  }
  const goOnline = () => show(true)
  const goOffline = () => show(false)
  window.addEventListener('online', goOnline)
  window.addEventListener('offline', goOffline)
  if (!navigator.onLine) show(false)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', goOnline)
    window.removeEventListener('offline', goOffline)
  }
}
