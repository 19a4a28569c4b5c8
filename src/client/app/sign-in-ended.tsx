// The sign-in has ended and the work has not: a strip above the screen, which stays as it is.
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { type Again, type SignInService, signInServiceAtom } from '#client/api/sign-in.ts'
import { notify } from '#client/state/notices.ts'
import { keepRoute } from '#client/state/redirect-route.ts'
import { signInAtom } from '#client/state/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { say } from '#text/say.ts'

/** Goes to the sign-in in this window; what is on the screen comes back by its route, its drafts and its queue. */
export const signInHere = (service: SignInService): void => {
  keepRoute(window.location.pathname + window.location.search)
  void service.begin()
}

/** Signs in over the screen, or in this window where the browser opens no other. Call it from a key or a press. */
export const signInAgain = async (service: SignInService, signal: AbortSignal): Promise<Again> => {
  const came = await service.again(signal)
  if (came === 'blocked') signInHere(service)
  // Somebody else's rights, drafts and queue are not to be mixed with what is here.
  if (came === 'other_person') window.location.assign('/')
  if (came === 'signed_in') notify('signInBack', {}, 'ok')
  return came
}

/** Shown for as long as the sign-in is over. */
export const SignInEnded = () => {
  const ended = useAtomValue(signInAtom) === 'ended'
  const service = useAtomValue(signInServiceAtom)
  const attempt = useRef<AbortController>(null)
  const [elsewhere, setElsewhere] = useState(false)
  if (!ended || !service) return null
  const again = () => {
    attempt.current?.abort()
    attempt.current = new AbortController()
    setElsewhere(true)
    void signInAgain(service, attempt.current.signal)
  }
  return (
    <div className="notice-bar warning" role="alert">
      <Icon name="lock" />
      <p>{say(elsewhere ? 'signInElsewhere' : 'signInEnded')}</p>
      <Button look="primary" icon="signIn" onClick={again}>
        {say('signIn')}
      </Button>
      {elsewhere && <Button onClick={() => signInHere(service)}>{say('signInHere')}</Button>}
    </div>
  )
}
