// The pages of sign-in: leaving, returning, errors.
import { type ReactNode, useEffect } from 'react'
import type { ApiProblem } from '#app/api/problem.ts'
import type { SignInFailure } from '#app/api/sign-in.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { LANDING } from '#core/wire/limits.ts'
import { say } from '#text/say.ts'

const Page = ({ children }: { readonly children: ReactNode }) => (
  <main className="start-page">
    <Logo className="home-logo" />
    {children}
  </main>
)

/** Something is running, as a sentence. */
export function WaitPage({ text }: { readonly text: string }) {
  return (
    <Page>
      <output className="start-wait">
        <Spinner /> {text}
      </output>
    </Page>
  )
}

const Trouble = ({
  icon,
  title,
  detail,
  onRetry,
  children,
}: {
  readonly icon: IconName
  readonly title: string
  readonly detail?: string
  readonly onRetry?: () => void
  readonly children?: ReactNode
}) => (
  <Page>
    <div className="state" role="alert">
      <Icon name={icon} className="state-icon" />
      <h1 className="state-title">{title}</h1>
      {children}
      {detail !== undefined && detail !== '' && <p className="state-detail">{detail}</p>}
    </div>
    {onRetry && (
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do here
      <Button look="primary" size="large" icon="reload" autoFocus onClick={onRetry}>
        {say('retry')}
      </Button>
    )}
  </Page>
)

/** A link to the network's sign-in: an uncached path of ours, which the portal intercepts. */
export function PortalLink() {
  return (
    <a href={LANDING.outside} target="_blank" rel="noreferrer">
      {say('portalSignIn')}
    </a>
  )
}

// Tries again when the network is back, or the person looks at the page again.
const useRetryWhenBack = (isAway: boolean, onRetry: () => void) => {
  useEffect(() => {
    if (!isAway) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const look = () => document.visibilityState === 'visible' && onRetry()
    window.addEventListener('online', onRetry, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    return () => stop.abort()
  }, [isAway, onRetry])
}

/** The site's settings are missing or invalid, or a captive portal intercepts them. */
export function ConfigFailedPage({
  problem: { code, detail },
  onRetry,
}: {
  readonly problem: ApiProblem
  readonly onRetry: () => void
}) {
  const isPortal = code === 'captive_portal'
  const isAway = code === 'unreachable' || code === 'offline' || code === 'timeout'
  useRetryWhenBack(isAway || isPortal, onRetry)
  return (
    <Trouble
      icon="error"
      title={say(isPortal ? code : isAway ? 'serverAway' : 'configFailed')}
      detail={isAway ? '' : detail}
      onRetry={onRetry}
    >
      {isPortal && <PortalLink />}
      {isAway && <p>{say('retriesWhenBack')}</p>}
    </Trouble>
  )
}

/** Neither https nor localhost: no cryptography for signing in. */
export function InsecurePage() {
  return (
    <Trouble icon="lock" title={say('insecureTitle')}>
      <p>{say('insecureHelp', { origin: window.location.origin })}</p>
    </Trouble>
  )
}

/** The sign-in failed. */
export function SignInFailedPage({
  failure,
  onRetry,
}: {
  readonly failure: SignInFailure
  readonly onRetry: () => void
}) {
  const isAway = failure.code === 'provider_unreachable'
  useRetryWhenBack(isAway, onRetry)
  return (
    <Trouble icon="error" title={say(failure.code)} detail={failure.detail} onRetry={onRetry}>
      {isAway && <p>{say('retriesWhenBack')}</p>}
    </Trouble>
  )
}

/** The window that signed in over another one, if the browser does not let it close itself. */
export function SignedInOverPage() {
  return (
    <Page>
      <output className="start-wait">
        <Icon name="check" /> {say('signedInOver')}
      </output>
    </Page>
  )
}
