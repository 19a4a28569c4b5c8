// The pages of sign-in: redirect, return, errors.
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

/** Shows a sentence while something runs. */
export function WaitPage({ text }: { readonly text: string }) {
  return (
    <Page>
      <output className="start-wait">
        <Spinner /> {text}
      </output>
    </Page>
  )
}

const ErrorPage = ({
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

/** A link to the captive portal's sign-in: an uncached path that the portal intercepts. */
export function PortalLink() {
  return (
    <a href={LANDING.outside} target="_blank" rel="noreferrer">
      {say('portalSignIn')}
    </a>
  )
}

// Retries when the network returns or the page becomes visible.
const useRetryWhenBack = (isUnreachable: boolean, onRetry: () => void) => {
  useEffect(() => {
    if (!isUnreachable) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const retryIfVisible = () => document.visibilityState === 'visible' && onRetry()
    window.addEventListener('online', onRetry, { signal })
    document.addEventListener('visibilitychange', retryIfVisible, { signal })
    return () => stop.abort()
  }, [isUnreachable, onRetry])
}

/** Shown if the site settings are missing or invalid, or a captive portal intercepts them. */
export function ConfigFailedPage({
  problem: { code, detail },
  onRetry,
}: {
  readonly problem: ApiProblem
  readonly onRetry: () => void
}) {
  const isPortal = code === 'captive_portal'
  const isUnreachable = code === 'unreachable' || code === 'offline' || code === 'timeout'
  useRetryWhenBack(isUnreachable || isPortal, onRetry)
  return (
    <ErrorPage
      icon="error"
      title={say(isPortal ? code : isUnreachable ? 'serverAway' : 'configFailed')}
      detail={isUnreachable ? '' : detail}
      onRetry={onRetry}
    >
      {isPortal && <PortalLink />}
      {isUnreachable && <p>{say('retriesWhenBack')}</p>}
    </ErrorPage>
  )
}

/** Shown without https or localhost, because browsers then provide no cryptography for sign-in. */
export function InsecurePage() {
  return (
    <ErrorPage icon="lock" title={say('insecureTitle')}>
      <p>{say('insecureHelp', { origin: window.location.origin })}</p>
    </ErrorPage>
  )
}

/** Shown when the sign-in failed. */
export function SignInFailedPage({
  failure,
  onRetry,
}: {
  readonly failure: SignInFailure
  readonly onRetry: () => void
}) {
  const isUnreachable = failure.code === 'provider_unreachable'
  useRetryWhenBack(isUnreachable, onRetry)
  return (
    <ErrorPage icon="error" title={say(failure.code)} detail={failure.detail} onRetry={onRetry}>
      {isUnreachable && <p>{say('retriesWhenBack')}</p>}
    </ErrorPage>
  )
}

/** Shown in a window opened for sign-in, if the browser does not let it close itself. */
export function SignedInOverPage() {
  return (
    <Page>
      <output className="start-wait">
        <Icon name="check" /> {say('signedInOver')}
      </output>
    </Page>
  )
}
