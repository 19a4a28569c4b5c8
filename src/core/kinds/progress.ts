// The progress of a document on one of its screens.
import type { Document, DocumentTotals } from './document.ts'
import type { Kind, ListView, Stage } from './kind.ts'
import { plantsOf } from './walk.ts'

export interface Progress {
  readonly done: number
  readonly total: number
}

/** The number of the document's saved lines that are done on this screen; cancelled lines are not done. */
export function progressOf(stage: Stage, document: Document): Progress {
  const saved = document.lines.filter((line) => line.id !== null)
  const done = saved.filter((line) => line.status !== 'CANCELLED' && stage.lineAction.done(line))
  return { done: done.length, total: saved.length }
}

/**
 * The totals of a document in a list, computed from its lines. They must equal the server's
 * (documents/server/store/list-figures.ts). The receiving list uses the progress of receiving.
 */
export function figuresOf({ stages, hidesPlants }: Kind, view: ListView, document: Document): DocumentTotals {
  const stage = view.locationField === 'DestinationLocationID' ? stages.receive : undefined
  const shown = stage ?? stages.detail
  const { done, total } = progressOf(shown, document)
  const plants = document.lines.reduce(
    // The server sends a picked quantity of 0 for a cancelled line that was never picked.
    (sum, { received, picked, ordered, status }) =>
      sum + (received ?? (status === 'CANCELLED' ? picked || ordered : (picked ?? ordered))),
    0,
  )
  const { short } = plantsOf(shown, document)
  return { lines: total, done, plants: hidesPlants?.(document) ? null : plants, short }
}
