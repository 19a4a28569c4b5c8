// One header field with the control that its kind declares.
import { type Ref, useImperativeHandle, useRef } from 'react'
import { useSession } from '#app/state/session.ts'
import { DAYS } from '#app/ui/calendar-days.ts'
import { Combobox } from '#app/ui/combobox.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import { dayOf } from '#core/kinds/dates.ts'
import type { HeaderValues } from '#core/kinds/document.ts'
import type { Field } from '#core/kinds/header.ts'
import { isDate } from '#core/wire/document-values.ts'
import { DayField, PickedDay } from '#input/questions/picked-day.tsx'
import { say, sayCode } from '#text/say.ts'
import { listedGrowers, shownValue, useEntities } from './entities.ts'
import './header-field.css'

// The first day that a field's date picker offers.
const firstDay = (notBefore: string) => (isDate(notBefore) ? notBefore : DAYS.first)

interface HeaderFieldProps {
  /** The form focuses it. */
  readonly ref: Ref<{ focus: () => void }>
  readonly field: Field
  readonly values: HeaderValues
  readonly value: string
  readonly locked: boolean
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

export function HeaderField({ ref, field, values, value, locked, error, onValue }: HeaderFieldProps) {
  const { actor } = useSession()
  const { control } = field
  const kind = control.type === 'entity' ? control.of(values) : undefined
  const entities = useEntities(listedGrowers(kind))
  const place = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => place.current?.querySelector<HTMLElement>('input, textarea')?.focus(),
  }))
  const label = sayCode(field.label)
  const required = field.required === true
  const commonProps = { label, value, error, onValue, disabled: locked }

  const renderControl = () => {
    switch (control.type) {
      case 'shown':
        return (
          <dl className="header-field-shown">
            <dt className="field-label">{label}</dt>
            <dd>{shownValue(entities, field, values)}</dd>
          </dl>
        )
      case 'choice': {
        const choices = control.choices.filter((each) => control.offers?.(actor, each.value) ?? true)
        return (
          <RadioGroup
            legend={label}
            options={choices.map((choice) => ({ value: choice.value, label: sayCode(choice.label) }))}
            value={value}
            onValue={onValue}
            disabled={locked}
          />
        )
      }
      case 'text':
      case 'shelf':
        return <TextField {...commonProps} required={required} maxLength={control.most} />
      case 'temperature':
        return <TextField {...commonProps} required={required} unit={say('celsius')} />
      case 'lines':
        return <TextArea {...commonProps} required={required} maxLength={control.most} />
      case 'date': {
        const day = { ...commonProps, value: dayOf(value), required }
        const min = firstDay(control.notBefore === undefined ? '' : dayOf(values[control.notBefore]))
        return control.picked ? <PickedDay {...day} min={min} /> : <DayField {...day} min={min} />
      }
      case 'entity': {
        const source = entities.source(kind)
        const offered = entities.options(kind).filter(({ value: each }) => each !== control.except?.(values))
        // Offer the saved value too, even if it is no longer in the list.
        const own = { value, label: shownValue(entities, field, values) }
        const isOwn = value !== '' && !offered.some(({ value: each }) => each === value)
        return (
          <Combobox
            label={label}
            options={isOwn ? [own, ...offered] : offered}
            value={value}
            onValue={onValue}
            required={required}
            disabled={locked}
            error={error}
            placeholder={source?.state === 'loading' ? say('loading') : say('documents.chooseEntity')}
            nothingFound={source?.state === 'loading' ? say('loading') : say('documents.nobody')}
          />
        )
      }
    }
  }
  return (
    <div ref={place} className="header-field" data-control={control.type}>
      {renderControl()}
    </div>
  )
}
