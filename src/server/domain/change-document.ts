// Document steps of any kind: judged by the engine over all lines that the document has, then their effect on each line.

import type { Status } from '#contract/constants.ts'
import { type Refusal, refuse } from '#contract/refusals.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import { afterDocumentStep, documentAllows, documentStepFor } from '#kinds/engine.ts'
import type { Kind } from '#kinds/kind.ts'
import type { StoredDocument, StoredLine } from '#kinds/stored.ts'
import type { Stamp } from './documents-port.ts'
import { endsOf, movementsOf } from './flows.ts'
import type { AccountOf, Ledger, Watched } from './ledger.ts'

/** The step that leads to a status, when the document's state allows it. */
export function judgeDocumentStep(kind: Kind, document: StoredDocument, to: Status): Result<string, Refusal> {
  const step = documentStepFor(kind, document.status, to)
  if (step === undefined) {
    return fail(refuse('notWhileStatus', { status: document.status, number: document.number }))
  }
  const verdict = documentAllows(kind, step, document)
  return verdict === true ? succeed(step) : fail(verdict)
}

/** The accounts that a step moves plants between, so that they can be locked together. */
export function documentEnds(
  { effects }: Pick<Kind, 'effects'>,
  step: string,
  document: StoredDocument,
): readonly AccountOf[] {
  const effect = effects.document[step] ?? 'none'
  return effect === 'none' ? [] : endsOf(effect, document, document.lines)
}

/** The accounts that lines have counted, and since when; undefined where none has. */
export function watchedOf({ lines }: Pick<StoredDocument, 'lines'>): readonly Watched[] | undefined {
  const watched = lines.flatMap(({ barcode, source: account, counted }) =>
    counted ? [{ barcode, account, since: counted.after }] : [],
  )
  return watched.length > 0 ? watched : undefined
}

/** A line whose source has fewer plants than the step moves. */
export interface ShortLine {
  readonly line: StoredLine
  readonly refusal: Refusal
}

/**
 * Takes a step that was judged: what its lines hold is let go, and plants move with the line as their cause. Where a line's source
 * lacks plants, the step is refused as a whole; the ledger must not be written then.
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
  const notes = effect === 'none' ? undefined : effect.notes
  const moved = document.lines.map((line, index) => ({
    ...line,
    status: lines[index]?.status ?? line.status,
    ...notes?.(document, line, ledger.balances(line.barcode), stamp.by),
  }))
  if (effect === 'none') return succeed({ ...document, status, lines: moved })

  for (const { barcode, source, held } of document.lines) ledger.hold({ barcode, account: source }, -held)
  const short = document.lines.flatMap((line, index): ShortLine[] => {
    const there = ledger.available({ barcode: line.barcode, account: line.source })
    const noted = moved[index] ?? line
    if (movementsOf(effect, ledger, document, noted, stamp).every(ledger.move)) return []
    // What was held or on its way a moment ago cannot be missing now, unless the ledger's rules have been broken elsewhere.
    if (!effects.shortage) throw new Error(`${line.barcode} on ${document.number} moves more than there is`)
    return [{ line, refusal: effects.shortage(line, there) }]
  })
  if (short.length > 0) return fail(short)
  return succeed({ ...document, status, lines: moved.map((line) => ({ ...line, held: 0 })) })
}
