// When a line may take the focus: a scan points at its quantity, and never pulls it out of somebody's hands.
import { focusHome } from '#client/ui/focus-owner.ts'

/** Marks quantity fields of lines, so that the focus may move from one to the next. */
export const LINE_QUANTITY = 'data-line-quantity'
/** Marks fields that hand the focus on by themselves: the barcode search. */
export const HANDS_ON = 'data-hands-on'

let touchedAt = 0

/** Notes that a person has typed into a line's quantity just now. */
export function noteTyping(): void {
  touchedAt = performance.now()
}

const isTyping = (element: Element) =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement

/**
 * May the focus move to a line because of something that began at `since` (milliseconds of `performance.now()`)? Not out
 * of another form, and not out of a quantity that was typed into after that.
 */
export function mayTakeFocus(since: number): boolean {
  const active = document.activeElement
  if (!active || !isTyping(active) || active.hasAttribute(HANDS_ON)) return true
  // Where scans of input methods arrive; nobody types into it.
  if (active.hasAttribute('data-scan-sink')) return true
  return active.hasAttribute(LINE_QUANTITY) && touchedAt <= since
}

/** Takes the focus out of the lines, so that the next digits are for the next scan. */
export function leaveLines(since: number): void {
  const active = document.activeElement
  if (active?.hasAttribute(LINE_QUANTITY) && touchedAt <= since) focusHome()
}
