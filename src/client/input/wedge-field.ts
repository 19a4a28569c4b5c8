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
  switch (element.localName) {
    case 'input': {
      const input = element as HTMLInputElement
      return input.disabled || input.readOnly || notTyped.has(input.type) ? undefined : input
    }
    case 'textarea': {
      const area = element as HTMLTextAreaElement
      return area.disabled || area.readOnly ? undefined : area
    }
    case 'select':
      return element as HTMLSelectElement
    default:
      return undefined
  }
}

/** A field's text and caret now. */
export function readField(field: Field): FieldText {
  const { value } = field
  if (field.localName === 'select') return { value, start: null, end: null, maxLength: value.length }
  const { selectionStart, selectionEnd, maxLength } = field as HTMLInputElement
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
    if (field.localName === 'select') field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  if (text.start === null || text.end === null || field.localName === 'select') return
  const input = field as HTMLInputElement
  if (field.ownerDocument.activeElement !== field) return
  if (input.selectionStart === null) return
  if (input.selectionStart !== text.start || input.selectionEnd !== text.end) {
    input.setSelectionRange(text.start, text.end)
  }
}

/** Types a person's keys at the caret of what has the focus: into a field, or, for the space bar, onto a button. */
export function typeKeys(element: EventTarget | null, keys: readonly string[]): void {
  const field = fieldOf(element)
  if (field !== undefined) {
    if (field.localName !== 'select') writeField(field, typeInto(readField(field), keys))
    return
  }
  if (!isElement(element) || !keys.includes(' ')) return
  if (element.localName === 'button' || element.getAttribute('role') === 'button')
    (element as HTMLElement).click()
}

/** The setter of the element's class: React replaces the one of the element, to tell its own changes from a person's. */
function setNatively(field: Field, value: string): void {
  for (
    let level: unknown = Object.getPrototypeOf(field);
    level !== null;
    level = Object.getPrototypeOf(level)
  ) {
    const set = Object.getOwnPropertyDescriptor(level, 'value')?.set
    if (set !== undefined) {
      set.call(field, value)
      return
    }
  }
}

const isElement = (target: EventTarget | null): target is Element =>
  target !== null && 'localName' in target && 'getAttribute' in target
