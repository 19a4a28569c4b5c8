// The notice above the screen after the sign-in has ended. The screen stays.
import { atom, useAtomValue } from 'jotai'
import { type Again, type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { notify } from '#app/state/notices.ts'
import { storeRoute } from '#app/state/redirect-route.ts'
import { signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { say } from '#text/say.ts'

// Signs in inside this window. Route, drafts and queue are restored afterwards.
const signInHere = (service: SignInService): void => {
  storeRoute(window.location.pathname + window.location.search)
  void service.begin()
}

let attempt: AbortController | undefined
// True while a sign-in window is open.
const signInWindowAtom = atom(false)

/**
 * Signs in through another window, or in this one if the browser blocks it. A new attempt replaces the
 * previous one. Call it directly from a key or click handler.
 */
export async function signInAgain(service: SignInService): Promise<Again> {
  attempt?.abort()
  attempt = new AbortController()
  store.set(signInWindowAtom, true)
  const result = await service.again(attempt.signal)
  if (result !== 'given_up') store.set(signInWindowAtom, false)
  if (result === 'blocked') signInHere(service)
  // Another person's rights, drafts and queue must not mix with these.
  if (result === 'other_person') window.location.assign('/')
  if (result === 'signed_in') notify('signInBack', {}, 'ok')
  return result
}

export function SignInEnded() {
  const ended = useAtomValue(signInAtom) === 'ended'
  const service = useAtomValue(signInServiceAtom)
  const isWindowOpen = useAtomValue(signInWindowAtom)
  if (!ended || !service) return null
  return (
    <div className="notice-bar tone-warning" role="alert">
      <Icon name="lock" />
      <p>{say(isWindowOpen ? 'signInElsewhere' : 'signInEnded')}</p>
      <Button look="primary" icon="signIn" onClick={() => void signInAgain(service)}>
        {say('signIn')}
      </Button>
      {isWindowOpen && <Button onClick={() => signInHere(service)}>{say('signInHere')}</Button>}
    </div>
  )
}
