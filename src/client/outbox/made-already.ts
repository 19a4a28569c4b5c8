// A new document whose call may have reached a server that does not know its key: it could be made twice.
import type { Perform } from '#client/api/client.ts'
import type { Answer } from '#outbox/index.ts'
import type { AppOperation, AppParcel } from './intent.ts'
import { noAnswerOf } from './packer.ts'

export interface MadeAlready {
  /** The call was just written: it has not been sent. */
  readonly written: (parcel: AppParcel) => void
  /** Why it must not be sent now: nobody has looked whether its document is there; undefined: send it. */
  readonly asks: (parcel: AppParcel, first: AppOperation | undefined) => Promise<Answer | undefined>
}

/** `isKeyKnown`: does the server still recognise the key of a call, so that it makes nothing twice? */
export function createMadeAlready(
  perform: Perform,
  isKeyKnown: (operation: AppOperation) => boolean,
): MadeAlready {
  const fresh = new Set<string>()
  /** When a person was asked, by the key: a call that was renewed since was wanted. */
  const asked = new Map<string, number>()
  return {
    written: ({ key }) => void fresh.add(key),
    asks: async ({ key, at }, first) => {
      const isFresh = fresh.delete(key)
      if (first?.intent.type !== 'create' || isFresh || isKeyKnown(first)) return undefined
      const before = asked.get(key)
      if (before !== undefined && before !== at) {
        asked.delete(key)
        return undefined
      }
      const { findAlike } = await import('./find-alike.ts')
      const found = await findAlike(perform, first.intent)
      if (!found.ok) return noAnswerOf(found.error)
      asked.set(key, at)
      const numbers = found.value.join(', ')
      const code = numbers === '' ? 'outbox.maybeMade' : 'outbox.madeAlready'
      return { type: 'misfit', why: { code, facts: { numbers } } }
    },
  }
}
