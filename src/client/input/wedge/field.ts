/**
 * Form fields as the detector sees them: read before a key takes effect, written so that the page's own code and React
 * notice. Selects are read and put back, never typed into.
 */
import type { FieldText } from '#scan/capture.ts'
import { typeInto } from '#scan/field-text.ts'

const notTyped = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'hidden',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
])

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The form field that a key goes into; undefined for everything else, and for what cannot be changed. */
export function fieldOf(element: EventTarget | null): Field | undefined {
  if (!isElement(element)) return undefined
  if (isInput(element)) {
    return element.disabled || element.readOnly || notTyped.has(element.type) ? undefined : element
  }
  if (isArea(element)) return element.disabled || element.readOnly ? undefined : element
  return isSelect(element) ? element : undefined
}

/** A field's text and caret now. */
export function readField(field: Field): FieldText {
  const { value } = field
  if (isSelect(field)) return { value, start: null, end: null, maxLength: value.length }
  const { selectionStart, selectionEnd, maxLength } = field
  const text = { value, start: selectionStart, end: selectionEnd }
  return maxLength >= 0 ? { ...text, maxLength } : text
}

/** Gives a field a text and a caret, with the events a person's change would have brought. */
export function writeField(field: Field, text: FieldText): void {
  if (field.value !== text.value) {
    setNatively(field, text.value)
    const view = field.ownerDocument.defaultView
    const detail = { bubbles: true, composed: true, inputType: 'insertReplacementText' }
    field.dispatchEvent(view === null ? new Event('input', detail) : new view.InputEvent('input', detail))
    if (isSelect(field)) field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  if (text.start === null || text.end === null || isSelect(field) || field.selectionStart === null) return
  if (field.ownerDocument.activeElement !== field) return
  if (field.selectionStart !== text.start || field.selectionEnd !== text.end) {
    field.setSelectionRange(text.start, text.end)
  }
}

/** Types a person's keys at the caret of what has the focus: into a field, or, for the space bar, onto a button. */
export function typeKeys(element: EventTarget | null, keys: readonly string[]): void {
  const field = fieldOf(element)
  if (field !== undefined) {
    if (field.localName !== 'select') writeField(field, typeInto(readField(field), keys))
    return
  }
  if (isElement(element) && keys.includes(' ') && isButton(element)) element.click()
}

// The setter of the element's class: React replaces the one of the element, to tell its own changes from a person's.
function setNatively(field: Field, value: string): void {
  for (
    let level: unknown = Object.getPrototypeOf(field);
    level !== null;
    level = Object.getPrototypeOf(level)
  ) {
    const property = Object.getOwnPropertyDescriptor(level, 'value')
    if (property?.set !== undefined) {
      property.set.call(field, value)
      return
    }
  }
}

export function isElement(target: EventTarget | null): target is Element {
  return target !== null && 'localName' in target && 'getAttribute' in target
}

// By name rather than by class: a page may hold elements of another window.
const isInput = (element: Element): element is HTMLInputElement => element.localName === 'input'
const isArea = (element: Element): element is HTMLTextAreaElement => element.localName === 'textarea'
const isSelect = (element: Element): element is HTMLSelectElement => element.localName === 'select'
const isButton = (element: Element): element is HTMLElement =>
  element.localName === 'button' || element.getAttribute('role') === 'button'
