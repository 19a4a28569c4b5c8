// The state machine of a print job: (state, event) -> [state, effects]. Pure; `print-on-agent.ts` has socket
// and timers. An agent has no queue, so one sheet is sent at a time, the next after its answer.
import {
  type AgentRefusal,
  isTokenRefusal,
  judgeRefusal,
  type PrintSheet,
  readAnswer,
  writeRequest,
} from './protocol.ts'

/** Timeouts, in milliseconds. */
export interface PrintPatience {
  /** For an answer. A slow first print takes over 5 s and succeeds: shorter timeouts would print twice. */
  readonly answer: number
  /** For a connection. */
  readonly connection: number
  /** The pause before each retry of the connection; one retry per number. */
  readonly retries: readonly number[]
}

export interface PrintJob {
  /** The agent's name of the printer. */
  readonly printer: string
  readonly sheets: readonly PrintSheet[]
}

/** How a job ended. `next` is the first sheet not known to be printed; those before it are. */
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
  /** The sheet was sent and not answered: it may be printed or not; only a look at the printer tells. */
  | { readonly type: 'unknown'; readonly next: number }

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

export type PrintEffect =
  | { readonly type: 'connect' }
  | { readonly type: 'send'; readonly text: string }
  /** Closes the socket; later events are ignored. */
  | { readonly type: 'disconnect' }
  /** Replaces an earlier timer. */
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'tell'; readonly progress: PrintProgress }
  | { readonly type: 'end'; readonly outcome: PrintOutcome }

export interface PrintState {
  readonly job: PrintJob
  readonly patience: PrintPatience
  readonly phase: 'connecting' | 'pausing' | 'answering' | 'over'
  /** The sheet to send next, or whose answer is pending. */
  readonly next: number
  /** Failed connection attempts since the last connection. */
  readonly failures: number
  /** The agent has answered on this connection, so it accepted the token. */
  readonly answered: boolean
}

type Step = readonly [PrintState, readonly PrintEffect[]]

const connect: readonly PrintEffect[] = [{ type: 'disconnect' }, { type: 'connect' }]

/** Starts a job; `from` is its first sheet, when a job continues after a question. */
export function beginPrinting(job: PrintJob, patience: PrintPatience, from = 0): Step {
  const state: PrintState = { job, patience, phase: 'connecting', next: from, failures: 0, answered: false }
  return from >= job.sheets.length
    ? end(state, { type: 'printed' })
    : [state, [...connect, { type: 'wait', ms: patience.connection }]]
}

/** Processes an event. After the end nothing happens. */
export function continuePrinting(state: PrintState, event: PrintEvent): Step {
  switch (state.phase) {
    case 'over':
      return [state, []]
    case 'connecting':
      return whileConnecting(state, event)
    case 'pausing':
      return event.type === 'waited' ? tryAgain(state) : [state, []]
    case 'answering':
      return whileAnswering(state, event)
  }
}

const whileConnecting = (state: PrintState, event: PrintEvent): Step => {
  switch (event.type) {
    case 'opened':
      return sendNext({ ...state, failures: 0, answered: false })
    case 'closed':
      return isTokenRefusal(event.code, event.reason)
        ? end(state, { type: 'refused', cause: 'token', message: event.reason, next: state.next })
        : missed(state)
    case 'waited':
      return missed(state)
    case 'blocked':
      return end(state, { type: 'unreachable', blocked: true, next: state.next })
    case 'said':
    case 'notSent':
      return [state, []]
  }
}

const whileAnswering = (state: PrintState, event: PrintEvent): Step => {
  const { next, answered } = state
  switch (event.type) {
    case 'said':
      return hear(state, event.text)
    case 'notSent':
      return missed(state)
    case 'closed':
      // Before its first answer the agent may close because of the token; nothing is printed then.
      return !answered && isTokenRefusal(event.code, event.reason)
        ? end(state, { type: 'refused', cause: 'token', message: event.reason, next })
        : end(state, { type: 'unknown', next })
    case 'waited':
      return end(state, { type: 'unknown', next })
    case 'opened':
    case 'blocked':
      return [state, []]
  }
}

// Answers are sent to all connected clients: those about other jobs are ignored.
const hear = (state: PrintState, text: unknown): Step => {
  const { job, next } = state
  const answer = readAnswer(text)
  const sheet = job.sheets[next]
  if (!answer || !sheet || answer.id !== sheet.id) return [state, []]
  if (!answer.ok) {
    const { message } = answer
    return end(state, { type: 'refused', cause: judgeRefusal(message), message, next })
  }
  const told: PrintEffect = {
    type: 'tell',
    progress: {
      type: 'printed',
      done: countOf(job.sheets.slice(0, next + 1)),
      total: countOf(job.sheets),
    },
  }
  const after: PrintState = { ...state, next: next + 1, answered: true }
  const [state2, effects] = after.next < job.sheets.length ? sendNext(after) : end(after, { type: 'printed' })
  return [state2, [told, ...effects]]
}

const countOf = (sheets: readonly PrintSheet[]): number => sheets.reduce((sum, { counts }) => sum + counts, 0)

const sendNext = (state: PrintState): Step => {
  const { job, next, patience } = state
  const sheet = job.sheets[next]
  return sheet
    ? [
        { ...state, phase: 'answering' },
        [
          { type: 'wait', ms: patience.answer },
          { type: 'send', text: writeRequest(job.printer, sheet) },
        ],
      ]
    : end(state, { type: 'printed' })
}

// No connection, nothing sent: a retry cannot print twice.
const missed = (state: PrintState): Step => {
  const { patience, failures, next } = state
  const pause = patience.retries[failures]
  return pause === undefined
    ? end(state, { type: 'unreachable', blocked: false, next })
    : [
        { ...state, phase: 'pausing', failures: failures + 1 },
        [{ type: 'disconnect' }, { type: 'wait', ms: pause }],
      ]
}

const tryAgain = (state: PrintState): Step => [
  { ...state, phase: 'connecting' },
  [
    { type: 'tell', progress: { type: 'retrying', attempt: state.failures } },
    ...connect,
    { type: 'wait', ms: state.patience.connection },
  ],
]

const end = (state: PrintState, outcome: PrintOutcome): Step => [
  { ...state, phase: 'over' },
  [{ type: 'disconnect' }, { type: 'end', outcome }],
]
