// Formats the changed fields of a header as text. Loaded on demand.
import { dayOf } from '#core/kinds/dates.ts'
import type { HeaderValues } from '#core/kinds/document.ts'
import type { Choice, Field } from '#core/kinds/header.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { sayDay } from '#text/dates.ts'
import { say, sayCode } from '#text/say.ts'
import type { HeaderIntent } from './intent.ts'

type Edit = Pick<HeaderIntent, 'kind' | 'mode' | 'values'>

/** For example 'Ref # PO 7, Comment gate 5'. */
export function formatEdit(edit: Edit): string {
  return fieldsIn(edit)
    .map((field) => `${sayCode(field.label)} ${formatFieldValue(field, edit.values)}`)
    .join(', ')
}

/** The form fields that an edit changes. */
export function fieldsIn({ kind, mode, values }: Edit): readonly Field[] {
  const { modes } = kindNamed(kind)
  const { form } = modes[mode] ?? modes.inventory
  return form.fields.filter(({ name }) => name in values)
}

/** A field's value as shown to a person, without master data. */
export function formatFieldValue({ name, control }: Field, values: HeaderValues): string {
  const value = values[name] ?? ''
  if (value === '') return say('documents.emptyField')
  if (control.type === 'temperature') return say('inCelsius', { n: value })
  if (control.type === 'date') return sayDay(dayOf(value), { dateStyle: 'medium' })
  if (control.type === 'choice') return wordChoice(control.choices, value)
  const known = control.type === 'entity' ? values.EntityName : ''
  return known ? `${value} - ${known}` : value
}

const wordChoice = (choices: readonly Choice[], value: string): string => {
  const choice = choices.find((each) => each.value === value)
  return choice ? sayCode(choice.label) : value
}
