import { createRequire } from 'node:module'
import type { Detector } from './detector.ts'

interface OnScan {
  attachTo(element: unknown, options: Readonly<Record<string, unknown>>): unknown
  detachFrom(element: unknown): void
}

/** onscan.js by its `attachTo`, with the options given; the rest are its defaults. */
function onScanWith(name: string, options: Readonly<Record<string, unknown>>): Detector {
  return {
    name,
    attach: ({ window }, _clock, report) => {
      const onScan: OnScan = createRequire(import.meta.url)('onscan.js')
      onScan.attachTo(window.document, { ...options, onScan: (text: string) => report(text) })
      return () => onScan.detachFrom(window.document)
    },
  }
}

export const onScanDefaults = onScanWith('onscan.js, defaults', {})

/** Tuned for our codes: short ones allowed, slower averages, Shift told from a character. */
export const onScanTuned = onScanWith('onscan.js, tuned', {
  minLength: 2,
  avgTimeByChar: 60,
  timeBeforeScanTest: 120,
  captureEvents: true,
  keyCodeMapper: ({ key }: KeyboardEvent) => (key.length === 1 ? key : null),
})
