// Notifies the former owner of a document, on every screen, that another person has taken it over.
import { onNews } from '#app/state/live.ts'
import { notify } from '#app/state/notices.ts'
import { loseOwnership } from '#app/state/ownership.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { TAKE_OVER } from '#core/wire/take-over.ts'

/** Subscribes to the live updates; returns a function that stops it. */
export function notifyTakeover(): () => void {
  return onNews((news) => {
    if (news.Type !== 'change' || news.Step !== TAKE_OVER) return
    const { By: who, Kind, Number: number } = news
    if (who.toLowerCase() === store.get(identityAtom)?.userName.toLowerCase()) return
    if (loseOwnership(number, who)) notify(`${Kind}.takenOver`, { who, number }, 'info')
  })
}
