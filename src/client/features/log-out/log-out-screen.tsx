// /LogOut/ (part 1 section 2).
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { forgetMasterData } from '#client/api/kept-master-data.ts'
import { signInServiceAtom } from '#client/api/sign-in.ts'
import { forgetRoute } from '#client/state/redirect-route.ts'
import { identityAtom } from '#client/state/session.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import { say } from '#text/say.ts'

/** Forgets the person's master data and leaves for the provider's sign-out. Drafts stay for the person's next sign-in. */
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
      if (identity) await forgetMasterData(queryClient, identity.userName)
      await service.signOut()
    }
    void leave()
  }, [service, identity, queryClient])
  return (
    <output className="start-wait">
      <Spinner /> {say('loggingOut')}
    </output>
  )
}
