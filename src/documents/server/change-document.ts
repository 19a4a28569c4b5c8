// Runs document steps of any kind: checks them against all lines, then applies each line's effect.

import { afterDocumentStep, documentAllows, documentStepFor, shortReasonOf } from '#core/kinds/engine.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import type { Status } from '#core/wire/constants.ts'
import { type Refusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { AccountOf, CountedAccount, Ledger } from '#server/domain/ledger.ts'
import type { Stamp } from './documents-port.ts'
import { accountsOfFlows, movementsOf } from './flows.ts'

/** The step to a status, if the document's state allows it. */
export function findDocumentStep(kind: Kind, document: StoredDocument, to: Status): Result<string, Refusal> {
  const step = documentStepFor(kind, document.status, to)
  if (step === undefined) {
    return fail(refuse('notWhileStatus', { status: document.status, number: document.number }))
  }
  const verdict = documentAllows(kind, step, document)
  return verdict === true ? succeed(step) : fail(verdict)
}

/** The accounts that a step moves plants between, to lock them together. */
export function accountsOfDocumentStep(
  { effects }: Pick<Kind, 'effects'>,
  step: string,
  document: StoredDocument,
): readonly AccountOf[] {
  const effect = effects.document[step] ?? 'none'
  return effect === 'none' ? [] : accountsOfFlows(effect, document, document.lines)
}

/** The accounts of counted lines, with the last movement before each count; undefined if none. */
export function countedAccountsOf({
  lines,
}: Pick<StoredDocument, 'lines'>): readonly CountedAccount[] | undefined {
  const watched = lines.flatMap(({ barcode, source: account, counted }) =>
    counted ? [{ barcode, account, since: counted.after }] : [],
  )
  return watched.length > 0 ? watched : undefined
}

/** A line whose source account has too few plants for the step. */
export interface ShortLine {
  readonly line: StoredLine
  readonly refusal: Refusal
}

/**
 * Applies a checked step: releases reservations and moves plants.
 * If plants are missing, the whole step is refused, and the ledger must not be written.
 */
export function changeDocument(
  kind: Kind,
  step: string,
  ledger: Ledger,
  document: StoredDocument,
  stamp: Stamp,
): Result<StoredDocument, readonly ShortLine[]> {
  const { effects } = kind
  const effect = effects.document[step] ?? 'none'
  const { status, lines } = afterDocumentStep(kind, step, document)
  const notes = effect === 'none' ? undefined : effect.computeFields
  const moved = document.lines.map((line, index) => ({
    ...line,
    status: lines[index]?.status ?? line.status,
    ...notes?.(document, line, ledger.balances(line.barcode), stamp.by),
  }))
  if (effect === 'none') return succeed({ ...document, status, lines: moved })

  for (const { barcode, source, held } of document.lines) ledger.hold({ barcode, account: source }, -held)
  const short = document.lines.flatMap((line, index): ShortLine[] => {
    const available = ledger.available({ barcode: line.barcode, account: line.source })
    const after = moved[index] ?? line
    const withoutReason = shortReasonOf(kind) ? { ...after, reason: '' } : after
    if (movementsOf(effect, ledger, document, withoutReason, stamp).every(ledger.move)) return []
    // Reserved or in-transit plants are missing only if a ledger rule was violated elsewhere.
    if (!effects.shortage) throw new Error(`${line.barcode} on ${document.number} moves more than there is`)
    return [{ line, refusal: effects.shortage(line, available) }]
  })
  if (short.length > 0) return fail(short)
  return succeed({ ...document, status, lines: moved.map((line) => ({ ...line, held: 0 })) })
}
