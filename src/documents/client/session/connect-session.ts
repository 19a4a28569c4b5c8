// Connects an open document to its operations, live updates and page.
import { isAnsweredHere } from '#app/api/client.ts'
import { onNews } from '#app/state/live.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { trackPending } from '#app/state/when-idle.ts'
import { followDocument } from './follow-document.ts'
import { leaveQuantity, restoreQuantity } from './kept-quantity.ts'
import { loadDocument } from './load-document.ts'
import { leaveReason, restoreReason } from './reasons.ts'
import { receiveReplies, showRefusals } from './receive-replies.ts'
import type { Session } from './session-state.ts'

/** Loads and follows the document; calls `onLoaded` once it is loaded. Returns a function that stops it. */
export function connectSession(session: Session, onLoaded: () => void): () => void {
  const stop = receiveReplies(session)
  void trackPending(loadDocument(session))
    .then(() => showRefusals(session))
    .then(onLoaded)
  const unfollow = followDocument({
    session,
    onNews,
    isOwnChange: isAnsweredHere,
    me: () => store.get(identityAtom)?.userName,
  })
  session.isSwitchingScreen = false
  restoreReason(session)
  restoreQuantity(session)
  const reload = () => document.visibilityState === 'visible' && void loadDocument(session)
  document.addEventListener('visibilitychange', reload)
  window.addEventListener('online', reload)
  return () => {
    document.removeEventListener('visibilitychange', reload)
    window.removeEventListener('online', reload)
    unfollow()
    leaveReason(session)
    leaveQuantity(session)
    stop()
  }
}
