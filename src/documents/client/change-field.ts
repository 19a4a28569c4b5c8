// Sets a header field, and the fields that depend on it.
import type { Place } from '#core/kinds/document.ts'
import type { Field, HeaderForm } from '#core/kinds/header.ts'
import { type AskPerson, questionOfPickup } from '#input/questions/question.ts'
import { destinationValues, type Entities, shownValue } from './entities.ts'
import type { HeaderInput } from './use-header-input.ts'

interface FormContext {
  readonly form: HeaderForm
  readonly place: Place
  readonly entities: Entities
  readonly ask: AskPerson
  readonly focus: (name: string) => void
}

/** Sets the value. A destination sets its name and address too, and may need a confirmation. */
export async function changeField(
  { latest, set }: Pick<HeaderInput, 'latest' | 'set'>,
  { form, place, entities, ask, focus }: FormContext,
  field: Field,
  value: string,
): Promise<void> {
  const setDestination = (...given: Parameters<typeof destinationValues>) => {
    for (const [name, text] of Object.entries(destinationValues(...given))) set(name, text)
  }
  const before = latest()
  set(field.name, value)
  // Another type has other destinations: clear the chosen one.
  for (const { name, control } of form.fields) {
    if (control.type !== 'entity' || control.of(before) === control.of(latest())) continue
    set(name, '')
    setDestination(entities, undefined, '')
  }
  if (field.control.type !== 'entity') return
  const kind = field.control.of(latest())
  if (kind === 'location') return
  setDestination(entities, kind, value)
  const grower = kind === 'grower' ? entities.grower(value) : undefined
  if (value === '' || !form.needsConfirmation?.(latest(), grower, place)) return
  const question = questionOfPickup({
    grower: shownValue(entities, field, latest()),
    pickup: entities.nameOf('location', grower?.PickUpLocationId ?? ''),
    here: entities.nameOf('location', place.location),
  })
  if ((await ask(question)) === 'continue') return
  set(field.name, '')
  setDestination(entities, undefined, '')
  focus(field.name)
}
