// Processes print requests from every screen: dialog, job, questions. Mounted beside the screens, so that a
// job continues after navigation.
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import type { PrintOptions } from '#client/api/print-agent/print-on-agent.ts'
import { useQuestions } from '#client/input/questions/questions.tsx'
import { configAtom } from '#client/state/config.ts'
import { placeAtom } from '#client/state/place.ts'
import { type PrintRequest, printRequestsAtom, takePrintRequest } from '#client/state/printing.ts'
import type { PrintServer } from '#contract/printing.ts'
import { say } from '#text/say.ts'
import { FailureDialog } from './failure-dialog.tsx'
import { PrintDialog } from './print-dialog.tsx'
import { type FailureReply, type PrintFailure, runPrintJob } from './print-job.ts'
import {
  commandSheetPrintable,
  labelsPrintable,
  type Printable,
  reportPrintable,
  testPrintable,
} from './printables.ts'

interface Explained {
  readonly number: number
  readonly failure: PrintFailure
  readonly answer: (reply: FailureReply) => void
}

export interface PrintHostProps {
  /** Options of the agents, for tests. */
  readonly options?: Pick<PrintOptions, 'patience' | 'openSocket'>
}

export function PrintHost({ options }: PrintHostProps) {
  const [request] = useAtomValue(printRequestsAtom)
  const place = useAtomValue(placeAtom)
  const agent = useAtomValue(configAtom)?.printAgent
  const { ask, dialog } = useQuestions()
  const [explained, setExplained] = useState<readonly Explained[]>([])
  const explain = useCallback(
    (failure: PrintFailure) =>
      new Promise<FailureReply>((resolve) => {
        setExplained((waiting) => {
          const number = (waiting.at(-1)?.number ?? 0) + 1
          const answer = (reply: FailureReply) => {
            setExplained((now) => now.filter((each) => each.number !== number))
            resolve(reply)
          }
          return [...waiting, { number, failure, answer }]
        })
      }),
    [],
  )
  const start = useCallback(
    (printable: Printable, server: PrintServer | null) =>
      void runPrintJob(printable, server, {
        ask,
        explain,
        agent: { scheme: agent?.scheme ?? 'wss', token: agent?.token ?? '' },
        ...(options && { options }),
      }),
    [ask, explain, agent, options],
  )
  // Requests with a chosen printer need no dialog.
  useEffect(() => {
    if (!request || asks(request)) return
    takePrintRequest(request)
    if (request.kind === 'test') start(testPrintable(request.server), request.server)
    else if (place) start(labelsPrintable(place, request), request.server)
  }, [request, place, start])

  const [failed] = explained
  return (
    <>
      {dialog}
      {failed && <FailureDialog key={failed.number} failure={failed.failure} onReply={failed.answer} />}
      {request && asks(request) && place && (
        <PrintDialog
          what={nameOf(request)}
          onCancel={() => takePrintRequest(request)}
          onPrint={(copies, server) => {
            takePrintRequest(request)
            start(printableOf(request, place.location, copies), server)
          }}
        />
      )}
    </>
  )
}

type Asking = Extract<PrintRequest, { kind: 'report' | 'commandSheet' }>

const asks = (request: PrintRequest): request is Asking =>
  request.kind === 'report' || request.kind === 'commandSheet'

const nameOf = (request: Asking) => (request.kind === 'report' ? request.report : say('print.sheet'))

const printableOf = (request: Asking, location: string, copies: number): Printable =>
  request.kind === 'report'
    ? reportPrintable(request.report, request.number, location, copies)
    : commandSheetPrintable(location, copies)
