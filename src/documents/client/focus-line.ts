// Decides when a line may take the focus: after a scan, but never from a field in use.

import { focusHome } from '#app/ui/focus-owner.ts'
import { lastMoveAt } from '#input/wedge/focus-moves.ts'

/** Marks quantity fields of lines, with the line's key: the focus may move between them. */
export const LINE_QUANTITY = 'data-line-quantity'
/** Marks a field from which a line may take the focus: the barcode search. */
export const YIELDS_FOCUS = 'data-hands-on'

let lastTypedAt = 0

/** Records that a person has just typed into a line's quantity. */
export function noteTyping(): void {
  lastTypedAt = performance.now()
}

const isTyping = (element: Element) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/**
 * May an action that began at `since` (milliseconds of `performance.now()`) move the focus to a line? Not out
 * of another form, and not out of a quantity with later input.
 */
export function mayTakeFocus(since: number): boolean {
  const active = document.activeElement
  if (!active || !isTyping(active) || active.hasAttribute(YIELDS_FOCUS)) return true
  // The hidden input for scans of input methods; people do not type into it.
  if (active.hasAttribute('data-scan-sink')) return true
  return active.hasAttribute(LINE_QUANTITY) && isUntouchedSince(since)
}

// Has the person neither typed nor moved the focus?
const isUntouchedSince = (since: number): boolean => Math.max(lastTypedAt, lastMoveAt()) <= since

/** Takes the focus out of the lines, so that the next digits are for the next scan. */
export function leaveLines(since: number): void {
  const active = document.activeElement
  if (active?.hasAttribute(LINE_QUANTITY) && isUntouchedSince(since)) focusHome()
}

/** Takes the focus out of every other line's quantity. */
export function leaveOtherLines(key: string | undefined): void {
  const at = document.activeElement?.getAttribute(LINE_QUANTITY)
  if (typeof at === 'string' && at !== key) focusHome()
}
