// Presence: who else has a document open, and on which line.
import { useAtomValue } from 'jotai'
import { presenceAtom } from '#client/state/live.ts'
import { identityAtom } from '#client/state/session.ts'
import { Initials } from '#client/ui/initials.tsx'
import { say } from '#text/say.ts'

/** The initials of others who have a document open; with a barcode, of those on its line. */
export function WhoIsThere({
  number,
  barcode,
}: {
  readonly number: string | null
  readonly barcode?: string
}) {
  const me = useAtomValue(identityAtom)?.userName.toLowerCase()
  const there = useAtomValue(presenceAtom).filter(
    (each) =>
      each.number === number &&
      each.by.toLowerCase() !== me &&
      (barcode === undefined || each.barcode === barcode),
  )
  return (
    <Initials
      of={there.map(({ by }) => by)}
      says={(who) => say(barcode === undefined ? 'presence.document' : 'presence.line', { who })}
    />
  )
}
