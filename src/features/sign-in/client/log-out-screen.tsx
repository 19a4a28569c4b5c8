// /LogOut/ (part 1 section 2).
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { forgetAnswers } from '#app/api/kept-answers.ts'
import { signInServiceAtom } from '#app/api/sign-in.ts'
import { outbox } from '#app/outbox/installed.ts'
import { forgetRoute } from '#app/state/redirect-route.ts'
import { identityAtom } from '#app/state/session.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import type { ScanEngine } from '#input/engine/scan-engine.ts'
import { useInput } from '#input/input-context.ts'
import { areScansKept } from '#input/kept/kept-work.ts'
import { leftUnsaved } from '#input/kept/parked.ts'
import { questionOfEnd } from '#input/questions/question.ts'
import { useQuestions } from '#input/questions/questions.tsx'
import { say } from '#text/say.ts'

/**
 * Deletes the person's cached data and leaves for the provider's sign-out. Unsent work is listed first; it
 * stays for the person's next sign-in.
 */
export function LogOutScreen() {
  // Who was signed in when the screen came: leaving forgets them.
  const [identity] = useState(useAtomValue(identityAtom))
  return identity ? <Leaving userName={identity.userName} /> : <NobodyLeaves />
}

const NobodyLeaves = () => {
  const service = useAtomValue(signInServiceAtom)
  useEffect(() => {
    void service?.signOut(() => Promise.resolve())
  }, [service])
  return <LoggingOut />
}

const Leaving = ({ userName }: { readonly userName: string }) => {
  const service = useAtomValue(signInServiceAtom)
  const queryClient = useQueryClient()
  const { engine } = useInput()
  const { ask, dialog } = useQuestions()
  const [asking, setAsking] = useState(false)
  const leaving = useRef(false)
  useEffect(() => {
    if (leaving.current || !service) return
    leaving.current = true
    const leave = async () => {
      const what = await nameWaiting(userName, engine)
      if (what !== '') {
        setAsking(true)
        const detail = (await areScansKept()) ? 'logOut.kept' : 'logOut.notKept'
        const question = { ...questionOfEnd('logOut.ask', { what }), detail }
        if ((await ask(question)) !== 'yes') {
          window.history.back()
          return
        }
        setAsking(false)
      }
      forgetRoute()
      await service.signOut(() => forgetAnswers(queryClient, userName))
    }
    void leave()
  }, [service, userName, queryClient, engine, ask])
  return (
    <>
      {dialog}
      {!asking && <LoggingOut />}
    </>
  )
}

const LoggingOut = () => (
  <output className="start-wait">
    <Spinner /> {say('loggingOut')}
  </output>
)

// The person's work that the server does not have yet; '' for none.
const nameWaiting = async (userName: string, engine: ScanEngine): Promise<string> => {
  const waiting = outbox()
  await waiting.ready
  const here = waiting.state().operations.filter(({ user }) => user === userName).length
  const scans = engine.waiting().map(({ text }) => text)
  return [
    ...leftUnsaved(),
    ...(here > 0 ? [say('logOut.here', { n: here })] : []),
    ...(scans.length > 0 ? [say('logOut.scans', { n: scans.length, codes: scans.join(', ') })] : []),
  ].join('; ')
}
