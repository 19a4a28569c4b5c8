import { useLocation } from 'wouter'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { LANDING } from '#core/wire/limits.ts'
import { say } from '#text/say.ts'

/** Shown for every path without a screen. */
export function NotFound() {
  const [, navigate] = useLocation()
  return (
    <div className="page-narrow">
      <EmptyState heading icon="search" title={say('screen.notFound')}>
        <p>{say('notFoundHelp')}</p>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do here */}
        <Button look="primary" autoFocus onClick={() => navigate(LANDING.fallback)}>
          {say('goToStart')}
        </Button>
      </EmptyState>
    </div>
  )
}
