// Stores which document is open and its current line, in case the page is killed; a page that continues the
// work shows that line.

import { store } from '#app/state/store.ts'
import { progressOf } from '#core/kinds/progress.ts'
import { keepDocument, lineToShowAtom } from '#input/kept/kept-work.ts'
import { sayCode } from '#text/say.ts'
import type { DocumentSession } from './session/session.ts'
import { codeOf } from './session/wording.ts'

/** Stores the document at this path; returns a function to call when the document is left. */
export function keepOpen({ core }: DocumentSession, address: string): () => void {
  let kept = ''
  const keep = () => {
    const { sheet, current } = core.get()
    if (!sheet) return
    const { kind } = core.parts
    const { document, entries } = sheet
    if (kind.lineSteps[core.stage.lineAction.step]?.during.includes(document.status) !== true) {
      kept = ''
      keepDocument(undefined)
      return
    }
    const { done, total } = progressOf(core.stage, document)
    const name = sayCode(codeOf(kind.kind, 'one'), { number: document.number ?? '' })
    const barcode = (current !== null && entries[current]?.line.barcode) || null
    const open = { address, name, done, total, barcode }
    const now = JSON.stringify(open)
    if (now === kept) return
    kept = now
    keepDocument(open)
  }
  const lead = () => {
    const wish = store.get(lineToShowAtom)
    const { sheet, current } = core.get()
    if (wish?.address !== address || !sheet) return
    store.set(lineToShowAtom, undefined)
    const entry = current === null ? core.entryOf(wish.barcode) : undefined
    if (entry) core.show(entry.key)
  }
  const look = () => {
    lead()
    keep()
  }
  const ends = [core.subscribe(look), store.sub(lineToShowAtom, lead)]
  look()
  return () => {
    for (const end of ends) end()
    keepDocument(undefined)
  }
}
