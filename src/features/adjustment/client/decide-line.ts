// Decides a line of an adjustment request. A decision shows immediately and is rolled back if the server does
// not confirm it (part 2 sections 2.8, 4.5 and 5).
import { perform } from '#app/api/client.ts'
import { type ApiProblem, mayHaveSucceeded } from '#app/api/problem.ts'
import { mustVerify } from '#app/api/wire-text.ts'
import { formatMoment } from '#app/ui/format-moment.ts'
import { reasonOf } from '#app/ui/reason.ts'
import { type Cause, type CommandOutcome, changeKey } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import {
  adjustmentRequests,
  type DecisionStep,
  quantityIfAccepted,
  type RequestDocument,
  type RequestLine,
  type RequestOutcome,
} from '#core/kinds/adjustment/rules.ts'
import type { Actor } from '#core/kinds/document.ts'
import { afterLineStep, lineAllows, mayAct, mayActAt } from '#core/kinds/engine.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import {
  failureOf,
  failureOfReply,
  outcomeOf,
  unclearOutcome,
  withOutage,
  withServerMessage,
} from '#input/engine/outcomes.ts'
import { type AskPerson, questionOfIrreversible, type Reply } from '#input/questions/question.ts'
import { say, sayCode } from '#text/say.ts'

export interface ReviewState {
  readonly request: RequestDocument | null
  readonly problem: ApiProblem | 'missing' | null
  /** The line whose decision is in flight. */
  readonly sending: string | null
  /** The line for commands without a barcode. */
  readonly current: number
  /** Changes with each focus request for the current line; 0: no request. */
  readonly focusRequest: number
}

/** The review in which a line is decided. */
export interface ReviewPorts {
  readonly number: string
  readonly location: string
  readonly actor: Actor
  /** Confirms each decision, because decisions cannot be undone. */
  readonly ask: AskPerson
  readonly state: () => ReviewState
  readonly set: (change: Partial<ReviewState>) => void
  readonly load: () => Promise<void>
  /** Reads that began before now may not have the decision. */
  readonly ignoreEarlierReads: () => void
  /** Reloads the lists of requests. */
  readonly reloadLists: () => void
  /** The idempotency keys of decisions without an answer, by line and step. */
  readonly unconfirmedKeys: Map<string, string>
  readonly question: { current: OpenQuestion | undefined }
}

/** The open question: its line, and the controller that closes it. */
export interface OpenQuestion {
  readonly isAsked: (line: RequestLine) => boolean
  readonly closer: AbortController
}

/** Returns the first undecided line of the barcode, else its first; without a barcode the current line. */
export function lineOf(
  { request, current }: ReviewState,
  barcode: string | undefined,
): RequestLine | undefined {
  if (barcode === undefined) return request?.lines[current]
  const matching = request?.lines.filter((line) => line.barcode === barcode) ?? []
  return matching.find(isOpen) ?? matching[0]
}

const isOpen = ({ status }: RequestLine) => status === 'OPEN'

/** May the person take this step now? */
export function mayDecide(
  { state, location, actor }: ReviewPorts,
  step: DecisionStep,
  barcode?: string,
): Verdict {
  const { request, sending } = state()
  if (!request) return refuse('stillLoading')
  const atLocation = mayActAt(adjustmentRequests.access, step, request.header, new Set([location]))
  const line = lineOf(state(), barcode)
  return firstRefusal(
    mayAct(adjustmentRequests.access, actor, step, request.header),
    atLocation === true ? true : refuse('doneElsewhere', atLocation.facts),
    sending === null ? true : refuse('busy'),
    line ? lineAllows(adjustmentRequests.rules, step, request, line, line.stock) : refuse('noLine'),
  )
}

/** Makes a line the current one and requests its focus. */
export function focusLine({ state, set }: Pick<ReviewPorts, 'state' | 'set'>, index: number): void {
  set({ current: Math.max(0, index), focusRequest: state().focusRequest + 1 })
}

/** Asks for confirmation, then decides the line. */
export async function decideLine(
  ports: ReviewPorts,
  step: DecisionStep,
  barcode: string | undefined,
  cause: Cause,
): Promise<CommandOutcome> {
  const { state, question } = ports
  const asked = lineOf(state(), barcode)
  const allowed = mayDecide(ports, step, barcode)
  if (allowed !== true) return refusalOutcome(allowed)
  if (!asked) return refusalOutcome(refuse('noLine'))
  if (question.current) return refusalOutcome(refuse('busy'))
  const isAsked = ({ id, barcode: code }: RequestLine) => id === asked.id && code === asked.barcode
  const seen = state().request
  const closer = new AbortController()
  question.current = { isAsked, closer }
  const reply = await confirm(ports, step, isAsked, closer.signal)
  question.current = undefined
  const { request } = state()
  const line = request?.lines.find(isAsked)
  // Another user may have decided the line while the question was open.
  if (seen && request && line && !isOpen(line)) {
    focusLine(ports, nextOpenLine(request, request.lines.indexOf(line)))
    return sayDecided(seen, request, line)
  }
  if (reply !== 'yes') {
    if (request) focusLine(ports, request.lines.findIndex(isAsked))
    return outcomeOf('warning', 'documents.kept', { barcode: asked.barcode })
  }
  if (!request || !line) return refusalOutcome(refuse('noLine'))
  const verdict = lineAllows(adjustmentRequests.rules, step, request, line, line.stock)
  return verdict === true ? sendDecision(ports, { request, line, step }, cause) : refusalOutcome(verdict)
}

// Asks again if the line's stock changed while the question was open.
async function confirm(
  { state, ask }: ReviewPorts,
  step: DecisionStep,
  isAsked: (line: RequestLine) => boolean,
  signal: AbortSignal,
): Promise<Reply> {
  let asked: string | undefined
  for (;;) {
    const { request } = state()
    const line = request?.lines.find(isAsked)
    if (!request || line?.status !== 'OPEN') return 'dismissed'
    const { barcode, stock } = line
    const facts = { barcode, stock, n: quantityIfAccepted(request.header, stock, line) }
    const shownFacts = JSON.stringify(facts)
    if (shownFacts === asked) return 'yes'
    const question = questionOfIrreversible(`request.${step}.ask`, facts)
    const reply = await ask(asked ? { ...question, detail: 'request.askAgain' } : question, signal)
    if (reply !== 'yes') return reply
    asked = shownFacts
  }
}

interface Decision {
  /** Before the decision. */
  readonly request: RequestDocument
  readonly line: RequestLine
  readonly step: DecisionStep
}

async function sendDecision(ports: ReviewPorts, decision: Decision, cause: Cause): Promise<CommandOutcome> {
  const { number, set, unconfirmedKeys } = ports
  const { request: before, line, step } = decision
  const part = `${line.id ?? line.barcode}.${step}`
  const idempotencyKey = unconfirmedKeys.get(part) ?? changeKey(cause, part)
  const after = afterDecision(decision)
  set({ request: after, sending: line.id })
  const result = await perform(adjustmentRequests.decide(before, line, step), { idempotencyKey })
  const checked = result.ok && result.value.ok ? await checkDecision(number, line, step, result.value) : true
  set({ sending: null })
  ports.ignoreEarlierReads()
  if (!result.ok && mayHaveSucceeded(result.error)) unconfirmedKeys.set(part, idempotencyKey)
  else unconfirmedKeys.delete(part)
  if (result.ok && result.value.ok && checked === true) {
    ports.reloadLists()
    return confirmed(ports, decision, after, result.value.message)
  }
  // Roll back an unconfirmed decision: the line is open again.
  set({ request: before })
  if (checked !== true) {
    await ports.load()
    return checked
  }
  if (result.ok || result.error.status === 409) await ports.load()
  return result.ok
    ? failureOfReply('request.failed', result.value.message, line.barcode)
    : withOutage(result.error, failureOf('request.failed', reasonOf(result.error)))
}

function confirmed(
  ports: ReviewPorts,
  { line: { id, barcode, stock }, step }: Decision,
  after: RequestDocument,
  message: string,
): CommandOutcome {
  const at = after.lines.findIndex((line) => line.id === id && line.barcode === barcode)
  focusLine(ports, nextOpenLine(after, at))
  const facts = { barcode, n: lineOf(ports.state(), barcode)?.stock ?? stock }
  const done = `request.${step}.done`
  if (after.status !== 'CLOSED') return withServerMessage(outcomeOf('ok', done, facts), message)
  const reason = say('request.closed', { number: ports.number })
  return withServerMessage(outcomeOf('ok', 'withReason', { what: sayCode(done, facts), reason }), message)
}

const afterDecision = ({ request, line, step }: Decision): RequestDocument => {
  const { status } = afterLineStep(adjustmentRequests.rules, step, request, line)
  const stock = step === 'accept' ? quantityIfAccepted(request.header, line.stock, line) : line.stock
  const decided = { ...line, status: step === 'accept' ? 'ACCEPT' : 'REJECT', stock } as const
  return { ...request, status, lines: request.lines.map((each) => (each.id === line.id ? decided : each)) }
}

// The next undecided line after `from`, then from the first on; `from` itself if all are decided.
const nextOpenLine = ({ lines }: RequestDocument, from: number): number => {
  const following = lines.findIndex((line, index) => index > from && isOpen(line))
  const next = following < 0 ? lines.findIndex(isOpen) : following
  return next < 0 ? from : next
}

// Returns true if the request has the decision on this line; otherwise an outcome: refused or unknown.
async function checkDecision(
  number: string,
  { id, barcode }: RequestLine,
  step: DecisionStep,
  { message }: RequestOutcome,
): Promise<true | CommandOutcome> {
  if (!mustVerify(message)) return true
  const found = await perform(adjustmentRequests.detail(number))
  if (!found.ok || found.value === null) return message === '' || unclearOutcome(number, message)
  const now = found.value.lines.find((line) => line.id === id && line.barcode === barcode)
  const isDecided = now?.status === (step === 'accept' ? 'ACCEPT' : 'REJECT')
  return isDecided || failureOfReply('request.failed', message, barcode)
}

const countOpen = ({ lines }: RequestDocument) => lines.filter(isOpen).length

// The outcome of a question about a line that another user decided in the meantime. `before` is the line when
// the question opened; `now` includes the decision.
function sayDecided(
  before: RequestDocument,
  now: RequestDocument,
  { barcode, status }: RequestLine,
): CommandOutcome {
  const { LastChangedBy: by, LastChangedDateTime: at } = now.header
  const openCount = countOpen(now)
  // The header names only the last decision.
  const isLast = countOpen(before) - openCount === 1
  const what =
    isLast && by && at
      ? sayCode(`request.decided.${status}`, { barcode, by, time: formatMoment(at) })
      : sayCode(`request.decided.${status}.meanwhile`, { barcode })
  const next = openCount > 0 ? say('request.decideNext') : say('request.closed', { number: now.number ?? '' })
  return outcomeOf('error', 'request.decided', { what, next })
}
