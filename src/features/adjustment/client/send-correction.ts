// Stores a stock correction in the outbox, which sends it to the server.

import type { AdjustIntent } from '#app/outbox/intent.ts'
import { outbox } from '#app/outbox/page-outbox.ts'
import { serverReply } from '#app/outbox/server-reply.ts'
import type { AppendFailure } from '#app/outbox/storage.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import type { OperationResult } from '#core/outbox/index.ts'
import { type Result, succeed } from '#core/wire/result.ts'

/**
 * Stores a correction under its action's id, behind earlier ones of the same stock. Returns the promise of
 * the server reply in an object, or fails if it may not be stored. A refused correction is closed, because
 * the screen shows it.
 */
export async function sendCorrection(
  id: string,
  stock: string,
  intent: AdjustIntent,
): Promise<Result<{ readonly word: Promise<OperationResult> }, AppendFailure>> {
  const user = store.get(identityAtom)?.userName ?? ''
  const appended = await outbox().append({ id, user, lane: `adjust ${stock}`, intent })
  if (!appended.ok) return appended
  const word = serverReply(outbox(), appended.value).then((result) => {
    if (result.type === 'refused') outbox().close(id, result.why)
    return result
  })
  return succeed({ word })
}
