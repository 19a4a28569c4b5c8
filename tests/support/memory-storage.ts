import {
  type AppBatch,
  type AppOperation,
  type CachedDocument,
  currentLaneOf,
  isLocalLane,
} from '#app/outbox/intent.ts'
import type { OutboxStorage } from '#app/outbox/storage.ts'
import { fail, succeed } from '#core/wire/result.ts'

/** The outbox's storage in memory. A test can read it and make it fail. */
export function memoryStorage() {
  const operations = new Map<string, AppOperation>()
  const parcels = new Map<string, AppBatch>()
  const documents = new Map<string, CachedDocument>()
  let broken = false
  const check = () => {
    if (broken) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  const storage: OutboxStorage = {
    read: async () => {
      check()
      const local = [...documents.values()].filter(({ lane }) => isLocalLane(lane))
      const names = Object.fromEntries(local.map((kept) => [kept.lane, currentLaneOf(kept)]))
      return { operations: [...operations.values()], batches: [...parcels.values()], names }
    },
    append: async (operation, added) => {
      if (broken) return fail('notSaved')
      const last = Math.max(0, ...[...operations.values()].map(({ seq }) => seq))
      const appended = operations.get(operation.id) ?? { ...operation, seq: last + 1 }
      operations.set(appended.id, appended)
      for (const each of added) documents.set(each.lane, each)
      return succeed(appended)
    },
    operation: async (id) => {
      check()
      return operations.get(id)
    },
    write: async (writing, kept) => {
      check()
      const { put, gone, batches: written, batchesGone } = writing
      for (const id of gone) operations.delete(id)
      for (const each of put) operations.set(each.id, each)
      for (const key of batchesGone) parcels.delete(key)
      for (const each of written) parcels.set(each.key, each)
      for (const each of kept) documents.set(each.lane, each)
      return writing
    },
    storeBatch: async (parcel) => {
      check()
      const put = parcel.operations.flatMap((id) => {
        const operation = operations.get(id)
        return operation ? [{ ...operation, lane: parcel.lane, state: 'sent' as const }] : []
      })
      for (const each of put) operations.set(each.id, each)
      parcels.set(parcel.key, parcel)
      return { put, gone: [], batches: [parcel], batchesGone: [] }
    },
    document: async (lane) => {
      check()
      return documents.get(lane)
    },
  }
  return {
    storage,
    operations,
    parcels,
    documents,
    /** The pending operations, without those that are closed and only listed as refused. */
    open: () => [...operations.values()].filter(({ closed }) => closed === undefined),
    fails: (now: boolean) => {
      broken = now
    },
  }
}
