import type { ChangeEvent, ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'

type Own = FieldProps & {
  /** The new text; beside `onChange`, which form libraries want. */
  readonly onValue?: (value: string) => void
}

export type TextFieldProps = Own &
  Omit<ComponentPropsWithRef<'input'>, 'id' | 'type'> & {
    readonly type?: 'text' | 'search' | 'date' | 'email'
    /** Stands beside the value: °C. */
    readonly unit?: string | undefined
  }

/** One line of text. */
export const TextField = ({
  label,
  hint,
  error,
  hideLabel,
  onValue,
  onChange,
  className,
  type = 'text',
  unit,
  ...input
}: TextFieldProps) => (
  <Field {...{ label, hint, error, hideLabel, className }} required={input.required}>
    {(control) => {
      const field = (
        <input
          autoComplete="off"
          spellCheck={false}
          {...input}
          {...control}
          type={type}
          className="control"
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            onChange?.(event)
            onValue?.(event.target.value)
          }}
        />
      )
      if (unit === undefined) return field
      return (
        <span className="control-place">
          {field}
          <span className="control-unit">{unit}</span>
        </span>
      )
    }}
  </Field>
)

/** A calendar day, YYYY-MM-DD, in the device's own picker; typing works as well. */
export const DateField = (props: Omit<TextFieldProps, 'type'>) => <TextField {...props} type="date" />

export type TextAreaProps = Own & Omit<ComponentPropsWithRef<'textarea'>, 'id'>

/** Several lines of text; with `maxLength` it shows how much is used. */
export const TextArea = ({
  label,
  hint,
  error,
  hideLabel,
  onValue,
  onChange,
  className,
  ...area
}: TextAreaProps) => {
  const used =
    typeof area.value === 'string' && area.maxLength !== undefined
      ? `${area.value.length} / ${area.maxLength}`
      : undefined
  return (
    <Field
      {...{ label, error, hideLabel }}
      hint={hint ?? used}
      className={classNames('field-area', className)}
      required={area.required}
    >
      {(control) => (
        <textarea
          rows={3}
          {...area}
          {...control}
          className="control"
          onChange={(event) => {
            onChange?.(event)
            onValue?.(event.target.value)
          }}
        />
      )}
    </Field>
  )
}
