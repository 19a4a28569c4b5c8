import type { ComponentPropsWithRef, KeyboardEvent } from 'react'
import { BARCODE } from '#contract/codes.ts'
import { LIMITS } from '#contract/limits.ts'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'

const isQuantity = (typed: string) => new RegExp(`^\\d{1,${LIMITS.quantityDigits}}$`).test(typed.trim())

// Does the text contain a barcode, or too many digits for a quantity?
const looksLikeBarcode = (typed: string): boolean => new RegExp(BARCODE).test(typed)

export type QuantityFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'input'>, 'id' | 'type' | 'value' | 'onChange'> & {
    /** The field's text; may be incomplete. */
    readonly value: string
    /** The input, unchanged: invalid text stays visible and is refused when sent. */
    readonly onValue: (value: string) => void
    /** Something like a barcode was typed or pasted, and nothing was changed. */
    readonly onRefused?: (typed: string) => void
    /** Called on Enter. */
    readonly onCommit?: () => void
  }

/**
 * A quantity of plants. It shows the input and drops no character, so that 1.5 never becomes 15; only text
 * like a barcode is rejected.
 */
export function QuantityField({
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
}: QuantityFieldProps) {
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
      className={classNames('field-quantity', className)}
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
          aria-invalid={value.trim() === '' || isQuantity(value) ? control['aria-invalid'] : true}
          onKeyDown={press}
          onFocus={(event) => {
            event.target.select()
            input.onFocus?.(event)
          }}
          onChange={(event) => {
            const typed = event.target.value
            if (looksLikeBarcode(typed)) onRefused?.(typed)
            else onValue(typed)
          }}
        />
      )}
    </Field>
  )
}
