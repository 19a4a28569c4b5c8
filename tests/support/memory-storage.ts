import type { AppOperation, AppParcel, KeptDocument } from '#client/outbox/intent.ts'
import type { OutboxStorage } from '#client/outbox/storage.ts'

/** The outbox's storage without a disk, which a test can look into, and which fails when it is told to. */
export function memoryStorage() {
  const operations = new Map<string, AppOperation>()
  const parcels = new Map<string, AppParcel>()
  const documents = new Map<string, KeptDocument>()
  let broken = false
  const check = () => {
    if (broken) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  const storage: OutboxStorage = {
    read: async () => {
      check()
      return { operations: [...operations.values()], parcels: [...parcels.values()] }
    },
    append: async (operation, added) => {
      check()
      const last = Math.max(0, ...[...operations.values()].map(({ seq }) => seq))
      const appended = operations.get(operation.id) ?? { ...operation, seq: last + 1 }
      operations.set(appended.id, appended)
      for (const each of added) documents.set(each.lane, each)
      return appended
    },
    write: async ({ put, gone, parcels: written, parcelsGone }, kept) => {
      check()
      for (const id of gone) operations.delete(id)
      for (const each of put) operations.set(each.id, each)
      for (const key of parcelsGone) parcels.delete(key)
      for (const each of written) parcels.set(each.key, each)
      for (const each of kept) documents.set(each.lane, each)
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
    fails: (now: boolean) => {
      broken = now
    },
  }
}
