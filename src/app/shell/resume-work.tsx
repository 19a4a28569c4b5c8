// After a crash or a new sign-in, one Enter returns to the document, its line and the waiting scans. Other
// users' waiting work is reported, but not changed.
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useLocation, useRouter } from 'wouter'
import { outbox } from '#app/outbox/page-outbox.ts'
import { notify } from '#app/state/notices.ts'
import { placeAtom } from '#app/state/place.ts'
import { sessionAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import type { ScanEngine } from '#input/engine/scan-engine.ts'
import { useInput } from '#input/input-context.ts'
import { restorePageWork } from '#input/kept/restore-work.ts'
import {
  claimPageWork,
  deletePageWork,
  type PersonsUnfinishedWork,
  type UnfinishedWork,
  unfinishedWorkAtom,
} from '#input/kept/unfinished-work.ts'
import { questionOfContinuing } from '#input/questions/question.ts'
import { useQuestions } from '#input/questions/questions.tsx'
import { isTextCode, say, sayCode } from '#text/say.ts'
import { screenOf } from './screens.tsx'

// Duration of the notice about other users' work, in milliseconds.
const othersNoticeMs = 15_000

/** Asks once, at the start, whether to continue. Renders only the question. */
export function ResumeWork() {
  const left = useAtomValue(unfinishedWorkAtom)
  const { engine } = useInput()
  const { ask, dialog } = useQuestions()
  const { parser } = useRouter()
  const [location, navigate] = useLocation()
  const isLoggingOut = screenOf(parser, location)?.route === 'logOut'
  const askedFor = useRef<typeof left>(undefined)
  useEffect(() => {
    if (!left || isLoggingOut || askedFor.current === left) return
    askedFor.current = left
    const { user, own } = left
    const nameOf = ({ document, address }: UnfinishedWork) => {
      if (document?.address === address) return document.name
      const code = `screen.${screenOf(parser, address)?.route ?? ''}`
      return isTextCode(code) ? sayCode(code) : address
    }
    const askAll = async () => {
      for (const [index, work] of own.entries()) {
        // Among documents without scans, ask about the latest only.
        const isOpen = isPlaceAllowed(work) && (index === 0 || work.n > 0)
        const question = questionOfContinuing('resume.ask', { name: nameOf(work), what: summaryOf(work) })
        const reply = async () => (isOpen ? ask(question) : 'no')
        if (await continueWork(user, work, engine, reply, () => navigate(work.address))) return
      }
    }
    void reportOthers(left)
    void askAll()
  }, [left, isLoggingOut, ask, engine, navigate, parser])
  return dialog
}

// Reports the users whose operations or scans also wait on this device.
const reportOthers = async ({ user, others }: PersonsUnfinishedWork) => {
  const counts = new Map(Object.entries(others))
  await outbox().ready
  for (const { user: other } of outbox().state().operations) {
    if (other !== user) counts.set(other, (counts.get(other) ?? 0) + 1)
  }
  for (const [other, n] of counts)
    if (n > 0) notify('resume.others', { user: other, n }, 'info', othersNoticeMs)
}

// Asks, and returns whether the person continues this work. Scans before the answer go to the resulting
// screen, after the restored ones.
const continueWork = async (
  user: string,
  work: UnfinishedWork,
  engine: ScanEngine,
  reply: () => Promise<string>,
  go: () => void,
): Promise<boolean> => {
  const resume = engine.pause()
  try {
    const isConfirmed = (await reply()) === 'yes'
    if (!(await claimPageWork(work.page))) return false
    if (isConfirmed) {
      moveTo(work)
      await restorePageWork(user, work, engine, () => {
        go()
        resume()
      })
    } else {
      engine.reportAbandoned(work.queue)
      await deletePageWork(user, work.page)
    }
    return isConfirmed
  } finally {
    resume()
  }
}

const moveTo = ({ place }: UnfinishedWork) => {
  const here = store.get(placeAtom)
  if (place && !(here?.location === place.location && here.season.id === place.season.id))
    store.set(placeAtom, place)
}

const isPlaceAllowed = ({ place }: UnfinishedWork): boolean =>
  place !== null && store.get(sessionAtom)?.locations.includes(place.location) === true

const summaryOf = ({ document, n, address }: UnfinishedWork): string => {
  const { done, total } = document ?? { done: 0, total: 0 }
  const lines = document?.address === address && total > 0 ? [say('resume.lines', { done, total })] : []
  return [...lines, ...(n > 0 ? [say('resume.scans', { n })] : [])].join(', ')
}
