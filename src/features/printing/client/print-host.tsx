// Processes the print requests of all screens: dialog, job and questions. It is mounted beside the screens,
// so a job continues after navigation.
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import type { PrintOptions } from '#app/api/print-agent/print-on-agent.ts'
import { configAtom } from '#app/state/config.ts'
import { notify } from '#app/state/notices.ts'
import { type Place, placeAtom } from '#app/state/place.ts'
import { type PrintRequest, printRequestsAtom, removePrintRequest } from '#app/state/printing.ts'
import { reportResult } from '#app/state/results.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import type { AskPerson } from '#input/questions/question.ts'
import { useQuestions } from '#input/questions/questions.tsx'
import { say } from '#text/say.ts'
import { FailureDialog } from './failure-dialog.tsx'
import { automaticJobsAfter } from './jobs/automatic-jobs.ts'
import { confirmReprint, findRecentDuplicate } from './jobs/confirm-reprint.ts'
import { askAboutInterruptedJobs } from './jobs/interrupted-jobs.ts'
import { jobStore, jobsAtom, type StoredJob } from './jobs/job-store.ts'
import { createRunner, type Runner } from './jobs/runner.ts'
import { useRunningJobs } from './jobs/use-running-jobs.ts'
import { nameOf as nameOfWork, type PrintWork } from './jobs/work.ts'
import { workOfRequest } from './jobs/work-of-request.ts'
import { PrintDialog } from './print-dialog.tsx'
import type { FailureReply, PrintFailure } from './print-job.ts'

interface OpenFailure {
  readonly number: number
  readonly failure: PrintFailure
  readonly answer: (reply: FailureReply) => void
}

export interface PrintHostProps {
  /** Options of the agent connection, for tests. */
  readonly options?: Pick<PrintOptions, 'timeouts' | 'openSocket'>
}

export function PrintHost({ options }: PrintHostProps) {
  const [request] = useAtomValue(printRequestsAtom)
  const place = useAtomValue(placeAtom)
  const user = useAtomValue(identityAtom)?.userName
  const { ask, dialog } = useQuestions()
  const [openFailures, setOpenFailures] = useState<readonly OpenFailure[]>([])
  const explain = useCallback(
    (failure: PrintFailure) =>
      new Promise<FailureReply>((resolve) => {
        setOpenFailures((open) => {
          const number = (open.at(-1)?.number ?? 0) + 1
          const answer = (reply: FailureReply) => {
            setOpenFailures((now) => now.filter((each) => each.number !== number))
            resolve(reply)
          }
          return [...open, { number, failure, answer }]
        })
      }),
    [],
  )
  const [runner, setRunner] = useState<Runner>()
  useEffect(() => {
    if (user === undefined) return undefined
    const created = createRunner(jobStore(), user, () => ({
      ask,
      explain,
      agent: agentOf(),
      ...(options && { options }),
    }))
    let isUnmounted = false
    void jobStore()
      .read()
      .then(() => {
        if (isUnmounted) return
        setRunner(created)
        void askAboutInterruptedJobs(created, ask)
      })
    return () => {
      isUnmounted = true
      setRunner(undefined)
      created.close()
    }
  }, [user, ask, explain, options])
  useRunningJobs(runner)
  const start = useCallback(
    (asked: PrintRequest, copies: number, server: PrintServer | null) => {
      if (!runner || !place) return
      const work = workOfRequest(asked, place, copies)
      if (work) void startOnce(runner, work, server, ask)
    },
    [runner, place, ask],
  )
  // Requests with a chosen printer need no dialog.
  useEffect(() => {
    if (!request || needsDialog(request) || !runner) return
    removePrintRequest(request)
    if (request.kind === 'kept') {
      if (request.print === 'cancel') void runner.cancel(request.id)
      else if (request.print === 'rest') void runner.print(request.id, 'rest')
      else void printAgain(runner, ({ id }) => id === request.id, ask)
    } else if (request.kind === 'last') {
      const isLast = (job: StoredJob) => job.user === user && job.work.kind !== 'test'
      if (store.get(jobsAtom).some(isLast)) void printAgain(runner, isLast, ask)
      else reportResult('warning', 'print.noneYet')
    } else if (request.kind === 'cancel') void runner.cancelAll()
    else if (request.kind === 'ended') {
      if (place) void printAfterEnd(request, place, runner)
    } else start(request, 1, request.server)
  }, [request, user, place, runner, start, ask])

  const [failed] = openFailures
  return (
    <>
      {dialog}
      {failed && <FailureDialog key={failed.number} failure={failed.failure} onReply={failed.answer} />}
      {request && needsDialog(request) && place && runner && (
        <PrintDialog
          reportName={nameOf(request)}
          work={request.kind === 'report' ? request.report : 'Command sheet'}
          onCancel={() => removePrintRequest(request)}
          onPrint={(copies, server) => {
            removePrintRequest(request)
            start(request, copies, server)
          }}
        />
      )}
    </>
  )
}

// Ask before a second key prints the same labels again.
const startOnce = async (runner: Runner, work: PrintWork, server: PrintServer | null, ask: AskPerson) => {
  const same = findRecentDuplicate(store.get(jobsAtom), runner.user, work, server)
  if (same === undefined || (await confirmReprint(same, ask))) await runner.start(work, server)
}

const printAgain = async (runner: Runner, isMeant: (job: StoredJob) => boolean, ask: AskPerson) => {
  const job = store.get(jobsAtom).find(isMeant)
  if (job && (await confirmReprint(job, ask))) await runner.print(job.id, 'again')
}

// Announces automatic prints when they start or cannot start, because no user action precedes them.
const printAfterEnd = async (
  ended: Extract<PrintRequest, { kind: 'ended' }>,
  place: Place,
  runner: Runner,
) => {
  const found = await automaticJobsAfter(ended, place)
  if (!found.ok) {
    const name = say('print.report', { report: ended.report, number: ended.number })
    reportResult('warning', 'byItself.failed', { name }, name)
    return
  }
  for (const { id, work, server } of found.value) {
    const name = nameOfWork(work)
    if (server === null) reportResult('warning', 'byItself.noPrinter', { name }, name)
    else {
      const announce = () => notify('byItself.begins', { printer: server.PrintLocation, name })
      await runner.start(work, server, { id, begins: announce })
    }
  }
}

const agentOf = () => {
  const agent = store.get(configAtom)?.printAgent
  return { scheme: agent?.scheme ?? 'wss', token: agent?.token ?? '' } as const
}

type DialogRequest = Extract<PrintRequest, { kind: 'report' | 'trace' | 'commandSheet' }>

const needsDialog = (request: PrintRequest): request is DialogRequest =>
  request.kind === 'report' || request.kind === 'trace' || request.kind === 'commandSheet'

const nameOf = (request: DialogRequest) => {
  if (request.kind === 'trace') return say('screen.trace')
  return request.kind === 'report' ? request.report : say('print.sheet')
}
