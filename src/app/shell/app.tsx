import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { queryClient } from '#app/api/query-client.ts'
import { signInServiceAtom } from '#app/api/sign-in.ts'
import { store } from '#app/state/store.ts'
import { LANDING } from '#core/wire/limits.ts'
import {
  ConfigFailedPage,
  InsecurePage,
  SignedInOverPage,
  SignInFailedPage,
  WaitPage,
} from '#features/sign-in/client/pages.tsx'
import { say } from '#text/say.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { prefetchOpenDocument } from './lazy-screens.ts'
import { Shell } from './shell.tsx'
import { redirectToSignIn, type Started, start } from './start.ts'

export function App() {
  return (
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <StartPage />
        </ErrorBoundary>
      </QueryClientProvider>
    </Provider>
  )
}

let starting: Promise<Started> | undefined

// Shows the progress of the start, then the shell.
const StartPage = () => {
  const [started, setStarted] = useState<Started | null>(null)
  const begin = useCallback((restart: () => Promise<Started>) => {
    setStarted(null)
    starting = restart()
    void starting.then(setStarted)
  }, [])
  useEffect(() => {
    // Start once per page load, however often React mounts this component.
    starting ??= start()
    void starting.then((now) => {
      setStarted(now)
      // If its code cannot be loaded, the screen shows the error.
      if (now.type === 'ready') prefetchOpenDocument().catch(() => undefined)
    })
  }, [])

  switch (started?.type) {
    case undefined:
      return (
        <WaitPage
          text={say(window.location.pathname === LANDING.callback ? 'finishingSignIn' : 'starting')}
        />
      )
    case 'leaving':
      return <WaitPage text={say('signingIn')} />
    case 'no_config':
      return <ConfigFailedPage problem={started.problem} onRetry={() => begin(start)} />
    case 'insecure':
      return <InsecurePage />
    case 'sign_in_failed':
      return <SignInFailedPage failure={started.failure} onRetry={() => begin(retrySignIn)} />
    case 'signed_in_over':
      return <SignedInOverPage />
    case 'ready':
      return <Shell />
  }
}

const retrySignIn = () => {
  const service = store.get(signInServiceAtom)
  return service ? redirectToSignIn(service) : start()
}
