/**
 * Fake scanners that replace the browser's own interfaces before the page's code runs.
 * Supports HID POS (report 2: length, AIM identifier, data) and a serial line.
 */
import type { Page } from 'playwright/test'

/** How the browser and the device behave. */
export interface FakeScannerOptions {
  /** The person's choice in the browser's list; `none`: closes the list; `denied`: the browser refuses. */
  readonly choice?: 'device' | 'none' | 'denied'
  /** Another program uses the device. */
  readonly busy?: boolean
  /** The device is configured as a keyboard, not as a HID POS scanner. */
  readonly wrongMode?: boolean
}

interface FakeScannerWindow {
  readonly fakeScanner: {
    readonly hidReads: (text: string) => void
    readonly serialSends: (text: string) => void
    readonly unplug: () => void
    readonly plugIn: () => void
    readonly isOpen: () => boolean
  }
}

/** Installs the fakes for all later pages of this tab. A chosen device stays permitted after reloads. */
export async function attachFakeScanners(page: Page, behaviour: FakeScannerOptions = {}): Promise<void> {
  await page.addInitScript(({ choice = 'device', busy = false, wrongMode = false }: FakeScannerOptions) => {
    const isPermitted = () => sessionStorage.getItem('stand-in') === 'given'
    const choose = () => {
      if (choice === 'denied') throw new DOMException('Denied', 'SecurityError')
      if (choice === 'device') sessionStorage.setItem('stand-in', 'given')
      return choice === 'device'
    }
    let plugged = true
    let opened = false
    const open = async () => {
      if (busy) throw new DOMException('In use', 'InvalidStateError')
      opened = true
    }

    const device = Object.assign(new EventTarget(), {
      productName: 'Stand-in 1900',
      vendorId: 0x05e0,
      productId: 1,
      opened: false,
      collections: wrongMode ? [{ usagePage: 1, usage: 6 }] : [{ usagePage: 0x8c, usage: 2 }],
      open,
      close: async () => {
        opened = false
      },
      sendFeatureReport: async () => undefined,
    })
    const hid = Object.assign(new EventTarget(), {
      getDevices: async () => (plugged && isPermitted() ? [device] : []),
      requestDevice: async () => (choose() ? [device] : []),
    })

    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const port = Object.assign(new EventTarget(), {
      readable: null as ReadableStream<Uint8Array> | null,
      open: async () => {
        await open()
        port.readable = new ReadableStream<Uint8Array>({
          start: (given) => {
            controller = given
          },
        })
      },
      close: async () => {
        opened = false
        port.readable = null
      },
      getInfo: () => ({}),
    })
    const serial = Object.assign(new EventTarget(), {
      getPorts: async () => (plugged && isPermitted() ? [port] : []),
      requestPort: async () => {
        if (choose()) return port
        throw new DOMException('Nothing chosen', 'NotFoundError')
      },
    })

    Object.defineProperty(Navigator.prototype, 'hid', { configurable: true, get: () => hid })
    Object.defineProperty(Navigator.prototype, 'serial', { configurable: true, get: () => serial })
    Object.assign(window, {
      fakeScanner: {
        hidReads: (text: string) => {
          // One report holds 56 characters; byte 62 is 1 if more of the code follows.
          const pieces = text.match(/.{1,56}/gs) ?? []
          pieces.forEach((piece, index) => {
            const bytes = new Uint8Array(64)
            bytes.set([piece.length, 0x5d, 0x43, 0x30])
            bytes.set(new TextEncoder().encode(piece), 4)
            bytes[62] = index < pieces.length - 1 ? 1 : 0
            const event = Object.assign(new Event('inputreport'), {
              data: new DataView(bytes.buffer),
              device,
              reportId: 2,
            })
            device.dispatchEvent(event)
          })
        },
        serialSends: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
        unplug: () => {
          plugged = false
          opened = false
          port.readable = null
          controller?.error(new DOMException('Gone', 'NetworkError'))
          hid.dispatchEvent(Object.assign(new Event('disconnect'), { device }))
        },
        plugIn: () => {
          plugged = true
          hid.dispatchEvent(Object.assign(new Event('connect'), { device }))
          serial.dispatchEvent(new Event('connect'))
        },
        isOpen: () => opened,
      },
    })
  }, behaviour)
}

/** Calls an action of the page's fake devices. */
export function fakeScanner(
  page: Page,
  what: keyof FakeScannerWindow['fakeScanner'],
  text = '',
): Promise<boolean | void> {
  return page.evaluate(([name, value]) => (window as unknown as FakeScannerWindow).fakeScanner[name](value), [
    what,
    text,
  ] as const)
}
