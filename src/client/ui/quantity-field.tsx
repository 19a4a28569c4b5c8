import type { ComponentPropsWithRef, KeyboardEvent } from 'react'
import { BARCODE } from '#contract/codes.ts'
import { LIMITS } from '#contract/limits.ts'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'

const isQuantity = (typed: string) => new RegExp(`^\\d{1,${LIMITS.quantityDigits}}$`).test(typed.trim())

// Is there a barcode in this text, or digits too many for plants that somebody counted?
const looksLikeBarcode = (typed: string): boolean => new RegExp(BARCODE).test(typed)

export type QuantityFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'input'>, 'id' | 'type' | 'value' | 'onChange'> & {
    /** The text as it stands; a quantity may be half typed. */
    readonly value: string
    /** As it was typed: what is no whole number stays to be seen, and is refused where it is sent. */
    readonly onValue: (value: string) => void
    /** What looks like a barcode was typed or pasted, and nothing was changed. */
    readonly onRefused?: (typed: string) => void
    /** Enter. */
    readonly onCommit?: () => void
  }

/**
 * A quantity of plants. It shows what was typed and drops no character of it, so that 1.5 never becomes 15; only what looks like a
 * barcode leaves it as it was.
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
