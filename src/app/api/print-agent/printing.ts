// The state machine of a print job: (state, event) -> [state, effects]. Pure; `print-on-agent.ts` has socket
// and timers. An agent has no queue, so each sheet is prepared and sent only after the previous answer.
import {
  type AgentRefusal,
  isTokenRefusal,
  judgeRefusal,
  type PrintSheet,
  readAnswer,
  writeRequest,
} from './protocol.ts'

/** Timeouts, in milliseconds. */
export interface PrintTimeouts {
  /** For an answer. A slow first print takes over 5 s and succeeds: shorter timeouts would print twice. */
  readonly answer: number
  /** For a connection. */
  readonly connection: number
  /** The pause before each retry of the connection; one retry per number. */
  readonly retries: readonly number[]
  /**
   * For the answer on a new connection, after the connection of the sheet was lost. Agents up to 0.15 drop it
   * while they print, then send the outcome to all clients.
   */
  readonly listening: number
}

export interface PrintJob {
  /** The agent's name of the printer. */
  readonly printer: string
  /** The number of items (reports, labels) on each sheet, in order. */
  readonly counts: readonly number[]
}

/** How a job ended. `next` is the first sheet not known to be printed; all sheets before it are printed. */
export type PrintOutcome =
  | { readonly type: 'printed' }
  /** The agent refused the sheet: not printed. `message` is the agent's. */
  | {
      readonly type: 'refused'
      readonly cause: AgentRefusal | 'token'
      readonly message: string
      readonly next: number
    }
  /** No connection: nothing of the sheet was sent. `blocked`: the browser refused to try. */
  | { readonly type: 'unreachable'; readonly blocked: boolean; readonly next: number }
  /**
   * The sheet was sent but not answered: it may be printed or not, and a person must look at the printer.
   * `why`: timeout, or the connection was lost.
   */
  | { readonly type: 'unknown'; readonly why: 'silence' | 'lost'; readonly next: number }
  /** It was stopped, and the state of every sheet is known. */
  | { readonly type: 'stopped'; readonly next: number }

/** Progress of a job: printed items of the total, or the number of a connection retry. */
export type PrintProgress =
  | { readonly type: 'printed'; readonly done: number; readonly total: number }
  | { readonly type: 'retrying'; readonly attempt: number }

export type PrintEvent =
  | { readonly type: 'opened' }
  | { readonly type: 'said'; readonly text: unknown }
  | { readonly type: 'closed'; readonly code: number; readonly reason: string }
  /** The socket accepted no message: nothing was sent. */
  | { readonly type: 'notSent' }
  /** The browser refused to open the address. */
  | { readonly type: 'blocked' }
  | { readonly type: 'waited' }
  | { readonly type: 'prepared'; readonly sheet: PrintSheet }
  /** Sends nothing more; waits for the answer to a sheet in flight. */
  | { readonly type: 'stop' }

export type PrintEffect =
  | { readonly type: 'connect' }
  /** `prepared` or `stop` follows. */
  | { readonly type: 'prepare'; readonly sheet: number }
  | { readonly type: 'send'; readonly text: string }
  /** Closes the socket; later events are ignored. */
  | { readonly type: 'disconnect' }
  /** Replaces an earlier timer. */
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'tell'; readonly progress: PrintProgress }
  | { readonly type: 'end'; readonly outcome: PrintOutcome }

export interface PrintState {
  readonly job: PrintJob
  readonly timeouts: PrintTimeouts
  readonly phase: 'connecting' | 'pausing' | 'preparing' | 'closing' | 'answering' | 'listening' | 'over'
  /** The sheet to send next, or whose answer is pending. */
  readonly next: number
  /** The id of the sheet that was sent last. */
  readonly sent: string
  readonly stopping: boolean
  /** Failed connection attempts since the last connection. */
  readonly failures: number
  /** The agent has answered on this connection, so it accepted the token. */
  readonly answered: boolean
}

type Step = readonly [PrintState, readonly PrintEffect[]]

const connect: readonly PrintEffect[] = [{ type: 'disconnect' }, { type: 'connect' }]

/** Starts a job; `from` is its first sheet when a job continues after a question. */
export function beginPrinting(job: PrintJob, patience: PrintTimeouts, from = 0): Step {
  const state: PrintState = {
    job,
    timeouts: patience,
    phase: 'connecting',
    next: from,
    sent: '',
    stopping: false,
    failures: 0,
    answered: false,
  }
  return from >= job.counts.length
    ? end(state, { type: 'printed' })
    : [state, [...connect, { type: 'wait', ms: patience.connection }]]
}

/** Processes an event. Ignores all events after the end. */
export function continuePrinting(state: PrintState, event: PrintEvent): Step {
  if (event.type === 'stop') return stop(state)
  switch (state.phase) {
    case 'over':
      return [state, []]
    case 'connecting':
      return whileConnecting(state, event)
    case 'pausing':
      return event.type === 'waited' ? reconnect(state) : [state, []]
    case 'preparing':
      return whilePreparing(state, event)
    case 'closing':
      return whileClosing(state, event)
    case 'answering':
      return whileAnswering(state, event)
    case 'listening':
      return whileListening(state, event)
  }
}

const whileConnecting = (state: PrintState, event: PrintEvent): Step => {
  switch (event.type) {
    case 'opened':
      return prepareNext({ ...state, failures: 0, answered: false })
    case 'closed':
      return closedBeforeSending(state, event)
    case 'waited':
      return connectionFailed(state)
    case 'blocked':
      return end(state, { type: 'unreachable', blocked: true, next: state.next })
    default:
      return [state, []]
  }
}

const whilePreparing = (state: PrintState, event: PrintEvent): Step => {
  switch (event.type) {
    case 'prepared':
      return send(state, event.sheet)
    case 'closed':
      return closedBeforeSending(state, event)
    default:
      return [state, []]
  }
}

const whileClosing = (state: PrintState, event: PrintEvent): Step =>
  event.type === 'closed'
    ? closedBeforeSending(state, event)
    : event.type === 'waited'
      ? connectionFailed(state)
      : [state, []]

const whileAnswering = (state: PrintState, event: PrintEvent): Step => {
  switch (event.type) {
    case 'said':
      return handleAnswer(state, event.text)
    case 'notSent':
      // The close event will report the reason.
      return [{ ...state, phase: 'closing' }, [{ type: 'wait', ms: state.timeouts.connection }]]
    case 'closed':
      // Before its first answer the agent may close because of the token; nothing is printed then.
      return !state.answered && isTokenRefusal(event.code, event.reason)
        ? refusedToken(state, event.reason)
        : awaitLateAnswer(state)
    case 'waited':
      return end(state, { type: 'unknown', why: 'silence', next: state.next })
    default:
      return [state, []]
  }
}

// The connection was lost with a sheet in flight: its answer may still arrive on a new connection.
const awaitLateAnswer = (state: PrintState): Step => [
  { ...state, phase: 'listening' },
  [...connect, { type: 'wait', ms: state.timeouts.listening }],
]

const whileListening = (state: PrintState, event: PrintEvent): Step => {
  switch (event.type) {
    case 'said':
      return handleAnswer(state, event.text)
    case 'closed':
    case 'blocked':
    case 'waited':
      return end(state, { type: 'unknown', why: 'lost', next: state.next })
    default:
      return [state, []]
  }
}

const stop = (state: PrintState): Step => {
  switch (state.phase) {
    case 'over':
      return [state, []]
    case 'answering':
    case 'listening':
      return [{ ...state, stopping: true }, []]
    default:
      return end(state, { type: 'stopped', next: state.next })
  }
}

// Answers are sent to all connected clients: those about other jobs are ignored.
const handleAnswer = (state: PrintState, text: unknown): Step => {
  const { job, next } = state
  const answer = readAnswer(text)
  if (!answer || answer.id !== state.sent) return [state, []]
  if (!answer.ok) {
    const { message } = answer
    return end(state, { type: 'refused', cause: judgeRefusal(message), message, next })
  }
  const progress: PrintEffect = {
    type: 'tell',
    progress: { type: 'printed', done: sum(job.counts.slice(0, next + 1)), total: sum(job.counts) },
  }
  const after: PrintState = { ...state, next: next + 1, answered: true }
  const [state2, effects] = continueJob(after)
  return [state2, [progress, ...effects]]
}

const continueJob = (state: PrintState): Step => {
  if (state.next >= state.job.counts.length) return end(state, { type: 'printed' })
  return state.stopping ? end(state, { type: 'stopped', next: state.next }) : prepareNext(state)
}

const sum = (counts: readonly number[]): number => counts.reduce((all, n) => all + n, 0)

const prepareNext = (state: PrintState): Step => [
  { ...state, phase: 'preparing' },
  [{ type: 'prepare', sheet: state.next }],
]

const send = (state: PrintState, sheet: PrintSheet): Step => [
  { ...state, phase: 'answering', sent: sheet.id },
  [
    { type: 'wait', ms: state.timeouts.answer },
    { type: 'send', text: writeRequest(state.job.printer, sheet) },
  ],
]

const closedBeforeSending = (
  state: PrintState,
  { code, reason }: Extract<PrintEvent, { type: 'closed' }>,
): Step => (isTokenRefusal(code, reason) ? refusedToken(state, reason) : connectionFailed(state))

const refusedToken = (state: PrintState, message: string): Step =>
  end(state, { type: 'refused', cause: 'token', message, next: state.next })

// No connection, nothing sent: a retry cannot print twice.
const connectionFailed = (state: PrintState): Step => {
  const { timeouts, failures, next } = state
  const pause = timeouts.retries[failures]
  return pause === undefined
    ? end(state, { type: 'unreachable', blocked: false, next })
    : [
        { ...state, phase: 'pausing', failures: failures + 1 },
        [{ type: 'disconnect' }, { type: 'wait', ms: pause }],
      ]
}

const reconnect = (state: PrintState): Step => [
  { ...state, phase: 'connecting' },
  [
    { type: 'tell', progress: { type: 'retrying', attempt: state.failures } },
    ...connect,
    { type: 'wait', ms: state.timeouts.connection },
  ],
]

const end = (state: PrintState, outcome: PrintOutcome): Step => [
  { ...state, phase: 'over' },
  [{ type: 'disconnect' }, { type: 'end', outcome }],
]
