/**
 * Types a person's captured keys into a field's text, with caret, selection and length limit as in the
 * browser.
 */
import type { FieldText } from './capture.ts'

/** Types keys into a field's text, in order. Ignores keys that do not edit. */
export function typeInto(field: FieldText, keys: readonly string[]): FieldText {
  return keys.reduce(typeKey, field)
}

function typeKey(field: FieldText, key: string): FieldText {
  const start = Math.min(field.start ?? field.value.length, field.value.length)
  const end = Math.max(start, Math.min(field.end ?? field.value.length, field.value.length))
  switch (key) {
    case 'Backspace':
      return start === end
        ? replace(field, previousPoint(field.value, start), start, '')
        : replace(field, start, end, '')
    case 'Delete':
      return start === end
        ? replace(field, start, nextPoint(field.value, start), '')
        : replace(field, start, end, '')
    case 'ArrowLeft':
      return place(field, start === end ? previousPoint(field.value, start) : start)
    case 'ArrowRight':
      return place(field, start === end ? nextPoint(field.value, start) : end)
    case 'Home':
      return place(field, 0)
    case 'End':
      return place(field, field.value.length)
    default:
      return [...key].length === 1 ? replace(field, start, end, key) : field
  }
}

function replace(field: FieldText, start: number, end: number, text: string): FieldText {
  const value = field.value.slice(0, start) + text + field.value.slice(end)
  if (text !== '' && field.maxLength !== undefined && value.length > field.maxLength) return field
  return place({ ...field, value }, start + text.length)
}

// Sets the caret. A field without one (a number input) stays without one.
function place(field: FieldText, at: number): FieldText {
  return field.start === null ? field : { ...field, start: at, end: at }
}

const previousPoint = (value: string, at: number): number =>
  at - ([...value.slice(Math.max(0, at - 2), at)].at(-1)?.length ?? 0)

const nextPoint = (value: string, at: number): number => at + ([...value.slice(at, at + 2)][0]?.length ?? 0)
