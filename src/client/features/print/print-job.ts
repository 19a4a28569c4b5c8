// A print job, from first to last notice, with its questions. If a result is unknown, the person is asked;
// printed sheets are never printed again automatically.
import { type AgentAddress, addressOf } from '#client/api/print-agent/address.ts'
import { type PrintOptions, printOnAgent } from '#client/api/print-agent/print-on-agent.ts'
import type { PrintOutcome, PrintProgress } from '#client/api/print-agent/printing.ts'
import type { PrintSheet } from '#client/api/print-agent/protocol.ts'
import { readPermission, underPolicy, whyUnreachable } from '#client/api/print-agent/why-unreachable.ts'
import type { ApiProblem } from '#client/api/problem.ts'
import type { AskPerson } from '#client/input/questions/question.ts'
import { dismiss, notify } from '#client/state/notices.ts'
import { reasonOf } from '#client/ui/reason.ts'
import type { PrintServer } from '#contract/printing.ts'
import { say } from '#text/say.ts'
import { openPdf } from './open-pdf.ts'
import type { Printable } from './printables.ts'

/** Why a job has stopped, for the person's decision. */
export interface PrintFailure {
  /** A sentence of the catalogue. */
  readonly code: string
  readonly facts: Readonly<Record<string, string | number>>
  /** The page where the agent's certificate can be accepted; absent if of no use. */
  readonly page?: string
  /** Printed items, of `total`. */
  readonly done: number
  readonly total: number
}

export type FailureReply = 'printAgain' | 'openPdf' | 'dismissed'

export interface JobPorts {
  readonly ask: AskPerson
  /** Shows why it has stopped and waits for the person's decision. */
  readonly explain: (failure: PrintFailure) => Promise<FailureReply>
  /** The site's agent settings. */
  readonly agent: { readonly scheme: 'ws' | 'wss'; readonly token: string }
  readonly options?: Pick<PrintOptions, 'patience' | 'openSocket'>
}

/** Prints on a print server, or as a PDF in a new tab if there is none. */
export async function runPrintJob(
  printable: Printable,
  server: PrintServer | null,
  ports: JobPorts,
): Promise<void> {
  if (!server) {
    notify('print.newTab')
    await openInTab(printable, 0, ports)
    return
  }
  notify('print.printing')
  const made = await printable.sheets()
  if (!made.ok) {
    tellProblem(made.error)
    return
  }
  const address = addressOf({ host: server.PrintServer, port: server.Port, ...ports.agent })
  if (!address.ok) {
    const agent = `${server.PrintServer}:${server.Port}`
    const total = countOf(made.value)
    await giveUp(printable, 0, ports, { code: 'print.cause.badAddress', facts: { agent }, done: 0, total })
    return
  }
  await printSheets(printable, made.value, server, address.value, ports)
}

const countOf = (sheets: readonly PrintSheet[]) => sheets.reduce((sum, { counts }) => sum + counts, 0)

const printSheets = async (
  printable: Printable,
  made: readonly PrintSheet[],
  server: PrintServer,
  address: AgentAddress,
  ports: JobPorts,
): Promise<void> => {
  let sheets = made
  let from = 0
  const tell = progressTeller(printable)
  while (from < sheets.length) {
    const job = { printer: server.PrintLocation, sheets }
    const { value: outcome, refused } = await underPolicy(address, () =>
      printOnAgent(address, job, { ...ports.options, from, onProgress: tell }),
    )
    if (outcome.type === 'printed') break
    const { next } = outcome
    if (outcome.type === 'unknown') {
      const reply = await askWhetherPrinted(printable, ports)
      if (reply === 'dismissed') {
        notify('print.notKnown', { report: printable.name }, 'warning')
        return
      }
      from = reply === 'printed' ? next + 1 : next
    } else {
      notify('print.unable', {}, 'error')
      const failure = await failureOf(outcome, server, address, refused)
      const done = countOf(sheets.slice(0, next))
      const reply = await ports.explain({ ...failure, done, total: countOf(sheets) })
      if (reply !== 'printAgain') {
        if (reply === 'openPdf') await openInTab(printable, next, ports)
        return
      }
      from = next
    }
    // A new id: a late answer to the first attempt must not count for this one.
    sheets = sheets.map((sheet, at) => (at === from ? { ...sheet, id: crypto.randomUUID() } : sheet))
  }
  if (printable.counted === 'labels') notify('print.labelsPrinted', {}, 'ok')
  else notify('print.submitted', { n: printable.copies }, 'ok')
}

// Shows a job's progress; a newer notice replaces the one before.
const progressTeller = ({ counted }: Printable) => {
  let last: number | undefined
  return (progress: PrintProgress) => {
    // Reports show only the final notice: copies submitted.
    if (progress.type === 'printed' && counted === 'copies') return
    if (last !== undefined) dismiss(last)
    last =
      progress.type === 'retrying'
        ? notify('print.retrying', { n: progress.attempt }, 'warning')
        : notify('print.printed', { n: progress.done, total: progress.total })
  }
}

const askWhetherPrinted = async ({ name }: Printable, { ask }: JobPorts) => {
  const reply = await ask({
    code: 'print.did',
    facts: { report: name },
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

const giveUp = async (printable: Printable, from: number, ports: JobPorts, failure: PrintFailure) => {
  notify('print.unable', {}, 'error')
  const reply = await ports.explain(failure)
  if (reply === 'openPdf') await openInTab(printable, from, ports)
}

const tellProblem = (problem: ApiProblem) =>
  notify('withReason', { what: say('print.unable'), reason: reasonOf(problem) }, 'error')

// The PDF of the remaining sheets, in a new tab; if blocked, from the person's answer.
const openInTab = async (printable: Printable, from: number, { ask }: JobPorts) => {
  const made = await printable.pdf(from)
  if (!made.ok) {
    tellProblem(made.error)
    return
  }
  if (openPdf(made.value)) return
  const reply = await ask({
    code: 'print.tabBlocked',
    facts: { report: printable.name },
    answers: [
      { id: 'no', label: 'no' },
      { id: 'openPdf', label: 'print.openPdf', look: 'primary', first: true },
    ],
  })
  if (reply === 'openPdf') openPdf(made.value)
}
