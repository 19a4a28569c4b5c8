// The frame around every screen: banner, header, notices, navigation, footer, overlays (part 1 section 2,
// shell).
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Route, useLocation, useRouter } from 'wouter'
import { cacheAnswers } from '#app/api/cached-answers.ts'
import { useFreshRights } from '#app/api/rights.ts'
import { APP_VERSION } from '#app/state/app-version.ts'
import { configAtom } from '#app/state/config.ts'
import { initializedAtom } from '#app/state/master-data.ts'
import { placeAtom } from '#app/state/place.ts'
import { type Session, sessionAtom, signInAtom } from '#app/state/session.ts'
import { whenIdle } from '#app/state/when-idle.ts'
import { BerryIcon } from '#app/ui/berry-icon.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { ErrorState, Skeleton } from '#app/ui/states.tsx'
import { ROUTES } from '#core/wire/routes.ts'
import { InputProvider } from '#input/input-provider.tsx'
import { isTextCode, say, sayCode } from '#text/say.ts'
import type { AppFrame } from './app-frame.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Guard } from './guard.tsx'
import { aboutAppScreen, loadAppFrame, loadDocuments, loadedAppFrame } from './lazy-screens.ts'
import { Menu } from './menu.tsx'
import { NetworkNotice } from './network-notice.tsx'
import { Overlays } from './overlays.tsx'
import { entriesFor, type Screen, screenOf } from './screens.tsx'

const NotFound = aboutAppScreen((all) => all.NotFound)

export function Shell() {
  const { parser } = useRouter()
  const [location] = useLocation()
  const screen = screenOf(parser, location)
  const session = useAtomValue(sessionAtom)
  const initialized = useAtomValue(initializedAtom) !== null
  // Before work begins, show the screen without the frame.
  const isLoggingOut = screen?.route === 'logOut'
  const hasFrame = session !== null && initialized && screen?.route !== 'home' && !isLoggingOut
  // The scanning code also contains the notice of an ended sign-in, and the log-out question about waiting
  // work.
  const ended = useAtomValue(signInAtom) === 'ended'
  const loaded = useAppFrame(hasFrame || ended || isLoggingOut)
  const appFrame = loaded.state === 'there' ? loaded.appFrame : undefined
  return (
    <InputProvider>
      <Frame session={hasFrame ? session : null} screen={screen} location={location} appFrame={appFrame}>
        {screen ? (
          <Route path={ROUTES[screen.route]}>
            <Guard screen={screen} placeholder={appFrame ? null : <AppFrameLoading loaded={loaded} />} />
          </Route>
        ) : (
          <NotFound />
        )}
      </Frame>
      {/* Last, so that the replayed keys and scans find the mounted screens. */}
      {appFrame && <appFrame.Listener />}
      <Suspense>{appFrame && <appFrame.Printing />}</Suspense>
    </InputProvider>
  )
}

const Frame = ({
  session,
  screen,
  location,
  appFrame,
  children,
}: {
  /** null: show no header and no navigation. */
  readonly session: Session | null
  readonly screen: Screen | undefined
  readonly location: string
  readonly appFrame: AppFrame | undefined
  readonly children: ReactNode
}) => {
  const commodity = useAtomValue(placeAtom)?.season.commodity
  const main = useRef<HTMLElement>(null)
  useScreenTitle(screen)
  // Their code may still be loading; the frame renders without it.
  const commands = appFrame && (
    <Suspense>
      <appFrame.CommandEntries />
    </Suspense>
  )
  return (
    <div className="shell" data-inside={session !== null || undefined} data-commodity={commodity}>
      <a className="skip" href="#main">
        {say('skipToContent')}
      </a>
      <div className="shell-top">
        <EnvironmentBanner />
        {session && (
          <Header session={session} screen={screen} commands={commands}>
            {appFrame && <appFrame.HeaderTools />}
          </Header>
        )}
        {appFrame && <appFrame.SignInEnded />}
        <NetworkNotice />
        {session && appFrame && <appFrame.StaleNotice />}
        <Suspense>{session && appFrame && <appFrame.MissingNotice />}</Suspense>
        <Suspense>{session && appFrame && <appFrame.NewReleaseNotice />}</Suspense>
        {session && (
          <div className="shell-strip">
            <Suspense>{appFrame && <appFrame.Strip />}</Suspense>
          </div>
        )}
      </div>
      {session && (
        <Navigation
          session={session}
          // A screen belongs to the navigation entry of its back arrow.
          location={screen?.up ? ROUTES[screen.up] : location}
          keyOf={appFrame?.keyOf}
        />
      )}
      {session && <FreshRights userName={session.userName} />}
      <main id="main" ref={main} tabIndex={-1} className="shell-main">
        <ErrorBoundary key={screen?.route ?? 'notFound'}>
          <FocusNewScreen key={location} main={main} />
          <Suspense fallback={appFrame ? <appFrame.ScreenLoading /> : <Skeleton lines={6} />}>
            {appFrame && <appFrame.ScreenIsHere id={location} />}
            {children}
          </Suspense>
        </ErrorBoundary>
      </main>
      {session && <Footer session={session} />}
      <Overlays />
    </div>
  )
}

// Shown while a scanning screen waits for the scanning code.
type LoadedAppFrame =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly appFrame: AppFrame }
  | { readonly state: 'failed'; readonly retry: () => void }

// Loads the app frame with scanning and commands after the first render that needs it. It stays loaded.
function useAppFrame(wanted: boolean): LoadedAppFrame {
  const [loaded, setLoaded] = useState<LoadedAppFrame>({ state: 'loading' })
  // At most starts it is already loaded: render the complete shell at once.
  const loadedNow = wanted && loaded.state === 'loading' ? loadedAppFrame() : undefined
  if (loadedNow) setLoaded({ state: 'there', appFrame: loadedNow })
  const shouldLoad = wanted && loaded.state === 'loading'
  useEffect(() => {
    if (!shouldLoad) return undefined
    const timer = setTimeout(() => {
      loadAppFrame().then(
        ({ appFrame }) => {
          setLoaded({ state: 'there', appFrame })
          loadDocuments().catch(ignore)
        },
        () => setLoaded({ state: 'failed', retry: () => setLoaded({ state: 'loading' }) }),
      )
    })
    return () => clearTimeout(timer)
  }, [shouldLoad])
  return loaded
}

// If it fails, the code loads when the browser is idle or when it is needed.
const ignore = () => undefined

const AppFrameLoading = ({ loaded }: { readonly loaded: LoadedAppFrame }) =>
  loaded.state === 'failed' ? (
    <ErrorState problem={{ code: 'screenLost' }} onRetry={loaded.retry} />
  ) : (
    <Skeleton lines={6} />
  )

const FreshRights = ({ userName }: { readonly userName: string }) => {
  const queryClient = useQueryClient()
  useFreshRights(userName)
  // The first screen is visible, so cache its data now.
  useEffect(() => whenIdle(() => void cacheAnswers(queryClient, userName)), [queryClient, userName])
  return null
}

// The environment's name, if the site has one (part 1 section 8).
const EnvironmentBanner = () => {
  const name = useAtomValue(configAtom)?.environmentName
  return name === undefined ? null : <p className="shell-environment">{say('environmentBanner', { name })}</p>
}

const Header = ({
  session,
  screen,
  commands,
  children,
}: {
  readonly session: Session
  readonly screen: Screen | undefined
  readonly commands: ReactNode
  /** Rendered between place and user menu. */
  readonly children: ReactNode
}) => {
  const [, navigate] = useLocation()
  const up = screen?.up
  return (
    <header className="masthead">
      {up !== undefined && (
        <IconButton icon="back" label={say('back')} onClick={() => navigate(ROUTES[up])} />
      )}
      <Menu commands={commands} />
      <span className="masthead-brand">
        <Logo />
        <span className="masthead-brand-name">{say('appName')}</span>
      </span>
      <PlaceButton />
      {children}
      <span className="masthead-person">
        {session.actor.readOnly && <Icon name="lock" />}
        {session.displayName}
      </span>
    </header>
  )
}

// Shows location and season with its berry icon; links to /Setup/.
const PlaceButton = () => {
  const place = useAtomValue(placeAtom)
  return (
    <Link to={ROUTES.setup} className="masthead-place" aria-label={placeLabel(place)}>
      {place ? (
        <>
          <BerryIcon commodity={place.season.commodity} />
          <span className="masthead-place-words">
            <span className="text-bold">{place.location}</span>
            <span className="layout-cut">{place.season.name}</span>
          </span>
        </>
      ) : (
        <>
          <Icon name="location" />
          <span className="masthead-place-words">{say('screen.setup')}</span>
        </>
      )}
    </Link>
  )
}

const placeLabel = (
  place: { readonly location: string; readonly season: { readonly name: string } } | null,
) => (place ? `${place.location}, ${place.season.name}: ${say('placeChange')}` : say('placeChange'))

// Main navigation: at the bottom on handhelds, at the side with key hints on wide screens.
const Navigation = ({
  session,
  location,
  keyOf,
}: {
  readonly session: Session
  readonly location: string
  /** The key that opens a screen; undefined until the scanning code is loaded. */
  readonly keyOf: AppFrame['keyOf'] | undefined
}) => (
  <nav className="navigation" data-entries={entriesFor(session).length} aria-label={say('nav.label')}>
    <ul className="navigation-entries">
      {entriesFor(session).map(({ route, icon, label }) => (
        <li key={route}>
          <Link
            to={ROUTES[route]}
            className="navigation-entry"
            data-key={keyOf?.(route)}
            aria-current={location.toLowerCase().startsWith(ROUTES[route].toLowerCase()) ? 'page' : undefined}
          >
            <Icon name={icon} />
            {say(label)}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

// Wide screens only. Super-admins get a link to the release notes.
const Footer = ({ session }: { readonly session: Session }) => {
  const nameAndVersion = `${say('appName')} ${APP_VERSION}`
  return (
    <footer className="shell-footer">
      {session.superAdmin ? <Link to={ROUTES.releases}>{nameAndVersion}</Link> : nameAndVersion}
    </footer>
  )
}

// Sets the page's title. The titles load with the scanning code, so it is computed at each render.
const useScreenTitle = (screen: Screen | undefined) => {
  const code = `screen.${screen?.route ?? 'notFound'}`
  const title = isTextCode(code) ? `${sayCode(code)} · ${say('appName')}` : say('appName')
  useEffect(() => {
    document.title = title
  }, [title])
}

// Focuses a new screen unless the screen has set the focus, so that screen readers and Tab start at its top.
const FocusNewScreen = ({ main }: { readonly main: RefObject<HTMLElement | null> }) => {
  useEffect(() => {
    window.scrollTo(0, 0)
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [main])
  return null
}
