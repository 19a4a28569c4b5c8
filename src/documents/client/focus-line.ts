// When a line may take the focus: a scan focuses its quantity, but never takes the focus from a field in use.

import { focusHome } from '#app/ui/focus-owner.ts'
import { lastMoveAt } from '#input/wedge/person-moves.ts'

/** Marks quantity fields of lines, with the line's key: the focus may move between them. */
export const LINE_QUANTITY = 'data-line-quantity'
/** Marks fields that pass the focus on: the barcode search. */
export const PASSES_FOCUS = 'data-hands-on'

let touchedAt = 0

/** Records that a person has just typed into a line's quantity. */
export function noteTyping(): void {
  touchedAt = performance.now()
}

const isTyping = (element: Element) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/**
 * May an action that began at `since` (milliseconds of `performance.now()`) move the focus to a line? Not out
 * of another form, and not out of a quantity with later input.
 */
export function mayTakeFocus(since: number): boolean {
  const active = document.activeElement
  if (!active || !isTyping(active) || active.hasAttribute(PASSES_FOCUS)) return true
  // The sink for input method scans; nobody types into it.
  if (active.hasAttribute('data-scan-sink')) return true
  return active.hasAttribute(LINE_QUANTITY) && isUntouchedSince(since)
}

// A person has neither typed nor moved the focus.
const isUntouchedSince = (since: number): boolean => Math.max(touchedAt, lastMoveAt()) <= since

/** Takes the focus out of the lines, so that the next digits are for the next scan. */
export function leaveLines(since: number): void {
  const active = document.activeElement
  if (active?.hasAttribute(LINE_QUANTITY) && isUntouchedSince(since)) focusHome()
}

/** Takes the focus out of every line's quantity but this one's. */
export function leaveOtherLines(key: string | undefined): void {
  const at = document.activeElement?.getAttribute(LINE_QUANTITY)
  if (typeof at === 'string' && at !== key) focusHome()
}
