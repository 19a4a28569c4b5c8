// The notice above the screen after the sign-in has ended. The screen stays.
import { atom, useAtomValue } from 'jotai'
import { type Again, type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { notify } from '#app/state/notices.ts'
import { keepRoute } from '#app/state/redirect-route.ts'
import { signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { say } from '#text/say.ts'

// Signs in inside this window. Route, drafts and queue are restored afterwards.
const signInHere = (service: SignInService): void => {
  keepRoute(window.location.pathname + window.location.search)
  void service.begin()
}

let attempt: AbortController | undefined
// True while a sign-in window is open.
const elsewhereAtom = atom(false)

/**
 * Signs in through another window, or in this one if the browser blocks it. A new attempt replaces the
 * previous one. Call it directly from a key or click handler.
 */
export async function signInAgain(service: SignInService): Promise<Again> {
  attempt?.abort()
  attempt = new AbortController()
  store.set(elsewhereAtom, true)
  const came = await service.again(attempt.signal)
  if (came !== 'given_up') store.set(elsewhereAtom, false)
  if (came === 'blocked') signInHere(service)
  // Another person's rights, drafts and queue must not mix with these.
  if (came === 'other_person') window.location.assign('/')
  if (came === 'signed_in') notify('signInBack', {}, 'ok')
  return came
}

export function SignInEnded() {
  const ended = useAtomValue(signInAtom) === 'ended'
  const service = useAtomValue(signInServiceAtom)
  const elsewhere = useAtomValue(elsewhereAtom)
  if (!ended || !service) return null
  return (
    <div className="notice-bar warning" role="alert">
      <Icon name="lock" />
      <p>{say(elsewhere ? 'signInElsewhere' : 'signInEnded')}</p>
      <Button look="primary" icon="signIn" onClick={() => void signInAgain(service)}>
        {say('signIn')}
      </Button>
      {elsewhere && <Button onClick={() => signInHere(service)}>{say('signInHere')}</Button>}
    </div>
  )
}
