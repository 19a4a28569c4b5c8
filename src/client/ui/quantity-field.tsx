import {
  type ComponentPropsWithRef,
  type FocusEvent,
  type KeyboardEvent,
  useLayoutEffect,
  useState,
} from 'react'
import { BARCODE } from '#contract/codes.ts'
import { LIMITS } from '#contract/limits.ts'
import { sayCount } from '#text/numbers.ts'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import { useIsHandheld } from './handheld.ts'
import { Keypad, type KeypadKey, pressed } from './keypad.tsx'
import './field-quantity.css'

const isQuantity = (typed: string) => new RegExp(`^\\d{1,${LIMITS.quantityDigits}}$`).test(typed.trim())

// Up to so many digits there is nothing to separate.
const UNGROUPED = 3

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
    /** Takes a key of the keypad in place of the field; false: it is the field's. */
    readonly onKeypad?: (key: KeypadKey) => boolean
  }

/**
 * A quantity of plants. It shows the input and drops no character, so that 1.5 never becomes 15; only text
 * like a barcode is rejected. Until it has the focus its thousands are separated. On a handheld it has the app's
 * keypad, and no soft keyboard.
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
  onKeypad,
  className,
  ...input
}: QuantityFieldProps) {
  const handheld = useIsHandheld()
  const [focused, setFocused] = useState<HTMLInputElement | null>(null)
  // The digits alone replace the grouped text with the focus, and with it what was selected.
  const isGrouped = isQuantity(value) && value.trim().length > UNGROUPED
  useLayoutEffect(() => {
    if (isGrouped) focused?.select()
    // oxlint-disable-next-line react/exhaustive-deps -- only with the focus, not while somebody types
  }, [focused])
  const given = (typed: string) => {
    if (looksLikeBarcode(typed)) onRefused?.(typed)
    else onValue(typed)
  }
  const tap = (key: KeypadKey) => {
    if (focused === null || onKeypad?.(key) === true) return
    if (key === 'Enter') {
      onCommit?.()
      return
    }
    const { value: text, selectionStart, selectionEnd } = focused
    const from = selectionStart ?? text.length
    given(pressed(text, key, { from, to: selectionEnd ?? from }))
  }
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
      className={classNames('field-quantity', isGrouped && 'field-quantity-long', className)}
      required={input.required}
    >
      {(control) => (
        <>
          <input
            autoComplete="off"
            enterKeyHint="done"
            {...input}
            {...control}
            className="control"
            type="text"
            inputMode={handheld ? 'none' : 'numeric'}
            value={isGrouped && focused === null ? sayCount(Number(value)) : value}
            aria-invalid={value.trim() === '' || isQuantity(value) ? control['aria-invalid'] : true}
            onKeyDown={press}
            onFocus={(event) => {
              event.target.select()
              setFocused(event.target)
              input.onFocus?.(event)
            }}
            onBlur={(event: FocusEvent<HTMLInputElement>) => {
              setFocused(null)
              input.onBlur?.(event)
            }}
            onChange={(event) => given(event.target.value)}
          />
          {handheld && focused !== null && input.readOnly !== true && <Keypad onKey={tap} />}
        </>
      )}
    </Field>
  )
}
