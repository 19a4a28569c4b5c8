// Whether there is a network, as the browser knows it.
import { atom } from 'jotai'
import { DURATIONS } from '#contract/limits.ts'
import { store } from './store.ts'

/** What the Online/Offline notice shows: 'online' clears after 5 seconds, 'offline' stays. */
export const networkNoticeAtom = atom<'online' | 'offline' | null>(null)

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
