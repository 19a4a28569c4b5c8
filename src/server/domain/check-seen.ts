// Compares lines as the sender saw them with the lines as they are now.
import { type Refusal, refuse, type Verdict } from '#contract/refusals.ts'
import { quantityOf } from '#kinds/engine.ts'
import type { StoredDocument, StoredLine } from '#kinds/stored.ts'
import type { LineBody, SeenLine } from './read-body.ts'

// Has another person changed the line since the sender saw it?
const isStale = (line: StoredLine, seen: SeenLine | null): boolean =>
  seen !== null && line.id !== null && (seen.status !== line.status || seen.quantity !== quantityOf(line))

const factsOf = (line: StoredLine) => ({
  barcode: line.barcode,
  status: line.status,
  quantity: quantityOf(line),
})

/** Refuses a step on a line that another person has changed since the sender saw it. */
export function checkSeen(line: StoredLine, seen: SeenLine | null): Verdict {
  return isStale(line, seen) ? refuse('lineChanged', factsOf(line)) : true
}

/** The same for a refusal of the whole request, which can name the person. */
export function checkSeenBy(line: StoredLine, seen: SeenLine | null): Verdict {
  return isStale(line, seen) ? refuse('lineChangedBy', { ...factsOf(line), by: line.changedBy }) : true
}

/**
 * Refuses a step on the whole document if its lines differ from those in the request. A request without lines
 * means all lines as they are.
 */
export function checkAllSeen({ lines }: StoredDocument, sent: readonly LineBody[]): Verdict {
  if (sent.length === 0) return true
  const saved = new Map(lines.map((line) => [line.id, line]))
  for (const { id, barcode, seen } of sent) {
    const line = saved.get(id)
    const verdict = line ? checkSeenBy(line, seen) : refuse('lineGone', { barcode })
    if (verdict !== true) return verdict
  }
  const known = new Set(sent.map(({ id }) => id))
  const unseen = lines.find(({ id }) => !known.has(id))
  return unseen ? notSeen(unseen) : true
}

const notSeen = (line: StoredLine): Refusal => refuse('lineNotSeen', { ...factsOf(line), by: line.changedBy })
