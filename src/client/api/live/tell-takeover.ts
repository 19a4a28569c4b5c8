// Notifies the former owner of a document, on every screen, that someone has taken it over.
import { onNews } from '#client/state/live.ts'
import { notify } from '#client/state/notices.ts'
import { loseOwnership } from '#client/state/ownership.ts'
import { identityAtom } from '#client/state/session.ts'
import { store } from '#client/state/store.ts'
import { TAKE_OVER } from '#core/wire/take-over.ts'

/** Follows the live updates; returns a function that stops it. */
export function tellTakeover(): () => void {
  return onNews((news) => {
    if (news.Type !== 'change' || news.Step !== TAKE_OVER) return
    const { By: who, Kind, Number: number } = news
    if (who.toLowerCase() === store.get(identityAtom)?.userName.toLowerCase()) return
    if (loseOwnership(number, who)) notify(`${Kind}.takenOver`, { who, number }, 'info')
  })
}
