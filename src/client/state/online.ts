// Whether there is a network, as the browser knows it.
import { atom } from 'jotai'
import { DURATIONS } from '#contract/limits.ts'
import { store } from './store.ts'

/**
 * What the notice about the network shows: 'online' clears after 5 seconds, 'offline' stays, and so does 'captive_portal', a network
 * that wants a sign-in of its own, until a call gets through.
 */
export const networkNoticeAtom = atom<'online' | 'offline' | 'captive_portal' | null>(null)

/** Notes of a call that was answered whether a captive portal did so, or the server. */
export function notePortal(isPortal: boolean): void {
  const shown = store.get(networkNoticeAtom)
  if (isPortal) store.set(networkNoticeAtom, 'captive_portal')
  else if (shown === 'captive_portal') store.set(networkNoticeAtom, null)
}

/** Follows the browser's word on the network until the returned function is called. */
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
