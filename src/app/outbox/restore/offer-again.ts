// Returns calls that a restored server has lost to the outbox, under their original keys.
import type { Document } from '#core/kinds/document.ts'
import { type AppOperation, type Intent, laneOfDocument, localNumber } from '../intent.ts'
import { newDocument } from '../new-document.ts'
import type { Outbox } from '../outbox.ts'
import type { ConfirmedCall } from './confirmed-store.ts'

/**
 * Appends their operations in order. A lost document is created again under a local number, because its
 * former number may belong to another document now. Its pending operations move to the new lane.
 */
export async function offerAgain(
  calls: readonly ConfirmedCall[],
  outbox: Outbox,
  newId: () => string,
): Promise<void> {
  const lanes = new Map<string, string>()
  for (const { key, lane, operations } of calls) {
    let document: Document | undefined
    const offered = operations.map((operation): AppOperation => {
      const { intent } = operation
      const local = lanes.get(operation.lane)
      if (intent.type !== 'create') {
        return { ...operation, ...(local !== undefined && inLane(intent, local)), key }
      }
      const number = localNumber(newId())
      const made = { ...intent, number }
      const next = laneOfDocument(intent.kind, number)
      for (const former of [lane, operation.lane]) lanes.set(former, next)
      document = newDocument(made)
      return { ...operation, intent: made, lane: next, key }
    })
    await outbox.appendAgain(offered, document)
  }
  for (const [former, local] of lanes) await moveWaiting(outbox, former, local, newId)
}

// Uses new keys: a request stored under an old key names the lost document.
async function moveWaiting(
  outbox: Outbox,
  former: string,
  local: string,
  newId: () => string,
): Promise<void> {
  const waiting = outbox.pendingOf(former).filter(({ lane }) => lane === former)
  await outbox.appendAgain(
    waiting.map(({ key: _former, ...each }) => ({ ...each, ...inLane(each.intent, local), id: newId() })),
  )
  for (const { id } of waiting) outbox.discard(id)
}

// Drops the UUID: the document that is created again has another one.
function inLane(intent: Intent, lane: string): Pick<AppOperation, 'intent' | 'lane'> {
  if (!('uuid' in intent)) return { intent, lane }
  const { uuid: _former, ...rest } = intent
  return { intent: rest, lane }
}
