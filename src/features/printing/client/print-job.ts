// Runs a print job and asks its questions. The part in flight is stored before it is sent; if its outcome
// is unknown, the user is asked about that part only. Printed parts are never reprinted automatically.
import { type AgentAddress, addressOf } from '#app/api/print-agent/address.ts'
import { PRINT_TIMEOUTS, type PrintOptions, printOnAgent } from '#app/api/print-agent/print-on-agent.ts'
import type { PrintOutcome, PrintProgress } from '#app/api/print-agent/printing.ts'
import { detectPolicyRefusal, readPermission, whyUnreachable } from '#app/api/print-agent/why-unreachable.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { configAtom } from '#app/state/config.ts'
import { dismiss, notify } from '#app/state/notices.ts'
import { reportResult } from '#app/state/results.ts'
import { store } from '#app/state/store.ts'
import { reasonOf } from '#app/ui/reason.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import type { AskPerson } from '#input/questions/question.ts'
import { say } from '#text/say.ts'
import { createSheetLoader, pdfsFrom } from './job-files.ts'
import { isAutomatic } from './jobs/automatic-jobs.ts'
import type { JobStore, StoredJob } from './jobs/job-store.ts'
import { countsOf, itemsBefore, nameOf, namePart, totalOf } from './jobs/work.ts'
import { openPdf } from './open-pdf.ts'

/** Why a job stopped, for the user's decision. */
export interface PrintFailure {
  /** Code of a catalogue sentence. */
  readonly code: string
  readonly facts: Readonly<Record<string, string | number>>
  /** The page where the agent's certificate can be accepted; absent if it does not help. */
  readonly page?: string
  /** Number of printed items, out of `total`. */
  readonly done: number
  readonly total: number
}

export type FailureReply = 'printAgain' | 'openPdf' | 'dismissed'

export interface JobPorts {
  readonly jobs: JobStore
  /** Aborts the job after the part in flight. The reason `cancelled` means that the user cancelled it. */
  readonly signal: AbortSignal
  readonly ask: AskPerson
  /** Shows why the job stopped and resolves with the user's decision. */
  readonly explain: (failure: PrintFailure) => Promise<FailureReply>
  /** The site's agent settings. */
  readonly agent: { readonly scheme: 'ws' | 'wss'; readonly token: string }
  readonly options?: Pick<PrintOptions, 'timeouts' | 'openSocket'>
}

/** The abort reason when the user cancels a job. */
export const CANCELLED = 'cancelled'

/** Prints the remaining parts of a stored job on its print server, or opens them as PDFs if it has none. */
export async function runPrintJob(job: StoredJob, ports: JobPorts): Promise<void> {
  const { server } = job
  if (!server) {
    notify('print.newTab')
    await openRest(job, job.next, ports)
    return
  }
  notify('print.printing')
  const address = addressOf({ host: server.PrintServer, port: server.Port, ...ports.agent })
  if (address.ok) {
    await printOnServer(job, server, address.value, ports)
    return
  }
  const agent = `${server.PrintServer}:${server.Port}`
  const failure = { code: 'print.cause.badAddress', facts: { agent }, ...progressOf(job, job.next) }
  if ((await ports.explain(failure)) === 'openPdf') await openRest(job, job.next, ports)
  else await change(job, ports, { state: 'stopped' })
}

const progressOf = ({ work }: StoredJob, next: number) => ({
  done: itemsBefore(work, next),
  total: totalOf(work),
})

type Change = Partial<Pick<StoredJob, 'next' | 'doubt' | 'opened' | 'state'>>

// Only the page that runs the job may change it; another page may have taken it over.
const change = ({ id, runner }: StoredJob, { jobs }: Pick<JobPorts, 'jobs'>, to: Change) =>
  jobs.change(id, (stored) => (stored.runner === runner ? { ...stored, ...to } : undefined))

const printOnServer = async (
  job: StoredJob,
  server: PrintServer,
  address: AgentAddress,
  ports: JobPorts,
): Promise<void> => {
  const { work } = job
  const { jobs, signal } = ports
  const counts = countsOf(work)
  const knowsPrinters = store.get(configAtom)?.extensions.includes('printers') ?? false
  const make = createSheetLoader(
    work,
    work.kind === 'labels' ? server.PrintFormat : 'PDF',
    (knowsPrinters && server.ID) || undefined,
  )
  const showProgress = createProgressNotifier(job)
  let { next, doubt } = job
  while (next < counts.length) {
    if (doubt) {
      const reply = await askWhetherPrinted(job, server, address, next, doubt, ports)
      if (reply === 'dismissed') {
        await change(job, ports, { next, doubt, state: 'stopped' })
        reportResult('warning', 'print.notKnown', { report: namePart(work, next, next + 1) }, nameOf(work))
        return
      }
      if (reply === 'printed') next += 1
      doubt = null
      await change(job, ports, { next, doubt })
      continue
    }
    let problem: ApiProblem | undefined
    const { value: outcome, refused } = await detectPolicyRefusal(address, () =>
      printOnAgent(
        address,
        { printer: server.PrintLocation, counts },
        {
          ...ports.options,
          from: next,
          signal,
          prepare: async (part) => {
            const sheet = await make(part)
            if (!sheet.ok) {
              problem = sheet.error
              return undefined
            }
            const stored = await jobs.change(job.id, (known) =>
              known.runner === job.runner && known.state === 'running'
                ? { ...known, next: part, doubt: 'closed' }
                : undefined,
            )
            return stored && sheet.value
          },
          onProgress: (progress) => {
            if (progress.type === 'printed') {
              next += 1
              void change(job, ports, { next, doubt: null })
            }
            showProgress(progress)
          },
        },
      ),
    )
    if (outcome.type === 'printed') break
    next = outcome.next
    doubt = outcome.type === 'unknown' ? outcome.why : null
    await change(job, ports, { next, doubt })
    if (outcome.type === 'unknown') continue
    if (outcome.type === 'stopped') {
      await endStopped(job, next, problem, ports)
      return
    }
    const failure = await failureOf(outcome, server, address, refused)
    const reply = await ports.explain({ ...failure, ...progressOf(job, next) })
    if (reply === 'openPdf') await openRest(job, next, ports)
    else if (reply === 'dismissed') await change(job, ports, { state: 'stopped' })
    if (reply !== 'printAgain') return
  }
  await change(job, ports, { next: counts.length, doubt: null, opened: undefined, state: 'printed' })
  reportPrinted(job)
}

// An automatic print ends with a notice only, so that the strip keeps the next step after the document's
// end.
const reportPrinted = (job: StoredJob) => {
  const { work } = job
  const [code, facts] =
    work.kind === 'labels' ? ['print.labelsPrinted', {}] : ['print.submitted', { n: totalOf(work) }]
  if (isAutomatic(job)) notify(code, facts, 'ok')
  else reportResult('ok', code, facts, nameOf(work))
}

// The job stopped because a file could not be made, the user cancelled it, or another page runs it.
const endStopped = async (job: StoredJob, next: number, problem: ApiProblem | undefined, ports: JobPorts) => {
  if (problem) {
    reportProblem(job, problem)
    await change(job, ports, { state: 'stopped' })
    return
  }
  const isCancelled = ports.signal.reason === CANCELLED
  const stored = await change(job, ports, isCancelled ? { state: 'cancelled' } : {})
  if (stored?.state === 'cancelled') {
    const part = namePart(job.work, next, countsOf(job.work).length)
    reportResult('warning', 'print.cancelled', { part }, nameOf(job.work))
  }
}

// Returns a function that shows a job's progress; a newer notice replaces the previous one.
const createProgressNotifier = ({ work }: StoredJob) => {
  let last: number | undefined
  return (progress: PrintProgress) => {
    // Reports show only the final notice with the submitted copies.
    if (progress.type === 'printed' && work.kind !== 'labels') return
    if (last !== undefined) dismiss(last)
    last =
      progress.type === 'retrying'
        ? notify('print.retrying', { n: progress.attempt }, 'warning')
        : notify('print.printed', { n: progress.done, total: progress.total })
  }
}

// Asks whether the part in doubt came out, with its contents and the reason for the doubt.
const askWhetherPrinted = async (
  { work }: StoredJob,
  { PrintLocation: printer }: PrintServer,
  { shown: agent }: AgentAddress,
  part: number,
  doubt: NonNullable<StoredJob['doubt']>,
  { ask, options }: JobPorts,
) => {
  const n = Math.round((options?.timeouts ?? PRINT_TIMEOUTS).answer / 1000)
  const before = itemsBefore(work, part)
  const reply = await ask({
    code: 'print.did',
    facts: { part: namePart(work, part, part + 1), agent, printer, n, before },
    detail: `print.did.${doubt}`,
    answers: [
      { id: 'printAgain', label: 'print.again' },
      { id: 'yes', label: 'print.itPrinted', look: 'primary', first: true },
    ],
  })
  return reply === 'yes' ? 'printed' : reply === 'printAgain' ? 'again' : 'dismissed'
}

const failureOf = async (
  outcome: Extract<PrintOutcome, { type: 'refused' | 'unreachable' }>,
  server: PrintServer,
  address: AgentAddress,
  refused: boolean,
): Promise<Pick<PrintFailure, 'code' | 'facts' | 'page'>> => {
  const facts = { agent: address.shown, printer: server.PrintLocation }
  if (outcome.type === 'unreachable') {
    const cause = whyUnreachable(address, {
      pageSecure: window.location.protocol === 'https:',
      blocked: outcome.blocked,
      refused,
      permission: await readPermission(address),
    })
    return {
      code: `print.cause.${cause}`,
      facts,
      ...(cause === 'offOrUntrusted' && { page: address.page }),
    }
  }
  const { cause, message } = outcome
  if (cause === 'refused' && message === '') return { code: 'print.cause.refusedSilently', facts }
  return { code: `print.cause.${cause}`, facts: { ...facts, message } }
}

const reportProblem = ({ work }: StoredJob, problem: ApiProblem) =>
  reportResult('error', 'withReason', { what: say('print.unable'), reason: reasonOf(problem) }, nameOf(work))

// Opens the remaining parts as PDFs in new tabs. The browser allows one tab per user action; the others
// open from the answer to a question.
const openRest = async (job: StoredJob, next: number, ports: JobPorts) => {
  const pdfs = await pdfsFrom(job.work, next)
  if (!pdfs.ok) {
    reportProblem(job, pdfs.error)
    await change(job, ports, { next, state: 'stopped' })
    return
  }
  const total = pdfs.value.length
  for (const [index, file] of pdfs.value.entries()) {
    if (index === 0 && openPdf(file)) continue
    const reply = await ports.ask({
      code: total > 1 ? 'print.nextPdf' : 'print.tabBlocked',
      facts: { report: nameOf(job.work), n: index + 1, total },
      answers: [
        { id: 'no', label: 'no' },
        { id: 'openPdf', label: 'print.openPdf', look: 'primary', first: true },
      ],
    })
    if (reply !== 'openPdf' || !openPdf(file)) {
      await change(job, ports, { state: 'stopped' })
      return
    }
  }
  await change(job, ports, {
    next: countsOf(job.work).length,
    doubt: null,
    opened: next,
    state: 'printed',
  })
  reportResult('ok', 'print.opened', { report: nameOf(job.work) }, nameOf(job.work))
}
