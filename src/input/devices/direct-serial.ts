// Reads a scanner on a serial port (RS-232, or virtual USB port). Loaded on demand.
// The available library is unsuitable: it waits 300 ms for a code's end and joins two codes that come sooner.
import { endSerialCode, idleSerial, readSerial, serialQuietMs } from '#core/scan/serial-frame.ts'
import type { DirectConnection, DirectEvents } from './direct-scanner.ts'

// The factory setting of most scanners.
const baudRate = 9600

/** Connects to the port that the person chooses (`ask`), or to one chosen before. */
export async function connectSerial(events: DirectEvents, ask: boolean): Promise<DirectConnection> {
  const { serial } = navigator
  if (!serial) return { ok: false, code: 'directNotHere' }
  const port = ask ? await serial.requestPort() : (await serial.getPorts())[0]
  if (!port) return { ok: false, code: 'directNoneChosen' }
  await port.open({ baudRate })
  const reading = listen(port, events)
  return {
    ok: true,
    name: '',
    close: async () => {
      await reading.stop()
      await port.close()
    },
  }
}

function listen(port: DirectSerialPort, events: DirectEvents): { readonly stop: () => Promise<void> } {
  const decoder = new TextDecoder()
  let state = idleSerial
  let timer: number | undefined
  const connection: { stopped: boolean; reader?: ReadableStreamDefaultReader<Uint8Array> } = {
    stopped: false,
  }
  const reportCodes = ([next, codes]: ReturnType<typeof readSerial>) => {
    state = next
    for (const code of codes) events.onCode(code)
  }
  const read = async (): Promise<void> => {
    // After a framing error the port has a new stream. A port without a stream has lost its device.
    while (!connection.stopped && port.readable) {
      const reader = port.readable.getReader()
      connection.reader = reader
      try {
        for (;;) {
          const { value, done } = await reader.read()
          if (done) break
          window.clearTimeout(timer)
          reportCodes(readSerial(state, decoder.decode(value, { stream: true })))
          timer = window.setTimeout(() => reportCodes(endSerialCode(state)), serialQuietMs(state))
        }
        // The device closed the stream.
        if (!connection.stopped) break
      } catch {
        // Discard the partial code before an error.
        window.clearTimeout(timer)
        state = { ...state, text: '' }
      } finally {
        reader.releaseLock()
      }
    }
    window.clearTimeout(timer)
    if (!connection.stopped) events.onLost()
  }
  const reading = read()
  return {
    stop: async () => {
      connection.stopped = true
      await connection.reader?.cancel()
      await reading
    },
  }
}
