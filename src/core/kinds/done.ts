// Whether a document that was read again has a change.
import type { Document, HeaderValues, Line } from './document.ts'
import type { Rules } from './engine.ts'
import { sameLineIn, stepLine } from './worksheet.ts'

/** A line step as it was sent; `quantity` in whole plants. */
export interface SentStep {
  readonly step: string
  readonly line: Line
  readonly quantity: number
}

/** The line of the document with this step taken; undefined: the document does not have it. */
export function doneLineIn(rules: Rules, document: Document, sent: SentStep): Line | undefined {
  const now = sameLineIn(document.lines, sent.line)
  if (!now) return undefined
  const { step, quantity } = sent
  const { line } = stepLine(rules, document, now, { step, quantity, id: now.id })
  const written = rules.lineSteps[step]?.writes
  const isSame = line.status === now.status && (written === undefined || line[written] === now[written])
  return isSame ? now : undefined
}

/** Has a document the status that a document step gives it? */
export function hasEnded(rules: Rules, document: Document, step: string): boolean {
  const to = rules.documentSteps[step]?.to
  return to === undefined || to === 'same' || document.status === to
}

/**
 * Has a header taken each change of these fields? A server may store a value in its own form. `seen`: as it
 * was before.
 */
export function hasHeader(
  names: readonly string[],
  { seen, sent, now }: Readonly<Record<'seen' | 'sent' | 'now', HeaderValues>>,
): boolean {
  return names.every((name) => {
    const [before = '', value = '', after = ''] = [seen[name], sent[name], now[name]]
    return isSameValue(value, before) || !isSameValue(after, before)
  })
}

/** Compares header values; servers send days with and without a time. */
export function isSameValue(one: string, other: string): boolean {
  const [first, second] = [one.trim(), other.trim()]
  if (DAY.test(first) && DAY.test(second)) return first.slice(0, 10) === second.slice(0, 10)
  return first === second
}

const DAY = /^\d{4}-\d\d-\d\d/
