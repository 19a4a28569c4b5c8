import { BARCODE_PATTERN } from '#contract/codes.ts'
import { LIMITS } from '#contract/limits.ts'
import { say } from '#text/say.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

type Own = 'label' | 'hint' | 'maxLength' | 'autoCapitalize' | 'onValue'
interface BarcodeInputProps extends Omit<TextFieldProps, Own> {
  readonly value: string
  /** The input in capitals; `whole` once it is complete. */
  readonly onValue: (barcode: string, whole: boolean) => void
}

/** An input for a barcode. */
export function BarcodeInput({ onValue, ...input }: BarcodeInputProps) {
  return (
    <TextField
      label={say('documents.barcode')}
      hint={say('documents.barcodeHint')}
      maxLength={LIMITS.barcodeLength}
      autoCapitalize="characters"
      onValue={(typed) => {
        const barcode = typed.trim().toUpperCase().slice(0, LIMITS.barcodeLength)
        onValue(barcode, BARCODE_PATTERN.test(barcode))
      }}
      {...input}
    />
  )
}
