import type { ComponentPropsWithRef } from 'react'
import './checkbox.css'

/** A checkbox with its label. */
export function Checkbox({
  label,
  onValue,
  ...input
}: Omit<ComponentPropsWithRef<'input'>, 'type' | 'onChange'> & {
  readonly label: string
  readonly onValue: (checked: boolean) => void
}) {
  return (
    <label className="checkbox">
      <input {...input} type="checkbox" onChange={(event) => onValue(event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}
