// Runs the socket and timers of a print job; the state machine is in `printing.ts`.
import type { AgentAddress } from './address.ts'
import {
  beginPrinting,
  continuePrinting,
  type PrintEffect,
  type PrintEvent,
  type PrintJob,
  type PrintOutcome,
  type PrintProgress,
  type PrintState,
  type PrintTimeouts,
} from './printing.ts'
import type { PrintSheet } from './protocol.ts'

/** Long enough for a slow first print, and for an agent's restart. */
export const PRINT_TIMEOUTS: PrintTimeouts = {
  answer: 45_000,
  connection: 8_000,
  retries: [1_000, 3_000],
  listening: 10_000,
}

/** The used part of a WebSocket. */
export type AgentSocket = Pick<WebSocket, 'addEventListener' | 'send' | 'close' | 'readyState'>

export interface PrintOptions {
  /**
   * Called just before a sheet is sent, and again if the connection was lost before. Never rejects;
   * undefined: it cannot or must not be printed, and the job stops.
   */
  readonly prepare: (sheet: number) => Promise<PrintSheet | undefined>
  /** Stops the job after the answer to the sheet in flight. */
  readonly signal?: AbortSignal
  /** The first sheet; default: 0. */
  readonly from?: number
  readonly timeouts?: PrintTimeouts
  readonly onProgress?: (progress: PrintProgress) => void
  readonly openSocket?: (url: string) => AgentSocket
}

const OPEN = 1

// A job that runs.
interface Running {
  readonly url: string
  readonly options: PrintOptions
  readonly end: (outcome: PrintOutcome) => void
  state: PrintState
  socket: AgentSocket | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  /** Only the latest preparation counts: an earlier one was for a lost connection. */
  latestPreparation: number
}

/**
 * Prints a job, one sheet after the other. Always ends in an outcome, never throws, and sends no sheet twice
 * unless the caller starts the job again.
 */
export function printOnAgent(
  { url }: AgentAddress,
  job: PrintJob,
  options: PrintOptions,
): Promise<PrintOutcome> {
  const { signal, from = 0, timeouts = PRINT_TIMEOUTS } = options
  return new Promise((end) => {
    const [state, effects] = beginPrinting(job, timeouts, from)
    const connection = { socket: undefined, timer: undefined, latestPreparation: 0 }
    const running = { url, options, end, state, ...connection }
    const stop = () => dispatch(running, { type: 'stop' })
    for (const effect of effects) runEffect(running, effect)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
}

function dispatch(running: Running, event: PrintEvent): void {
  const [after, effects] = continuePrinting(running.state, event)
  running.state = after
  for (const effect of effects) runEffect(running, effect)
}

function runEffect(running: Running, effect: PrintEffect): void {
  switch (effect.type) {
    case 'connect':
      return connect(running)
    case 'prepare':
      return void prepareSheet(running, effect.sheet)
    case 'send':
      return send(running, effect.text)
    case 'disconnect':
      return disconnect(running)
    case 'wait':
      return wait(running, effect.ms)
    case 'tell':
      return running.options.onProgress?.(effect.progress)
    case 'end':
      return running.end(effect.outcome)
  }
}

function connect(running: Running): void {
  const { openSocket = (url) => new WebSocket(url) } = running.options
  let opened: AgentSocket
  try {
    opened = openSocket(running.url)
  } catch {
    // An https page may not open ws to another host, and throws.
    dispatch(running, { type: 'blocked' })
    return
  }
  running.socket = opened
  const onSocketEvent = (event: PrintEvent) => {
    if (running.socket === opened) dispatch(running, event)
  }
  opened.addEventListener('open', () => onSocketEvent({ type: 'opened' }))
  opened.addEventListener('message', ({ data }) => onSocketEvent({ type: 'said', text: data }))
  opened.addEventListener('close', ({ code, reason }) => onSocketEvent({ type: 'closed', code, reason }))
  // The close event that follows an error reports it.
  opened.addEventListener('error', () => undefined)
}

async function prepareSheet(running: Running, next: number): Promise<void> {
  running.latestPreparation += 1
  const thisPreparation = running.latestPreparation
  const sheet = await running.options.prepare(next)
  if (thisPreparation === running.latestPreparation)
    dispatch(running, sheet ? { type: 'prepared', sheet } : { type: 'stop' })
}

function send(running: Running, text: string): void {
  if (running.socket?.readyState === OPEN) running.socket.send(text)
  else dispatch(running, { type: 'notSent' })
}

function disconnect(running: Running): void {
  clearTimeout(running.timer)
  const closing = running.socket
  running.socket = undefined
  closing?.close()
}

function wait(running: Running, ms: number): void {
  clearTimeout(running.timer)
  running.timer = setTimeout(() => dispatch(running, { type: 'waited' }), ms)
}
