// Stores the open document and its current line, so that a page can continue after a crash.

import { store } from '#app/state/store.ts'
import { progressOf } from '#core/kinds/progress.ts'
import { lineToShowAtom, storeUnfinishedDocument } from '#input/kept/unfinished-work.ts'
import { sayCode } from '#text/say.ts'
import { entryOf, scrollToLine } from './session/current-line.ts'
import type { DocumentSession } from './session/session.ts'
import { codeOf } from './session/wording.ts'

/** Stores the document at this path; call the returned function when the document is left. */
export function storeOpenDocument({ core }: DocumentSession, address: string): () => void {
  let kept = ''
  const keep = () => {
    const { sheet, current } = core.get()
    if (!sheet) return
    const { kind } = core.parts
    const { document, entries } = sheet
    if (kind.lineSteps[core.stage.lineAction.step]?.during.includes(document.status) !== true) {
      kept = ''
      storeUnfinishedDocument(undefined)
      return
    }
    const { done, total } = progressOf(core.stage, document)
    const name = sayCode(codeOf(kind.kind, 'one'), { number: document.number ?? '' })
    const barcode = (current !== null && entries[current]?.line.barcode) || null
    const open = { address, name, done, total, barcode }
    const now = JSON.stringify(open)
    if (now === kept) return
    kept = now
    storeUnfinishedDocument(open)
  }
  const showStoredLine = () => {
    const lineToShow = store.get(lineToShowAtom)
    const { sheet, current } = core.get()
    if (lineToShow?.address !== address || !sheet) return
    store.set(lineToShowAtom, undefined)
    const entry = current === null ? entryOf(core, lineToShow.barcode) : undefined
    if (entry) scrollToLine(core, entry.key)
  }
  const update = () => {
    showStoredLine()
    keep()
  }
  const unsubscribes = [core.subscribe(update), store.sub(lineToShowAtom, showStoredLine)]
  update()
  return () => {
    for (const end of unsubscribes) end()
    storeUnfinishedDocument(undefined)
  }
}
