// Checks what a screen needs before it is mounted, in order (part 1 section 2, redirect rules).
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { signInServiceAtom } from '#app/api/sign-in.ts'
import { initializedAtom } from '#app/state/master-data.ts'
import { placeAtom } from '#app/state/place.ts'
import { storeRoute } from '#app/state/redirect-route.ts'
import { type Session, sessionAtom, signInAtom } from '#app/state/session.ts'
import { ROUTES } from '#core/wire/routes.ts'
import { SignInFailedPage, WaitPage } from '#features/sign-in/client/pages.tsx'
import { say } from '#text/say.ts'
import { aboutAppScreen } from './lazy-screens.ts'
import { lacksEveryKey, mayOpen, needsAtLeast, type Screen } from './screens.tsx'
import { redirectToSignIn, type Started } from './start.ts'

const NoAccess = aboutAppScreen((all) => all.NoAccess)

interface GuardProps {
  readonly screen: Screen
  /** Shown instead of a scanning screen while the scanning code loads; null once it is loaded. */
  readonly placeholder: ReactNode
}

/** Mounts a screen, or redirects to the missing precondition. */
export function Guard({ screen, placeholder }: GuardProps) {
  const session = useAtomValue(sessionAtom)
  const signIn = useAtomValue(signInAtom)
  const { component: Shown } = screen
  if (!needsAtLeast(screen, 'sign-in')) return <Shown />
  // A screen stays after the sign-in has ended. Redirect only a person who never signed in on this page.
  if (!session || signIn === 'none') return <RedirectToSignIn />
  if (!session.member) return <NoAccess why="groups" name={session.displayName} />
  if (!needsAtLeast(screen, 'master-data')) return <Shown />
  return <WithMasterData screen={screen} session={session} placeholder={placeholder} />
}

const WithMasterData = ({ screen, session, placeholder }: GuardProps & { readonly session: Session }) => {
  const initialized = useAtomValue(initializedAtom)
  const place = useAtomValue(placeAtom)
  const [, navigate] = useLocation()
  const { component: Shown } = screen
  if (initialized?.userName !== session.userName) return <ToInitialization />
  const { unknown, displayName, locations } = session
  const recheck = () => navigate(ROUTES.initialize)
  // Rights that could not be loaded may still exist.
  if (unknown.keys || unknown.locations)
    return <NoAccess why="unknown" name={displayName} onCheck={recheck} />
  if (lacksEveryKey(screen, session)) {
    return <NoAccess why="keys" name={displayName} onCheck={recheck} />
  }
  const verdict = mayOpen(screen, session)
  const needsPlace = needsAtLeast(screen, 'place')
  if (verdict === true && !needsPlace && !screen.admins) return <Shown />
  // The location has been removed from the person's rights.
  if (needsPlace && !(place && locations.includes(place.location))) {
    return place === null ? <ToFirstSetup /> : <Redirect to={ROUTES.setup} replace />
  }
  if (placeholder !== null) return placeholder
  return verdict === true ? <Shown /> : <NoAccess why={verdict} name={displayName} />
}

// On a new device the requested screen opens after a place is chosen.
const ToFirstSetup = () => {
  const [location, navigate] = useLocation()
  useEffect(() => {
    storeRoute(location + window.location.search)
    navigate(ROUTES.setup, { replace: true })
  }, [location, navigate])
  return null
}

const ToInitialization = () => {
  const [location, navigate] = useLocation()
  useEffect(() => {
    storeRoute(location + window.location.search)
    navigate(ROUTES.initialize, { replace: true })
  }, [location, navigate])
  return null
}

const RedirectToSignIn = () => {
  const service = useAtomValue(signInServiceAtom)
  const [outcome, setOutcome] = useState<Started | null>(null)
  useEffect(() => {
    if (!service || outcome) return
    storeRoute(window.location.pathname + window.location.search)
    void redirectToSignIn(service).then(setOutcome)
  }, [service, outcome])
  return outcome?.type === 'sign_in_failed' ? (
    <SignInFailedPage failure={outcome.failure} onRetry={() => setOutcome(null)} />
  ) : (
    <WaitPage text={say('signingIn')} />
  )
}
