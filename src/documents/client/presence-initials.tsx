// Presence and owner: who else has a document open, on which line, and who owns it.
import { useAtomValue } from 'jotai'
import { presenceAtom } from '#app/state/live.ts'
import { identityAtom } from '#app/state/session.ts'
import { Initials } from '#app/ui/initials.tsx'
import type { DocumentSummary } from '#core/kinds/document.ts'
import { say } from '#text/say.ts'
import { otherOwner, sayOwner } from './owner-text.ts'

// The names of other people who match, and this person's own name.
function useOthers(isMatch: (at: { readonly number: string; readonly barcode: string | null }) => boolean) {
  const me = useAtomValue(identityAtom)?.userName ?? ''
  const others = useAtomValue(presenceAtom).filter(
    (each) => isMatch(each) && each.by.toLowerCase() !== me.toLowerCase(),
  )
  return { me, names: others.map(({ by }) => by) }
}

/** The initials of the owner and of others who have the document open. */
export function DocumentPresence({ document }: { readonly document: DocumentSummary }) {
  const { me, names } = useOthers(({ number }) => number === document.number)
  const works = otherOwner(document.header, me)?.who
  return (
    <Initials
      of={names}
      works={works}
      says={(who) => (who === works ? sayOwner(document, who) : say('presence.document', { who }))}
    />
  )
}

/** The initials of others on a line. */
export function LinePresence({ number, barcode }: { readonly number: string; readonly barcode: string }) {
  const { names } = useOthers((each) => each.number === number && each.barcode === barcode)
  return <Initials of={names} says={(who) => say('presence.line', { who })} />
}
