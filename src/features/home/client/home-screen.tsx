// The landing page, open without sign-in (part 1 section 2).
import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { signInAtom } from '#app/state/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { LANDING } from '#core/wire/limits.ts'
import { say } from '#text/say.ts'

/** Describes the app, with a button for sign-in and one for the next language. */
export function HomeScreen({ onLanguage }: { readonly onLanguage: () => void }) {
  const signedIn = useAtomValue(signInAtom) === 'good'
  const [, navigate] = useLocation()
  return (
    <section className="home start-page">
      <Logo className="home-logo" />
      <h1>{say('appName')}</h1>
      <p className="home-purpose">{say('appPurpose')}</p>
      <Button
        look="primary"
        size="large"
        icon={signedIn ? 'right' : 'signIn'}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do here
        autoFocus
        onClick={() => navigate(LANDING.fallback)}
      >
        {say(signedIn ? 'goOn' : 'signIn')}
      </Button>
      <Button look="quiet" onClick={onLanguage}>
        {say('languages')}
      </Button>
    </section>
  )
}
