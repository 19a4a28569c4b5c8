// How far a document has come on one of its screens.
import type { Document } from './document.ts'
import type { Stage } from './workflow.ts'

export interface Progress {
  readonly done: number
  readonly total: number
}

/** How many of the document's saved lines have had their turn on this screen; ended documents count as done. */
export const progressOf = (stage: Stage, document: Document): Progress => {
  const final = stage.finalStep !== undefined && !['OPEN', 'RESERVED'].includes(document.status)
  const saved = document.lines.filter((line) => line.id !== null)
  const done = saved.filter(
    (line) => stage.lineAction.done(line) || (final && line.status === document.status),
  )
  return { done: done.length, total: saved.length }
}
