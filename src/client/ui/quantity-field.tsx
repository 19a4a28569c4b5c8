import type { ComponentPropsWithRef, KeyboardEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'

/** Reads a typed quantity: whole plants, at most nine digits; undefined when it is none. '' is none. */
const readQuantity = (typed: string): number | undefined =>
  new RegExp(`^\\d{1,${LIMITS.quantityDigits}}$`).test(typed) ? Number(typed) : undefined

/** Is this text a barcode or a document rather than plants somebody counted? */
const looksLikeBarcode = (typed: string): boolean => {
  const text = typed.trim()
  return /[a-z]/i.test(text) || text.length > LIMITS.quantityDigits
}

export type QuantityFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'input'>, 'id' | 'type' | 'value' | 'onChange'> & {
    /** The text as it stands; a quantity may be half typed. */
    readonly value: string
    /** Only digits arrive here, nine at most. */
    readonly onValue: (value: string) => void
    /** Something else was typed or pasted, and nothing was changed: `quantityNotNumber` or `quantityLooksLikeBarcode`. */
    readonly onRefused?: (code: 'quantityNotNumber' | 'quantityLooksLikeBarcode', typed: string) => void
    /** Enter. */
    readonly onCommit?: () => void
  }

/** A quantity of plants. It never holds anything but digits; what does not fit leaves it as it was. */
export const QuantityField = ({
  label,
  hint,
  error,
  hideLabel,
  value,
  onValue,
  onRefused,
  onCommit,
  className,
  ...input
}: QuantityFieldProps) => {
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    input.onKeyDown?.(event)
    if (event.key === 'Enter' && !event.defaultPrevented && onCommit) {
      event.preventDefault()
      onCommit()
    }
  }
  return (
    <Field
      {...{ label, hint, error, hideLabel }}
      className={classNames('quantity', className)}
      required={input.required}
    >
      {(control) => (
        <input
          autoComplete="off"
          enterKeyHint="done"
          {...input}
          {...control}
          className="control"
          type="text"
          inputMode="numeric"
          value={value}
          onKeyDown={press}
          onFocus={(event) => {
            event.target.select()
            input.onFocus?.(event)
          }}
          onChange={(event) => {
            const typed = event.target.value
            if (typed === '' || readQuantity(typed) !== undefined) onValue(typed)
            else
              onRefused?.(looksLikeBarcode(typed) ? 'quantityLooksLikeBarcode' : 'quantityNotNumber', typed)
          }}
        />
      )}
    </Field>
  )
}
