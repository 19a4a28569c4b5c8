// Creates a document on the device; the server numbers it later.

import { laneOfDocument, localNumber } from '#app/outbox/intent.ts'
import { newDocument } from '#app/outbox/new-document.ts'
import { outbox } from '#app/outbox/page-outbox.ts'
import { numberIn, reasonIn, replyWithin } from '#app/outbox/server-reply.ts'
import { isDisconnected } from '#app/state/online.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import type { HeaderValues, Place } from '#core/kinds/document.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import type { Why } from '#core/outbox/index.ts'

export type Created =
  | { readonly type: 'created'; readonly number: string | null }
  /** It has a local number until the server assigns one. */
  | { readonly type: 'here'; readonly number: string }
  /** The same, until a person decides or a missing right is granted. */
  | { readonly type: 'held'; readonly number: string; readonly why: Why }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'notSaved' }
  | { readonly type: 'notSure' }

// Maximum wait for a new document's number; 0 without a network.
const numberTimeoutMs = 3000

/** Creates a document with these header values; `id` is the id of the action. */
export async function createDocument(
  kind: Kind,
  mode: Mode,
  place: Place,
  values: HeaderValues,
  id: string,
): Promise<Created> {
  if (kind.kind === 'request') throw new Error('A request is no document that people make')
  const number = localNumber(crypto.randomUUID())
  const lane = laneOfDocument(kind.kind, number)
  const intent = { type: 'create', kind: kind.kind, mode: mode.id, place, number, values } as const
  const appended = await outbox().append({
    id,
    user: store.get(identityAtom)?.userName ?? '',
    lane,
    intent,
    document: newDocument(intent),
  })
  if (!appended.ok) return { type: appended.error }
  const result = await replyWithin(outbox(), appended.value, isDisconnected() ? 0 : numberTimeoutMs)
  if (result?.type === 'refused') {
    outbox().close(appended.value.id, result.why)
    return { type: 'refused', reason: reasonIn(result) }
  }
  if (result?.type === 'held') return { type: 'held', number, why: result.why }
  if (result?.type !== 'confirmed') return { type: 'here', number }
  const assigned = numberIn(result)
  return { type: 'created', number: assigned === number ? null : assigned }
}
