// The stored unsaved input of one screen. Tabs share the record: each one changes only its own entries of it.
import { readDraft, writeDraft } from '#app/state/drafts.ts'
import { emptyLine } from '#core/kinds/document.ts'
import { lineKey } from '#core/kinds/worksheet.ts'
import { type LineDrafts, lineDrafts } from './line-drafts.ts'

export interface LineDraftStore {
  readonly read: () => LineDrafts | undefined
  readonly write: (drafts: LineDrafts | undefined) => void
}

const nothing: LineDrafts = { added: [], typed: {}, reasons: {}, field: null, fieldSeen: null }

/** The store of one page for the record of this name. */
export function createLineDraftStore(name: string): LineDraftStore {
  let own = nothing
  return {
    read: () => {
      const stored = readDraft(name, lineDrafts)
      own = stored ?? nothing
      return stored
    },
    write: (drafts = nothing) => {
      const merged = merge(readDraft(name, lineDrafts) ?? nothing, own, drafts)
      own = drafts
      const isEmpty =
        merged.field === null &&
        [merged.added, merged.typed, merged.reasons].every((each) => Object.keys(each).length === 0)
      writeDraft(name, isEmpty ? undefined : merged)
    },
  }
}

/** The stores of a document's screens. */
export function createLineDraftStores(name: string): (screen: string) => LineDraftStore {
  const stores = new Map<string, LineDraftStore>()
  return (screen) => {
    const store = stores.get(screen) ?? createLineDraftStore(`${name}.${screen}`)
    stores.set(screen, store)
    return store
  }
}

// What is stored, with this page's entries as they are now: those of other pages stay.
const merge = (stored: LineDrafts, own: LineDrafts, next: LineDrafts): LineDrafts => {
  const former = new Set([...own.added, ...next.added].map(keyOf))
  return {
    added: [...stored.added.filter((each) => !former.has(keyOf(each))), ...next.added],
    typed: { ...without(stored.typed, own.typed), ...next.typed },
    reasons: { ...without(stored.reasons, own.reasons), ...next.reasons },
    ...(next.field === own.field
      ? { field: stored.field, fieldSeen: stored.fieldSeen }
      : { field: next.field, fieldSeen: next.fieldSeen }),
  }
}

const keyOf = ({ line }: LineDrafts['added'][number]) => lineKey({ ...emptyLine, ...line })

const without = (values: Readonly<Record<string, string>>, gone: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !Object.hasOwn(gone, key)))
