// Texts about the owner of a document.
import type { DocumentSummary, HeaderValues } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { workStepIn } from '#core/kinds/screens.ts'
import { sayAgo } from '#text/dates.ts'
import { say, sayCode } from '#text/say.ts'
import { codeOf } from './session/wording.ts'

/** An owner's user name, and the time of their last change, ISO 8601 or ''. */
export interface Owner {
  readonly who: string
  readonly at: string
}

/** Does this person own the document? */
export function isOwnedBy({ OwnedBy: who = '' }: HeaderValues, me: string): boolean {
  return who !== '' && who.toLowerCase() === me.toLowerCase()
}

/** The owner if it is another person; undefined if there is no owner or the server has no owners. */
export function otherOwner(header: HeaderValues, me: string): Owner | undefined {
  const { OwnedBy: who = '', OwnedDateTime: at = '' } = header
  return who === '' || isOwnedBy(header, me) ? undefined : { who, at }
}

type Owned = Pick<DocumentSummary, 'kind' | 'status'>

/** 'pia.picker is picking this'. */
export function sayOwner({ kind, status }: Owned, who: string): string {
  const step = kind === 'request' ? undefined : workStepIn(kindNamed(kind), status)
  return sayCode(codeOf(kind, step ?? 'line', 'owner'), { who })
}

/** 'pia.picker is picking this, 1 minute ago'; `now` in milliseconds since 1970. */
export function sayOwned(document: Owned, { who, at }: Owner, now: number): string {
  const what = sayOwner(document, who)
  return at === '' ? what : say('documents.owned', { what, ago: sayAgo(at, now) })
}
