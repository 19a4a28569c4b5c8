// The progress of a document on one of its screens.
import type { Document } from './document.ts'
import type { Stage } from './kind.ts'

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
