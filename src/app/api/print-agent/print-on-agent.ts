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

/**
 * Prints a job, one sheet after the other. Always ends in an outcome, never throws, and sends no sheet twice
 * unless the caller starts the job again.
 */
export function printOnAgent(
  address: AgentAddress,
  job: PrintJob,
  {
    prepare,
    signal,
    from = 0,
    timeouts = PRINT_TIMEOUTS,
    onProgress,
    openSocket = (url) => new WebSocket(url),
  }: PrintOptions,
): Promise<PrintOutcome> {
  return new Promise((resolve) => {
    let [state, first] = beginPrinting(job, timeouts, from)
    let socket: AgentSocket | undefined
    let timer: ReturnType<typeof setTimeout> | undefined

    const dispatch = (event: PrintEvent) => {
      const [after, effects] = continuePrinting(state, event)
      state = after
      runEffects(effects)
    }
    const runEffects = (effects: readonly PrintEffect[]) => {
      for (const effect of effects) runEffect(effect)
    }
    const runEffect = (effect: PrintEffect) => {
      switch (effect.type) {
        case 'connect':
          return connect()
        case 'prepare':
          return void prepareSheet(effect.sheet)
        case 'send':
          return send(effect.text)
        case 'disconnect':
          return disconnect()
        case 'wait':
          return wait(effect.ms)
        case 'tell':
          return onProgress?.(effect.progress)
        case 'end':
          return resolve(effect.outcome)
      }
    }
    const connect = () => {
      let opened: AgentSocket
      try {
        opened = openSocket(address.url)
      } catch {
        // An https page may not open ws to another host, and throws.
        dispatch({ type: 'blocked' })
        return
      }
      socket = opened
      const onSocketEvent = (event: PrintEvent) => {
        if (socket === opened) dispatch(event)
      }
      opened.addEventListener('open', () => onSocketEvent({ type: 'opened' }))
      opened.addEventListener('message', ({ data }) => onSocketEvent({ type: 'said', text: data }))
      opened.addEventListener('close', ({ code, reason }) => onSocketEvent({ type: 'closed', code, reason }))
      // The close event that follows an error reports it.
      opened.addEventListener('error', () => undefined)
    }
    // Only the latest preparation counts: an earlier one was for a lost connection.
    let latestPreparation = 0
    const prepareSheet = async (next: number) => {
      latestPreparation += 1
      const thisPreparation = latestPreparation
      const sheet = await prepare(next)
      if (thisPreparation === latestPreparation)
        dispatch(sheet ? { type: 'prepared', sheet } : { type: 'stop' })
    }
    const send = (text: string) => {
      if (socket?.readyState === OPEN) socket.send(text)
      else dispatch({ type: 'notSent' })
    }
    const disconnect = () => {
      clearTimeout(timer)
      const closing = socket
      socket = undefined
      closing?.close()
    }
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => dispatch({ type: 'waited' }), ms)
    }
    runEffects(first)
    if (signal?.aborted) dispatch({ type: 'stop' })
    signal?.addEventListener('abort', () => dispatch({ type: 'stop' }), { once: true })
  })
}
