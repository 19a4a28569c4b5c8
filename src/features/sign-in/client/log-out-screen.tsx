// /LogOut/: logs the user out (part 1 section 2).
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { deleteCachedAnswers } from '#app/api/cached-answers.ts'
import { signInServiceAtom } from '#app/api/sign-in.ts'
import { outbox } from '#app/outbox/page-outbox.ts'
import { clearRoute } from '#app/state/redirect-route.ts'
import { identityAtom } from '#app/state/session.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import type { ScanEngine } from '#input/engine/scan-engine.ts'
import { useInput } from '#input/input-context.ts'
import { listUnsavedWork } from '#input/kept/parked.ts'
import { areScansStored } from '#input/kept/unfinished-work.ts'
import { questionOfIrreversible } from '#input/questions/question.ts'
import { useQuestions } from '#input/questions/questions.tsx'
import { say } from '#text/say.ts'

/**
 * Deletes the user's cached data and redirects to the provider's sign-out. Unsent work is listed first and
 * stays for the user's next sign-in.
 */
export function LogOutScreen() {
  // Keep the initial user, because signing out clears the identity.
  const [identity] = useState(useAtomValue(identityAtom))
  return identity ? <UserLogOut userName={identity.userName} /> : <AnonymousLogOut />
}

const AnonymousLogOut = () => {
  const service = useAtomValue(signInServiceAtom)
  useEffect(() => {
    void service?.signOut(() => Promise.resolve())
  }, [service])
  return <LoggingOut />
}

const UserLogOut = ({ userName }: { readonly userName: string }) => {
  const service = useAtomValue(signInServiceAtom)
  const queryClient = useQueryClient()
  const { engine } = useInput()
  const { ask, dialog } = useQuestions()
  const [isAsking, setIsAsking] = useState(false)
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current || !service) return
    isStarted.current = true
    const logOut = async () => {
      const what = await describeUnsentWork(userName, engine)
      if (what !== '') {
        setIsAsking(true)
        const detail = (await areScansStored()) ? 'logOut.kept' : 'logOut.notKept'
        const question = { ...questionOfIrreversible('logOut.ask', { what }), detail }
        if ((await ask(question)) !== 'yes') {
          window.history.back()
          return
        }
        setIsAsking(false)
      }
      clearRoute()
      await service.signOut(() => deleteCachedAnswers(queryClient, userName))
    }
    void logOut()
  }, [service, userName, queryClient, engine, ask])
  return (
    <>
      {dialog}
      {!isAsking && <LoggingOut />}
    </>
  )
}

const LoggingOut = () => (
  <output className="start-wait">
    <Spinner /> {say('loggingOut')}
  </output>
)

// Describes the user's work that the server does not have; '' for none.
const describeUnsentWork = async (userName: string, engine: ScanEngine): Promise<string> => {
  const box = outbox()
  await box.ready
  const pendingCount = box.state().operations.filter(({ user }) => user === userName).length
  const scans = engine.unfinishedScans().map(({ text }) => text)
  return [
    ...listUnsavedWork(),
    ...(pendingCount > 0 ? [say('logOut.here', { n: pendingCount })] : []),
    ...(scans.length > 0 ? [say('logOut.scans', { n: scans.length, codes: scans.join(', ') })] : []),
  ].join('; ')
}
