// One field of a record with its control.
import { useLocations } from '#app/api/master-data.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Combobox } from '#app/ui/combobox.tsx'
import { Field } from '#app/ui/field.tsx'
import type { Option } from '#app/ui/option.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import type { RecordField as FieldRules } from '#features/maintenance/common/maintenance.ts'
import { isTextCode, say, sayCode } from '#text/say.ts'

interface FieldProps {
  readonly field: FieldRules
  readonly value: string | readonly string[]
  /** The record exists, so its key fields are read-only. */
  readonly existing: boolean
  readonly error: string | undefined
  /** The value that another user saved in the meantime. */
  readonly theirs: string | undefined
  readonly onValue: (value: string | readonly string[]) => void
}

export function RecordField({ field, value, existing, error, theirs, onValue }: FieldProps) {
  const { name, control, required, fixed } = field
  const locations = useLocations().items
  const label = sayCode(`record.${name}`)
  const hint = theirs === undefined ? hintOf(field) : say('records.theirs', { value: theirs || '–' })
  const text = typeof value === 'string' ? value : ''
  const codes = typeof value === 'string' ? [] : value
  const common = { label, error, hint, name: `record-${name}` }
  if (fixed && existing) return <TextField {...common} value={text} readOnly />
  switch (control.type) {
    case 'securityKeys':
      return (
        <Codes
          {...common}
          options={SECURITY_KEYS.map((key) => ({ value: key, label: say(`key.${key}`) }))}
          codes={codes}
          onValue={onValue}
        />
      )
    case 'locations':
      return (
        <Codes
          {...common}
          options={withAssigned(locationOptions(locations), codes)}
          codes={codes}
          onValue={onValue}
        />
      )
    case 'choice':
      return (
        <SelectField
          {...common}
          required={required === true}
          options={control.options.map((each) => ({ value: each, label: labelOf(each) }))}
          placeholder={say('setupChoose')}
          value={text}
          onValue={onValue}
        />
      )
    case 'location':
      return (
        <SelectField
          {...common}
          options={withAssigned(locationOptions(locations), text === '' ? [] : [text])}
          placeholder={say('records.anywhere')}
          value={text}
          onValue={onValue}
        />
      )
    case 'timeZone':
      return (
        <Combobox
          {...common}
          required={required === true}
          options={Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))}
          value={text}
          onValue={onValue}
          nothingFound={say('records.noTimeZone')}
        />
      )
    default:
      return (
        <TextField
          {...common}
          required={required === true}
          value={text}
          maxLength={control.most}
          {...(control.type === 'number' && { inputMode: 'numeric' as const })}
          {...(control.type !== 'text' && { autoCapitalize: 'off' })}
          onValue={onValue}
        />
      )
  }
}

const hintOf = ({ name }: FieldRules): string | undefined => {
  const code = `record.${name}.hint`
  return isTextCode(code) ? sayCode(code) : undefined
}

const labelOf = (choice: string): string => {
  const code = `commodity.${choice}`
  return isTextCode(code) ? sayCode(code) : choice
}

const locationOptions = (
  locations: readonly { readonly Code: string; readonly Descript: string }[],
): readonly Option[] => locations.map(({ Code, Descript }) => ({ value: Code, label: `${Code} ${Descript}` }))

// Assigned codes stay visible even if they can no longer be chosen.
const withAssigned = (options: readonly Option[], held: readonly string[]): readonly Option[] => [
  ...options,
  ...held
    .filter((code) => !options.some(({ value }) => value === code))
    .map((code) => ({ value: code, label: code })),
]

// A set of codes, one checkbox each.
const Codes = ({
  label,
  error,
  hint,
  options,
  codes,
  onValue,
}: {
  readonly label: string
  readonly error: string | undefined
  readonly hint: string | undefined
  readonly options: readonly Option[]
  readonly codes: readonly string[]
  readonly onValue: (codes: readonly string[]) => void
}) => (
  <Field {...{ label, error, hint }}>
    {({ id, ...described }) => (
      <fieldset id={id} {...described} aria-label={label} className="record-codes">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={codes.includes(option.value)}
            onValue={(checked) =>
              onValue(checked ? [...codes, option.value] : codes.filter((code) => code !== option.value))
            }
          />
        ))}
      </fieldset>
    )}
  </Field>
)
