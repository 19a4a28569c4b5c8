// The progress of a document on one of its screens.
import type { Document, Figures } from './document.ts'
import type { Kind, ListView, Stage } from './kind.ts'
import { plantsOf } from './walk.ts'

export interface Progress {
  readonly done: number
  readonly total: number
}

/** How many of the document's saved lines are done on this screen; cancelled ones do not count. */
export function progressOf(stage: Stage, document: Document): Progress {
  const saved = document.lines.filter((line) => line.id !== null)
  const done = saved.filter((line) => line.status !== 'CANCELLED' && stage.lineAction.done(line))
  return { done: done.length, total: saved.length }
}

/**
 * What a list says of a document's lines, from the lines themselves: the same as the server counts
 * (server/store/list-figures.ts). The receiving list works on what was shipped.
 */
export function figuresOf({ stages, hidesPlants }: Kind, view: ListView, document: Document): Figures {
  const stage = view.at === 'DestinationLocationID' ? stages.receive : undefined
  const shown = stage ?? stages.detail
  const { done, total } = progressOf(shown, document)
  const plants = document.lines.reduce(
    // A cancelled line that was never picked comes with a picked quantity of 0.
    (sum, { received, picked, ordered, status }) =>
      sum + (received ?? (status === 'CANCELLED' ? picked || ordered : (picked ?? ordered))),
    0,
  )
  const { short } = plantsOf(shown, document)
  return { lines: total, done, plants: hidesPlants?.(document) ? null : plants, short }
}
