// Types of the browser's device APIs and of the HID scanner library, which ship without types.

interface DirectHidDevice extends EventTarget {
  readonly productName: string
  readonly vendorId: number
  readonly productId: number
  readonly opened: boolean
  readonly collections: readonly { readonly usage?: number; readonly usagePage?: number }[]
  readonly close: () => Promise<void>
}

interface DirectSerialPort extends EventTarget {
  readonly readable: ReadableStream<Uint8Array> | null
  readonly open: (options: { readonly baudRate: number }) => Promise<void>
  readonly close: () => Promise<void>
}

interface Navigator {
  readonly hid?: EventTarget & {
    readonly getDevices: () => Promise<readonly DirectHidDevice[]>
    readonly requestDevice: (options: {
      readonly filters: readonly {
        readonly vendorId?: number
        readonly usagePage?: number
        readonly usage?: number
      }[]
    }) => Promise<readonly DirectHidDevice[]>
  }
  readonly serial?: EventTarget & {
    readonly getPorts: () => Promise<readonly DirectSerialPort[]>
    readonly requestPort: () => Promise<DirectSerialPort>
  }
}

declare module '@point-of-sale/webhid-barcode-scanner' {
  /** HID POS connection to a scanner. Handles the differences between manufacturers. */
  export default class WebHIDBarcodeScanner {
    /** Opens a device of the browser; rejects with the browser's error. */
    open(device: DirectHidDevice): Promise<void>
    disconnect(): Promise<void>
    reconnect(device?: DirectHidDevice): Promise<void>
    addEventListener(
      name: 'barcode',
      listen: (read: { readonly value: string; readonly aim?: string }) => void,
    ): void
    addEventListener(name: 'disconnected', listen: () => void): void
  }
}
