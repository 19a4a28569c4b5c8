// Document steps of any kind: judged by the engine over all lines that the document has, then their effect on each line.

import type { Status } from '#contract/constants.ts'
import { type Refusal, refuse } from '#contract/refusals.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import { afterDocumentStep, documentAllows, documentStepFor } from '#workflows/engine.ts'
import type { Kind } from './change-lines.ts'
import type { Stamp, StoredDocument, StoredLine } from './documents.ts'
import type { DocumentEffect, Flow } from './effects/effects.ts'
import type { AccountOf, Ledger, Movement } from './ledger.ts'

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

/** The accounts that a step moves plants between, so that they can be locked together. */
export function flowAccounts<DocumentSteps extends string>(
  { effects }: Pick<Kind<DocumentSteps, string>, 'effects'>,
  step: DocumentSteps,
  document: StoredDocument,
): readonly AccountOf[] {
  return flowsOf(effects.document[step], document).flatMap(({ line: { barcode }, flow: { from, to } }) => [
    { barcode, account: from },
    { barcode, account: to },
  ])
}

/** Takes a step that was judged: what its lines hold is let go, and plants move with the line as their cause. */
export function changeDocument<DocumentSteps extends string>(
  { rules, effects }: Kind<DocumentSteps, string>,
  step: DocumentSteps,
  ledger: Ledger,
  document: StoredDocument,
  stamp: Stamp,
): StoredDocument {
  const effect = effects.document[step]
  const { status, lines } = afterDocumentStep(rules, step, document)
  const letsGo = effect !== 'none'
  if (letsGo) {
    for (const { barcode, source, held } of document.lines) ledger.hold({ barcode, account: source }, -held)
  }
  for (const { line, flow } of flowsOf(effect, document)) {
    // What was held or on its way a moment ago cannot be missing now, unless the ledger's rules have been broken elsewhere.
    if (!ledger.move(movementOf(document, line, flow, stamp))) {
      throw new Error(`${line.barcode} on ${document.number} moves more than there is`)
    }
  }
  return {
    ...document,
    status,
    lines: document.lines.map((line, index) => ({
      ...line,
      held: letsGo ? 0 : line.held,
      status: lines[index]?.status ?? line.status,
    })),
  }
}

const flowsOf = (effect: DocumentEffect, document: StoredDocument) =>
  effect === 'none'
    ? []
    : document.lines.flatMap((line) =>
        effect(document, line)
          .filter(({ qty }) => qty > 0)
          .map((flow) => ({ line, flow })),
      )

/** A flow as the ledger writes it, with the line as its cause. */
export const movementOf = (
  { kind, number }: StoredDocument,
  { id, barcode }: StoredLine,
  flow: Flow,
  { by, claimedAt }: Stamp,
): Movement => ({
  ...flow,
  by,
  barcode,
  cause: { document: { kind, number, lineId: id ?? '' } },
  claimedAt,
})
