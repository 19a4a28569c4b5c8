// Empty, loading and error states of a screen.
import type { ReactNode } from 'react'
import { say, sayCode } from '#text/say.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

/** An empty state with its next step. */
export function EmptyState({
  icon = 'info',
  title,
  heading,
  children,
}: {
  readonly icon?: IconName
  readonly title: string
  /** It is the only content: its title is the screen's heading. */
  readonly heading?: boolean
  readonly children?: ReactNode
}) {
  return (
    <div className="state">
      <Icon name={icon} className="state-icon" />
      {heading ? <h1 className="state-title">{title}</h1> : <p className="state-title">{title}</p>}
      {children}
    </div>
  )
}

// The used parts of a problem: an ApiProblem fits.
interface ShownProblem {
  readonly code: string
  readonly detail?: string
  readonly facts?: Readonly<Record<string, string | number>>
}

/** The error, what was saved, and a retry button; the server's message in small print. */
export function ErrorState({
  problem,
  onRetry,
  children,
}: {
  readonly problem: ShownProblem
  readonly onRetry?: () => void
  readonly children?: ReactNode
}) {
  return (
    <div className="state" role="alert">
      <Icon name={problem.code === 'offline' ? 'offline' : 'error'} className="state-icon" />
      <p className="state-title">{sayCode(problem.code, problem.facts)}</p>
      {problem.detail !== undefined && problem.detail !== '' && (
        <p className="state-detail">{problem.detail}</p>
      )}
      {onRetry && (
        <Button icon="reload" look="primary" onClick={onRetry}>
          {say('retry')}
        </Button>
      )}
      {children}
    </div>
  )
}

/** Placeholder lines while loading. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <output className="skeleton">
      <span className="for-readers">{say('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-line" aria-hidden="true" />
      ))}
    </output>
  )
}
