// The socket and the clock of a print job; what follows what is in `printing.ts`.
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

// As long as a cold agent may take, and longer than a restart of it.
const PRINT_PATIENCE: PrintPatience = { answer: 45_000, connection: 8_000, retries: [1_000, 3_000] }

/** As much of a WebSocket as is used here. */
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
 * Prints a job, sheet after sheet. Ends in an outcome, never in an exception, and prints no sheet twice: a sheet that was sent is
 * only sent again when somebody calls this again for it.
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
        // An https page may not open ws to another host, and says so by throwing.
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
      // What follows an error is told by the close that comes after it.
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
