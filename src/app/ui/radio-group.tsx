import { type ReactNode, useId } from 'react'

interface RadioOption {
  readonly value: string
  readonly label: ReactNode
}

/** A choice of a few, all visible. Native radio buttons: arrow keys move and choose. */
export function RadioGroup({
  legend,
  options,
  value,
  onValue,
  name,
  autoFocus,
  disabled,
}: {
  readonly legend: string
  readonly options: readonly RadioOption[]
  readonly value: string
  readonly onValue: (value: string) => void
  readonly name?: string
  /** The chosen option gets the focus when the group appears. */
  readonly autoFocus?: boolean
  /** Shown but not editable. */
  readonly disabled?: boolean
}) {
  const own = useId()
  return (
    <fieldset className="radio-group" disabled={disabled}>
      <legend className="field-label">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="radio">
          <input
            type="radio"
            name={name ?? own}
            value={option.value}
            checked={option.value === value}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first thing to do on its screen
            autoFocus={autoFocus === true && option.value === value}
            onChange={() => onValue(option.value)}
          />
          <span className="radio-label">{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
