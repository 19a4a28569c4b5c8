// Connects a scanner in HID POS mode through a library that supports many manufacturers. Loaded on demand.
import WebHIDBarcodeScanner from '@point-of-sale/webhid-barcode-scanner'
import type { DirectConnection, DirectEvents } from './direct-scanner.ts'

// Usage page and usage of a barcode scanner (HID Point of Sale Usage Tables).
const page = 0x8c
const usage = 2
// Also list these makers' devices that are in another mode, to show the required mode (Honeywell, Zebra,
// Datalogic).
const makers = [0x0c2e, 0x23d0, 0x05e0, 0x05f9]
const filters = [{ usagePage: page, usage }, ...makers.map((vendorId) => ({ vendorId }))]

const isScanner = ({ collections }: DirectHidDevice): boolean =>
  collections.some((collection) => collection.usagePage === page && collection.usage === usage)

// The library opens plugged-in devices automatically and ignores errors; `connectHid` opens them instead.
class QuietScanner extends WebHIDBarcodeScanner {
  override reconnect(): Promise<void> {
    return Promise.resolve()
  }
}

/** Connects to the device that the person chooses (`ask`), or to one chosen before. */
export async function connectHid(events: DirectEvents, ask: boolean): Promise<DirectConnection> {
  const { hid } = navigator
  if (!hid) return { ok: false, code: 'directNotHere' }
  const devices = ask ? await hid.requestDevice({ filters }) : await hid.getDevices()
  const device = devices.find(isScanner)
  if (!device) return { ok: false, code: devices.length > 0 && ask ? 'directWrongMode' : 'directNoneChosen' }
  const scanner = new QuietScanner()
  // The library keeps its listener on an unplugged device, and would report codes twice after a reconnect.
  let isDisconnected = false
  scanner.addEventListener('barcode', ({ value }) => {
    if (!isDisconnected) events.onCode(value)
  })
  await scanner.open(device)
  const onDisconnect = (event: Event) => {
    if (Reflect.get(event, 'device') !== device) return
    isDisconnected = true
    hid.removeEventListener('disconnect', onDisconnect)
    events.onLost()
  }
  hid.addEventListener('disconnect', onDisconnect)
  return {
    ok: true,
    name: device.productName,
    close: async () => {
      isDisconnected = true
      hid.removeEventListener('disconnect', onDisconnect)
      await scanner.disconnect()
    },
  }
}
