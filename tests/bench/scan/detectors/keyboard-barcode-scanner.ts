import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Detector } from './detector.ts'

// The package has an export for browsers only, so Node imports its file directly.
const file = resolve(
  'node_modules/@point-of-sale/keyboard-barcode-scanner/dist/keyboard-barcode-scanner.esm.js',
)

/** Uses `connect` and the `barcode` event. This package ignores keys in form fields. */
export const keyboardBarcodeScanner: Detector = {
  name: '@point-of-sale/keyboard-barcode-scanner',
  attach: async (_page, _clock, report) => {
    const { default: Scanner } = await import(pathToFileURL(file).href)
    const scanner = new Scanner()
    scanner.addEventListener('barcode', ({ value }: { value: string }) => report(value))
    await scanner.connect()
    return () => scanner.disconnect()
  },
}
