// Connects an open document to its operations, live updates and page.
import { isAnsweredHere } from '#app/api/client.ts'
import { onNews } from '#app/state/live.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { trackPending } from '#app/state/when-idle.ts'
import { followDocument } from './follow-document.ts'
import type { DocumentSession } from './session.ts'

/** Loads and follows the document; calls `onLoaded` once it is loaded. Returns a function that stops it. */
export function connectSession(session: DocumentSession, onLoaded: () => void): () => void {
  const { core } = session
  const stop = session.listen()
  void trackPending(core.load()).then(session.showRefusals).then(onLoaded)
  const unfollow = followDocument({
    core,
    onNews,
    isOwnChange: isAnsweredHere,
    me: () => store.get(identityAtom)?.userName,
  })
  session.reasons.restore()
  session.quantities.restore()
  const reload = () => document.visibilityState === 'visible' && void core.load()
  document.addEventListener('visibilitychange', reload)
  window.addEventListener('online', reload)
  return () => {
    document.removeEventListener('visibilitychange', reload)
    window.removeEventListener('online', reload)
    unfollow()
    session.reasons.leave()
    session.quantities.leave()
    stop()
  }
}
