// Stores the unsaved input of one screen. Tabs share the record; each tab changes only its own entries.
import * as v from 'valibot'
import { isSame, mergeFields, readDraft, writeDraft } from '#app/state/drafts.ts'
import { emptyLine } from '#core/kinds/document.ts'
import { lineKey } from '#core/kinds/worksheet.ts'
import { type LineDrafts, lineDrafts } from './line-drafts.ts'

interface LineDraftStore {
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
      // Parse it as a later read does: lines have more fields than are stored.
      const next = v.parse(lineDrafts, drafts)
      const merged = merge(readDraft(name, lineDrafts) ?? nothing, own, next)
      own = next
      writeDraft(name, isSame(merged, nothing) ? undefined : merged)
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

// Merges this page's changes into the stored entries.
const merge = (stored: LineDrafts, own: LineDrafts, next: LineDrafts): LineDrafts => {
  const [theirs, was, mine] = [entriesOf(stored), entriesOf(own), entriesOf(next)]
  return {
    added: Object.values(mergeFields(theirs.added, was.added, mine.added)),
    typed: mergeFields(theirs.typed, was.typed, mine.typed),
    reasons: mergeFields(theirs.reasons, was.reasons, mine.reasons),
    ...(mergeFields(theirs.fields, was.fields, mine.fields)['field'] ?? { field: null, fieldSeen: null }),
  }
}

const entriesOf = ({ added, typed, reasons, field, fieldSeen }: LineDrafts) => ({
  added: Object.fromEntries(added.map((each) => [`+${lineKey({ ...emptyLine, ...each.line })}`, each])),
  typed,
  reasons,
  fields: field === null ? {} : { field: { field, fieldSeen } },
})
