import { type ComponentPropsWithRef, type MouseEvent, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  /** primary: the next step; danger: ends or deletes; quiet: secondary. */
  readonly look?: 'primary' | 'secondary' | 'danger' | 'quiet'
  readonly size?: 'large' | 'normal'
  readonly wide?: boolean
  readonly icon?: IconName
  /** A short key hint, such as F8; screen readers read it after the label. */
  readonly hint?: string
  /** The key hint while a field has the focus, if that is another key. */
  readonly fieldHint?: string
  /** Work is in progress: the button keeps its size and text and ignores presses. */
  readonly busy?: boolean
  /**
   * Why it is disabled. The button stays reachable by keyboard and screen reader; pressing it shows the
   * reason.
   */
  readonly reason?: string | undefined
  /** Called when a person presses the disabled button. */
  readonly onRefused?: (reason: string) => void
}

/** The standard button: 64 px for primary ones on touch screens, 48 px otherwise. */
export function Button({
  look = 'secondary',
  size = 'normal',
  wide,
  icon,
  hint,
  fieldHint,
  busy = false,
  reason,
  onRefused,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const [asked, setAsked] = useState(false)
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || reason !== undefined) {
      event.preventDefault()
      if (reason !== undefined) {
        setAsked(true)
        onRefused?.(reason)
      }
      return
    }
    onClick?.(event)
  }
  return (
    <span className={classNames('button-place', wide && 'wide')}>
      <button
        type={type}
        {...rest}
        className={classNames('button', look, size === 'large' && 'large', className)}
        aria-disabled={busy || reason !== undefined || undefined}
        aria-busy={busy || undefined}
        aria-describedby={classNames(rest['aria-describedby'], reason !== undefined && reasonId) || undefined}
        onClick={press}
        onBlur={(event) => {
          setAsked(false)
          rest.onBlur?.(event)
        }}
      >
        {busy && <Spinner />}
        {icon && <Icon name={icon} />}
        <span key={typeof children === 'string' ? children : undefined}>{children}</span>
        {hint !== undefined && (
          <kbd className="key-hint">
            <span className={fieldHint && 'key-hint-plain'}>{hint}</span>
            {fieldHint && (
              <span className="key-hint-field" aria-hidden>
                {fieldHint}
              </span>
            )}
          </kbd>
        )}
      </button>
      {reason !== undefined && (
        <span id={reasonId} className={classNames('button-reason', asked && 'asked')}>
          {reason}
        </span>
      )}
    </span>
  )
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  readonly icon: IconName
  /** Describes the action, for screen readers and as its title. */
  readonly label: string
  /** Why it is disabled. It can still be pressed: its command then shows the reason. */
  readonly reason?: string | undefined
}

/** A button with an icon only. */
export function IconButton({ icon, label, reason, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      {...rest}
      className={classNames('button-icon', className)}
      aria-disabled={reason !== undefined || undefined}
      aria-label={label}
      title={reason === undefined ? label : `${label}: ${reason}`}
    >
      <Icon name={icon} />
    </button>
  )
}
