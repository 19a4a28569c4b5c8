import {
  type ComponentPropsWithRef,
  type FocusEvent,
  type KeyboardEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { BARCODE } from '#core/wire/codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { sayCount } from '#text/numbers.ts'
import { classNames } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import { useIsHandheld } from './handheld.ts'
import { Keypad, type KeypadKey, textAfterKey } from './keypad.tsx'
import { SCAN_READ } from './scan-read.ts'
import './field-quantity.css'

const isQuantity = (typed: string) => new RegExp(`^\\d{1,${LIMITS.quantityDigits}}$`).test(typed.trim())

// Up to this many digits, a number needs no thousands separator.
const maxUngroupedDigits = 3

// Does the text contain a barcode, or too many digits for a quantity?
const looksLikeBarcode = (typed: string): boolean => new RegExp(BARCODE).test(typed)

// How long a character that is not a digit is kept out of the field, in milliseconds: it may be the first one
// of a scan that a busy device delivers late.
const holdMs = 2000
const nothingHeld = { text: '', until: 0 }

const take = (held: { current: typeof nothingHeld }, at: number): string => {
  const { text, until } = held.current
  held.current = nothingHeld
  return at < until ? text : ''
}

// Is all of it selected, so that the next digit replaces it?
const isAllSelected = ({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean =>
  selectionStart === 0 && selectionEnd === value.length

// Holds a character that is not a digit. The person's next key restores it, and so do Enter, which then
// reports the error, and keys that the wedge gives back.
function useHeldCharacter(focused: HTMLInputElement | null) {
  const held = useRef(nothingHeld)
  useLayoutEffect(() => {
    if (focused === null) return undefined
    const holdNonDigit = (event: InputEvent) => {
      const heldText = take(held, event.timeStamp)
      const { data, inputType } = event
      if (!isAllSelected(focused) || focused.readOnly || data === null || inputType !== 'insertText') return
      if (heldText !== '') {
        focused.setRangeText(heldText + data, 0, focused.value.length, 'end')
        focused.dispatchEvent(new InputEvent('input', { data, inputType, bubbles: true }))
      } else if (/^[^\d\s]$/.test(data)) held.current = { text: data, until: event.timeStamp + holdMs }
      else return
      event.preventDefault()
    }
    // Runs before React's own listener.
    const restoreHeld = (event: Event) => {
      const heldText = take(held, event.timeStamp)
      if (heldText !== '') focused.setRangeText(heldText, 0, 0)
    }
    const drop = () => void take(held, 0)
    focused.addEventListener('beforeinput', holdNonDigit)
    focused.addEventListener('input', restoreHeld)
    focused.addEventListener(SCAN_READ, drop)
    return () => {
      focused.removeEventListener('beforeinput', holdNonDigit)
      focused.removeEventListener('input', restoreHeld)
      focused.removeEventListener(SCAN_READ, drop)
    }
  }, [focused])
  return { takeHeld: (at: number) => take(held, at), dropHeld: () => void take(held, 0) }
}

type QuantityFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'input'>, 'id' | 'type' | 'value' | 'onChange'> & {
    /** The field's text; may be incomplete. */
    readonly value: string
    /** Called with the unchanged input: invalid text stays visible and is refused when sent. */
    readonly onValue: (value: string) => void
    /** Called when text like a barcode is typed or pasted; the value does not change. */
    readonly onRefused?: (typed: string) => void
    /** Called on Enter. */
    readonly onCommit?: () => void
    /** Handles a key of the keypad instead of the field; false: the field handles it. */
    readonly onKeypad?: (key: KeypadKey) => boolean
  }

/**
 * A quantity of plants. It shows the input unchanged, so that 1.5 never becomes 15; only text like a barcode
 * is rejected. A click selects all of it. Thousands are separated while it has no focus. On a handheld it
 * uses the app's keypad instead of a soft keyboard.
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
  const isGrouped = isQuantity(value) && value.trim().length > maxUngroupedDigits
  const { takeHeld, dropHeld } = useHeldCharacter(focused)
  // The value that the person entered last, while the field has the focus.
  const lastEntered = useRef<string | null>(null)
  // Selects all of it when the field gets the focus, and when a value comes from elsewhere: the next digit
  // replaces it.
  useLayoutEffect(() => {
    if (value !== lastEntered.current) focused?.select()
    lastEntered.current = focused && value
  }, [focused, value])
  // Was all of it selected on mouse down? A browser places the cursor on mouse up.
  const wasAllSelected = useRef(false)
  const enter = (typed: string) => {
    if (looksLikeBarcode(typed)) onRefused?.(typed)
    else {
      lastEntered.current = typed
      onValue(typed)
    }
  }
  const tap = (key: KeypadKey) => {
    dropHeld()
    if (focused === null || onKeypad?.(key) === true) return
    if (key === 'Enter') {
      onCommit?.()
      return
    }
    const { value: text, selectionStart, selectionEnd } = focused
    const from = selectionStart ?? text.length
    enter(textAfterKey(text, key, { from, to: selectionEnd ?? from }))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    input.onKeyDown?.(event)
    if (event.key === 'Enter' && !event.defaultPrevented && onCommit) {
      event.preventDefault()
      const text = takeHeld(event.timeStamp)
      if (text !== '') enter(text)
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
            onMouseDown={() => (wasAllSelected.current = focused === null || isAllSelected(focused))}
            onMouseUp={(event) => wasAllSelected.current && event.preventDefault()}
            onClick={({ currentTarget }) => wasAllSelected.current && currentTarget.select()}
            onFocus={(event) => {
              event.target.select()
              setFocused(event.target)
              input.onFocus?.(event)
            }}
            onBlur={(event: FocusEvent<HTMLInputElement>) => {
              dropHeld()
              setFocused(null)
              input.onBlur?.(event)
            }}
            onChange={(event) => enter(event.target.value)}
          />
          {handheld && focused !== null && input.readOnly !== true && <Keypad onKey={tap} />}
        </>
      )}
    </Field>
  )
}
