// A correction of stock on its way: onto the disk, and from there to the server.
import { outbox } from '#client/outbox/installed.ts'
import type { AdjustIntent } from '#client/outbox/intent.ts'
import { wordOn } from '#client/outbox/word-on.ts'
import { identityAtom } from '#client/state/session.ts'
import { store } from '#client/state/store.ts'
import type { Word } from '#outbox/index.ts'

/**
 * Saves a correction under the id of its deed, behind those of the same stock. Answers the server's word, once it comes, in a box:
 * undefined where nothing could be saved. What is refused is out of the outbox: it is shown where it was entered.
 */
export async function sendCorrection(
  id: string,
  stock: string,
  intent: AdjustIntent,
): Promise<{ readonly word: Promise<Word> } | undefined> {
  const user = store.get(identityAtom)?.userName ?? ''
  const appended = await outbox().append({ id, user, lane: `adjust ${stock}`, intent })
  if (!appended.ok) return undefined
  const word = wordOn(outbox(), appended.value).then((said) => {
    if (said.type === 'refused') outbox().discard(id)
    return said
  })
  return { word }
}
