import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

/** Common properties of fields. */
export interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  /** The error of the value, as a sentence. */
  readonly error?: string | undefined
  /** The label is for screen readers only. */
  readonly hideLabel?: boolean | undefined
}

// Properties for the control inside a field.
interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** Label above, control, then error and hint; both describe the control. */
export function Field({
  label,
  hint,
  error,
  hideLabel,
  required,
  children,
  className,
}: FieldProps & {
  readonly required?: boolean | undefined
  readonly className?: string | undefined
  readonly children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const described = classNames(error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`)
  return (
    <div className={classNames('field', error !== undefined && 'wrong', className)}>
      <label htmlFor={id} className={hideLabel ? 'for-readers' : 'field-label'}>
        {label}
        {required && (
          <span className="field-required" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
