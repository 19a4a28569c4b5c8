// Builds the edit form of a header from its fields.
import { firstRefusal } from '#core/wire/refusals.ts'
import type { HeaderValues } from '../document.ts'
import type { Field, HeaderFields, HeaderForm } from '../header.ts'

/** The form of all fields with a label and a control, in order; `more` has additions of the kind. */
export function formOf(fields: HeaderFields, more: Pick<HeaderForm, 'needsConfirmation'> = {}): HeaderForm {
  const all = Object.entries(fields)
  return {
    fields: all.flatMap(([name, { label, control, missing, fixed, locked, hidden }]): Field[] =>
      label === undefined || control === undefined
        ? []
        : [
            {
              name,
              label,
              control,
              ...(missing && { required: true }),
              ...((fixed ?? locked) && {
                locked: (values: HeaderValues, existing: boolean) =>
                  (fixed === true && existing) || (locked?.(values, existing) ?? false),
              }),
              ...(hidden && { hidden }),
            },
          ],
    ),
    start: (...context) =>
      Object.fromEntries(
        all.flatMap(([name, { label, start }]) =>
          label === undefined && !start ? [] : [[name, start?.(...context) ?? '']],
        ),
      ),
    check: (values) =>
      firstRefusal(...all.map(([name, { check }]) => check?.(values[name] ?? '', values) ?? true)),
    ...more,
  }
}
