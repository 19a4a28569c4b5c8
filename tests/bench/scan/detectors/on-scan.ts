import type { Detector } from './detector.ts'

// onscan.js with `attachTo` and these options; all others are its defaults.
function onScanWith(name: string, options: Readonly<Record<string, unknown>>): Detector {
  return {
    name,
    attach: async ({ window }, _clock, report) => {
      const { default: onScan } = await import('onscan.js')
      onScan.attachTo(window.document, { ...options, onScan: (text: string) => report(text) })
      return () => onScan.detachFrom(window.document)
    },
  }
}

export const onScanDefaults = onScanWith('onscan.js, defaults', {})

/** Tuned for our codes: allows short codes and slower averages, and ignores the Shift key. */
export const onScanTuned = onScanWith('onscan.js, tuned', {
  minLength: 2,
  avgTimeByChar: 60,
  timeBeforeScanTest: 120,
  captureEvents: true,
  keyCodeMapper: ({ key }: KeyboardEvent) => (key.length === 1 ? key : null),
})
