import { BARCODE_PATTERN } from '#core/wire/codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { say } from '#text/say.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'
import { usePaste } from './use-paste.ts'

type Own = 'label' | 'hint' | 'maxLength' | 'autoCapitalize' | 'onValue'
// The barcodes in a text: ten letters and digits, at least one digit, not part of a longer word.
const BARCODES = /(?<![A-Za-z0-9])(?=[A-Za-z]*[0-9])[A-Za-z0-9]{10}(?![A-Za-z0-9])/g

interface BarcodeInputProps extends Omit<TextFieldProps, Own> {
  readonly value: string
  /** Called with the input in capitals; `whole`: is it complete? */
  readonly onValue: (barcode: string, whole: boolean) => void
}

/** An input for a barcode. */
export function BarcodeInput({ onValue, ...input }: BarcodeInputProps) {
  const enter = (typed: string) => {
    const barcode = typed.trim().toUpperCase().slice(0, LIMITS.barcodeLength)
    onValue(barcode, BARCODE_PATTERN.test(barcode))
  }
  const paste = usePaste(BARCODES, enter)
  return (
    <TextField
      label={say('documents.barcode')}
      hint={say('documents.barcodeHint')}
      maxLength={LIMITS.barcodeLength}
      autoCapitalize="characters"
      {...paste.field}
      onValue={(typed) => {
        paste.forget()
        enter(typed)
      }}
      {...input}
    />
  )
}
