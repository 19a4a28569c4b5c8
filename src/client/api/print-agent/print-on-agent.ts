// The socket and timers of a print job; the state machine is in `printing.ts`.
import type { AgentAddress } from './address.ts'
import {
  beginPrinting,
  continuePrinting,
  type PrintEffect,
  type PrintEvent,
  type PrintJob,
  type PrintOutcome,
  type PrintPatience,
  type PrintProgress,
} from './printing.ts'

// Long enough for a slow first print, and for an agent's restart.
const PRINT_PATIENCE: PrintPatience = { answer: 45_000, connection: 8_000, retries: [1_000, 3_000] }

/** The used part of a WebSocket. */
export type AgentSocket = Pick<WebSocket, 'addEventListener' | 'send' | 'close' | 'readyState'>

export interface PrintOptions {
  /** The first sheet; default: 0. */
  readonly from?: number
  readonly patience?: PrintPatience
  readonly onProgress?: (progress: PrintProgress) => void
  readonly openSocket?: (url: string) => AgentSocket
}

const OPEN = 1

/**
 * Prints a job, one sheet after the other. Always ends in an outcome, never throws, and prints no sheet
 * twice: a sent sheet is only sent again if the caller asks for it.
 */
export function printOnAgent(
  address: AgentAddress,
  job: PrintJob,
  {
    from = 0,
    patience = PRINT_PATIENCE,
    onProgress,
    openSocket = (url) => new WebSocket(url),
  }: PrintOptions = {},
): Promise<PrintOutcome> {
  return new Promise((resolve) => {
    let [state, first] = beginPrinting(job, patience, from)
    let socket: AgentSocket | undefined
    let timer: ReturnType<typeof setTimeout> | undefined

    const happen = (event: PrintEvent) => {
      const [after, effects] = continuePrinting(state, event)
      state = after
      act(effects)
    }
    const act = (effects: readonly PrintEffect[]) => {
      for (const effect of effects) carryOut(effect)
    }
    const carryOut = (effect: PrintEffect) => {
      switch (effect.type) {
        case 'connect':
          return connect()
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
        happen({ type: 'blocked' })
        return
      }
      socket = opened
      const hears = (event: PrintEvent) => {
        if (socket === opened) happen(event)
      }
      opened.addEventListener('open', () => hears({ type: 'opened' }))
      opened.addEventListener('message', ({ data }) => hears({ type: 'said', text: data }))
      opened.addEventListener('close', ({ code, reason }) => hears({ type: 'closed', code, reason }))
      // The close event that follows an error reports it.
      opened.addEventListener('error', () => undefined)
    }
    const send = (text: string) => {
      if (socket?.readyState === OPEN) socket.send(text)
      else happen({ type: 'notSent' })
    }
    const disconnect = () => {
      clearTimeout(timer)
      const left = socket
      socket = undefined
      left?.close()
    }
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => happen({ type: 'waited' }), ms)
    }
    act(first)
  })
}
