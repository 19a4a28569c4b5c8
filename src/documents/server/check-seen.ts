// Compares lines as the sender saw them with the stored lines.

import { quantityOf } from '#core/kinds/engine.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import type { LineBody, SeenLine } from './read-body.ts'

type QuantityRules = Pick<Kind, 'hidesQuantity'>

const isHidden = ({ hidesQuantity }: QuantityRules, line: StoredLine, document: StoredDocument) =>
  hidesQuantity?.(line, document) === true

// Whether another user changed the line since the sender saw it. Hidden quantities are not compared.
const isStale = (
  kind: QuantityRules,
  line: StoredLine,
  document: StoredDocument,
  seen: SeenLine | null,
): boolean =>
  seen !== null &&
  line.id !== null &&
  (seen.status !== line.status || (seen.quantity !== quantityOf(line) && !isHidden(kind, line, document)))

const factsOf = (kind: QuantityRules, line: StoredLine, document: StoredDocument) => ({
  barcode: line.barcode,
  status: line.status,
  quantity: isHidden(kind, line, document) ? (line.received ?? 0) : quantityOf(line),
})

/** Refuses a step on a line that another user changed since the sender saw it. */
export function checkSeen(
  kind: QuantityRules,
  line: StoredLine,
  document: StoredDocument,
  seen: SeenLine | null,
): Verdict {
  return isStale(kind, line, document, seen) ? refuse('lineChanged', factsOf(kind, line, document)) : true
}

/** The same for a refusal of the whole request, which names the user. */
export function checkSeenBy(
  kind: QuantityRules,
  line: StoredLine,
  document: StoredDocument,
  seen: SeenLine | null,
): Verdict {
  return isStale(kind, line, document, seen)
    ? refuse('lineChangedBy', { ...factsOf(kind, line, document), by: line.changedBy })
    : true
}

/** Refuses a document step if lines differ from those sent. A request without lines skips the check. */
export function checkAllSeen(
  kind: QuantityRules,
  document: StoredDocument,
  sent: readonly LineBody[],
): Verdict {
  const { lines } = document
  if (sent.length === 0) return true
  const saved = new Map(lines.map((line) => [line.id, line]))
  for (const { id, barcode, seen } of sent) {
    const line = saved.get(id)
    const verdict = line ? checkSeenBy(kind, line, document, seen) : refuse('lineGone', { barcode })
    if (verdict !== true) return verdict
  }
  const known = new Set(sent.map(({ id }) => id))
  const unseen = lines.find(({ id }) => !known.has(id))
  return unseen ? refuse('lineNotSeen', { ...factsOf(kind, unseen, document), by: unseen.changedBy }) : true
}
