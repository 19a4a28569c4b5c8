import { type ChangeEvent, type ClipboardEvent, type ComponentPropsWithRef, useState } from 'react'
import { say } from '#text/say.ts'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import './control-long.css'
import './control-unit.css'

type OwnProps = FieldProps & {
  /** Called with the new text, in addition to `onChange`, which form libraries need. */
  readonly onValue?: (value: string) => void
}

export type TextFieldProps = OwnProps &
  Omit<ComponentPropsWithRef<'input'>, 'id' | 'type'> & {
    readonly type?: 'text' | 'search' | 'email'
    /** Shown beside the value: °C. */
    readonly unit?: string | undefined
  }

/** One line of text. */
export function TextField({
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
}: TextFieldProps) {
  const { refuseLong, tooLong, forget } = usePasteLimit(input.maxLength)
  return (
    <Field {...{ label, hint, error: tooLong ?? error, hideLabel, className }} required={input.required}>
      {(control) => {
        const field = (
          <input
            autoComplete="off"
            spellCheck={false}
            onPaste={refuseLong}
            {...input}
            {...control}
            type={type}
            className="control"
            onChange={(event: ChangeEvent<HTMLInputElement>) => {
              forget()
              onChange?.(event)
              onValue?.(event.target.value)
            }}
          />
        )
        if (unit === undefined) return field
        return (
          <span className="control-unit-place">
            {field}
            <span className="control-unit">{unit}</span>
          </span>
        )
      }}
    </Field>
  )
}

type TextAreaProps = OwnProps & Omit<ComponentPropsWithRef<'textarea'>, 'id'>

/** Several lines of text; with `maxLength` it shows the used length. */
export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  onValue,
  onChange,
  className,
  ...area
}: TextAreaProps) {
  const { refuseLong, tooLong, forget } = usePasteLimit(area.maxLength)
  const used =
    typeof area.value === 'string' && area.maxLength !== undefined
      ? `${area.value.length} / ${area.maxLength}`
      : undefined
  return (
    <Field
      {...{ label, error: tooLong ?? error, hideLabel }}
      hint={hint ?? used}
      className={classNames('field-area', className)}
      required={area.required}
    >
      {(control) => (
        <textarea
          rows={3}
          onPaste={refuseLong}
          {...area}
          {...control}
          className="control control-long"
          onChange={(event) => {
            forget()
            onChange?.(event)
            onValue?.(event.target.value)
          }}
        />
      )}
    </Field>
  )
}

// Refuses pasted text that is too long for a field, because the browser would cut it silently. Call `forget`
// with each change.
function usePasteLimit(most: number | undefined): {
  readonly refuseLong: (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) => void
  readonly tooLong: string | undefined
  readonly forget: () => void
} {
  const [refused, setRefused] = useState<{ readonly n: number; readonly most: number }>()
  return {
    refuseLong: (event) => {
      if (most === undefined || event.defaultPrevented) return
      const { value, selectionStart, selectionEnd } = event.currentTarget
      const selectedLength = (selectionEnd ?? 0) - (selectionStart ?? 0)
      const free = most - value.length + selectedLength
      const n = event.clipboardData.getData('text').length
      const fits = n <= free
      setRefused(fits ? undefined : { n, most: Math.max(0, free) })
      if (!fits) event.preventDefault()
    },
    tooLong: refused && say('documents.pasteTooLong', refused),
    forget: () => setRefused(undefined),
  }
}
