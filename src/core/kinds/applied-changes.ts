// Checks whether a document that was read again contains a sent change.
import type { Document, HeaderValues, Line } from './document.ts'
import type { Rules } from './engine.ts'
import { findSameLine, stepLine } from './worksheet.ts'

// A line step that was sent; `quantity` in whole plants.
interface SentStep {
  readonly step: string
  readonly line: Line
  readonly quantity: number
}

/** The document's line if it already has the result of this step; else undefined. */
export function findAppliedLine(rules: Rules, document: Document, sent: SentStep): Line | undefined {
  const now = findSameLine(document.lines, sent.line)
  if (!now) return undefined
  const { step, quantity } = sent
  const { line } = stepLine(rules, document, now, { step, quantity, id: now.id })
  const written = rules.lineSteps[step]?.writes
  const isSame = line.status === now.status && (written === undefined || line[written] === now[written])
  return isSame ? now : undefined
}

/** Does the document have the status that this document step sets? */
export function isDocumentStepApplied(rules: Rules, document: Document, step: string): boolean {
  const to = rules.documentSteps[step]?.to
  return to === undefined || to === 'same' || document.status === to
}

/**
 * Does the header contain the changes of these fields? A server may store a value in another format, so any
 * new value counts. `seen` is the header before the change.
 */
export function isHeaderApplied(
  names: readonly string[],
  { seen, sent, now }: Readonly<Record<'seen' | 'sent' | 'now', HeaderValues>>,
): boolean {
  return names.every((name) => {
    const [before = '', value = '', after = ''] = [seen[name], sent[name], now[name]]
    return isSameValue(value, before) || !isSameValue(after, before)
  })
}

/** Compares header values. Servers send dates with or without a time. */
export function isSameValue(one: string, other: string): boolean {
  const [first, second] = [one.trim(), other.trim()]
  if (datePattern.test(first) && datePattern.test(second)) return first.slice(0, 10) === second.slice(0, 10)
  return first === second
}

const datePattern = /^\d{4}-\d\d-\d\d/
