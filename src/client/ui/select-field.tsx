import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from './field.tsx'

export interface Option {
  readonly value: string
  readonly label: string
}

export type SelectFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'select'>, 'id' | 'children' | 'multiple'> & {
    readonly options: readonly Option[]
    /** Shown while nothing is chosen. */
    readonly placeholder?: string
    readonly onValue?: (value: string) => void
  }

/** The native select: with type-ahead and arrow keys. A chosen label that is wider than the field is read whole, in several lines. */
export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  options,
  placeholder,
  onValue,
  onChange,
  className,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, hideLabel, className }} required={select.required}>
      {(control) => (
        <span
          className="control-select"
          data-label={options.find(({ value }) => value === select.value)?.label ?? placeholder}
        >
          <select
            {...select}
            {...control}
            className="control"
            onChange={(event) => {
              onChange?.(event)
              onValue?.(event.target.value)
            }}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}
