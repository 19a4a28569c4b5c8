// Reads form fields before a key takes effect, and writes them so that the page's code and React notice.
import type { FieldText } from '#core/scan/capture.ts'
import { typeInto } from '#core/scan/field-text.ts'

const nonTextTypes = new Set([
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

type Field = HTMLInputElement | HTMLTextAreaElement

/** The editable form field of an event target; undefined for anything else. */
export function fieldOf(element: EventTarget | null): Field | undefined {
  if (!isElement(element)) return undefined
  if (isInput(element)) {
    return element.disabled || element.readOnly || nonTextTypes.has(element.type) ? undefined : element
  }
  return isArea(element) && !element.disabled && !element.readOnly ? element : undefined
}

/** A field's current text and caret. */
export function readField(field: Field): FieldText {
  const { value, selectionStart, selectionEnd, maxLength } = field
  const text = { value, start: selectionStart, end: selectionEnd }
  return maxLength >= 0 ? { ...text, maxLength } : text
}

/** Sets a field's text and caret, with the events of a manual change. `data` is the typed text. */
export function writeField(field: Field, text: FieldText, data?: string): void {
  if (field.value !== text.value) {
    setNatively(field, text.value)
    const view = field.ownerDocument.defaultView
    const change = data ? { data, inputType: 'insertText' } : { inputType: 'insertReplacementText' }
    const detail = { bubbles: true, composed: true, ...change }
    field.dispatchEvent(view === null ? new Event('input', detail) : new view.InputEvent('input', detail))
  }
  if (text.start === null || text.end === null || field.selectionStart === null) return
  if (field.ownerDocument.activeElement !== field) return
  if (field.selectionStart !== text.start || field.selectionEnd !== text.end) {
    field.setSelectionRange(text.start, text.end)
  }
}

/** Types keys at the caret of the focused element. Space presses a button. */
export function typeKeys(element: EventTarget | null, keys: readonly string[]): void {
  const field = fieldOf(element)
  if (field !== undefined) {
    const isText = keys.every((key) => [...key].length === 1)
    writeField(field, typeInto(readField(field), keys), isText ? keys.join('') : undefined)
    return
  }
  if (isElement(element) && keys.includes(' ') && isButton(element)) element.click()
}

// Use the setter of the element's class: React overrides the element's own setter to detect changes.
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

// Compare names, not classes: elements may come from another window.
const isInput = (element: Element): element is HTMLInputElement => element.localName === 'input'
const isArea = (element: Element): element is HTMLTextAreaElement => element.localName === 'textarea'
const isButton = (element: Element): element is HTMLElement =>
  element.localName === 'button' || element.getAttribute('role') === 'button'
