// Document steps of any kind: judged by the engine over all lines that the document has, then their effect on each line.

import type { Status } from '#contract/constants.ts'
import { type Refusal, refuse } from '#contract/refusals.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import { afterDocumentStep, documentAllows, documentStepFor } from '#workflows/engine.ts'
import type { Kind } from './change-lines.ts'
import type { Stamp, StoredDocument, StoredLine } from './documents.ts'
import type { AccountOf, Ledger } from './ledger.ts'

/** The step that leads to a status, when the document's state allows it. */
export function judgeDocumentStep<DocumentSteps extends string>(
  { rules }: Pick<Kind<DocumentSteps, string>, 'rules'>,
  document: StoredDocument,
  to: Status,
): Result<DocumentSteps, Refusal> {
  const step = documentStepFor(rules, document.status, to)
  if (step === undefined) {
    return fail(refuse('notWhileStatus', { status: document.status, number: document.number }))
  }
  const verdict = documentAllows(rules, step, document)
  return verdict === true ? succeed(step) : fail(verdict)
}

/** The accounts that a step moves plants to, so that they can be locked with the sources. */
export function receivingAccounts<DocumentSteps extends string>(
  { effects }: Pick<Kind<DocumentSteps, string>, 'effects'>,
  step: DocumentSteps,
  document: StoredDocument,
): readonly AccountOf[] {
  const effect = effects.document[step]
  if (effect.type !== 'move') return []
  return document.lines.map((line) => ({ barcode: line.barcode, account: effect.to(document, line) }))
}

/** Takes a step that was judged: what its lines hold is let go, or moved with the line as its cause. */
export function changeDocument<DocumentSteps extends string>(
  { rules, effects }: Kind<DocumentSteps, string>,
  step: DocumentSteps,
  ledger: Ledger,
  document: StoredDocument,
  stamp: Stamp,
): StoredDocument {
  const effect = effects.document[step]
  const { status, lines } = afterDocumentStep(rules, step, document)
  const take = (line: StoredLine): StoredLine => {
    if (effect.type === 'none') return line
    ledger.hold({ barcode: line.barcode, account: line.source }, -line.held)
    if (effect.type === 'move' && line.held > 0) moveHeld(line, effect.to(document, line))
    return { ...line, held: 0 }
  }
  const moveHeld = (line: StoredLine, to: StoredLine['source']) => {
    const moved = ledger.move({
      by: stamp.by,
      barcode: line.barcode,
      from: line.source,
      to,
      qty: line.held,
      cause: { document: { kind: document.kind, number: document.number, lineId: line.id ?? '' } },
      claimedAt: stamp.claimedAt,
    })
    // What was held a moment ago cannot be missing now, unless the ledger's rules have been broken elsewhere.
    if (!moved) throw new Error(`${line.barcode} on ${document.number} holds more than its source has`)
  }
  return {
    ...document,
    status,
    lines: document.lines.map((line, index) => ({
      ...take(line),
      status: lines[index]?.status ?? line.status,
    })),
  }
}
