// /LogOut/ (part 1 section 2).
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { forgetAnswers } from '#client/api/kept-answers.ts'
import { signInServiceAtom } from '#client/api/sign-in.ts'
import { forgetRoute } from '#client/state/redirect-route.ts'
import { identityAtom } from '#client/state/session.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import { say } from '#text/say.ts'

/** Forgets what the person has read and leaves for the provider's sign-out. Drafts stay for the person's next sign-in. */
export function LogOutScreen() {
  const service = useAtomValue(signInServiceAtom)
  const identity = useAtomValue(identityAtom)
  const queryClient = useQueryClient()
  const leaving = useRef(false)
  useEffect(() => {
    if (leaving.current || !service) return
    leaving.current = true
    const leave = async () => {
      forgetRoute()
      await service.signOut(async () => {
        if (identity) await forgetAnswers(queryClient, identity.userName)
      })
    }
    void leave()
  }, [service, identity, queryClient])
  return (
    <output className="start-wait">
      <Spinner /> {say('loggingOut')}
    </output>
  )
}
