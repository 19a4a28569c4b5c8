import { useEffect, useRef, useState } from 'react'
import { type Calibration, calibrate, type Sample, writtenIn } from '#core/scan/calibrate.ts'
import type { CaptureEvent } from '#core/scan/capture.ts'
import { isScanOf, testCodes } from '#core/scan/test-codes.ts'
import { BARCODE_PATTERN } from '#core/wire/codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import { measuredProfileId } from '#input/devices/scanner-profiles.ts'
import { recordKeys } from '#input/wedge/wedge-tap.ts'
import { say } from '#text/say.ts'

// Pause that ends a code: longer than any scanner's pause, shorter than between two scans.
const CODE_PAUSE_MS = 600
// Fewer characters are a typing error.
const MIN_CODE_LENGTH = 3

type Measuring =
  | { readonly step: 'idle' }
  | {
      readonly step: 'scanning'
      readonly samples: readonly Sample[]
      /** The text of another code that was scanned. */
      readonly other?: string
    }
  | { readonly step: 'stopped' }
  | { readonly step: 'done'; readonly calibration: Calibration }

/**
 * Measures the scanner code by code. Keys have no other effect meanwhile; Escape and navigation cancel it.
 */
export function useMeasuring(base: ScannerProfile): {
  readonly measuring: Measuring
  readonly start: () => void
} {
  const [measuring, setMeasuring] = useState<Measuring>({ step: 'idle' })
  const isScanning = measuring.step === 'scanning'
  const latest = useRef({ measuring, base })
  useEffect(() => {
    latest.current = { measuring, base }
  })
  useEffect(() => {
    if (!isScanning) return undefined
    let events: CaptureEvent[] = []
    let timer: number | undefined
    const finishCode = () => {
      const captured = events
      events = []
      setMeasuring(addSample(latest.current.measuring, captured, latest.current.base))
    }
    const end = recordKeys((fact) => {
      events.push(fact)
      window.clearTimeout(timer)
      timer = window.setTimeout(finishCode, CODE_PAUSE_MS)
    })
    const stop = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setMeasuring({ step: 'stopped' })
    }
    document.addEventListener('keydown', stop)
    return () => {
      end()
      window.clearTimeout(timer)
      document.removeEventListener('keydown', stop)
    }
  }, [isScanning])
  return { measuring, start: () => setMeasuring({ step: 'scanning', samples: [] }) }
}

function addSample(measuring: Measuring, events: readonly CaptureEvent[], base: ScannerProfile): Measuring {
  if (measuring.step !== 'scanning') return measuring
  const { samples } = measuring
  const expected = testCodes[samples.length]
  const received = writtenIn(events)
  if (expected === undefined || received.length < MIN_CODE_LENGTH) return measuring
  const other = testCodes.some((code) => code !== expected && received.toUpperCase().includes(code))
  // Another test code or a label is not measured; a garbled code is.
  if (other || (!isScanOf(expected, received) && isLabelCode(received)))
    return { ...measuring, other: received }
  const next = [...samples, { expected, events }]
  if (next.length < testCodes.length) return { step: 'scanning', samples: next }
  const calibration = calibrate(next, { base, id: measuredProfileId, label: say('scanner.profileOwn') })
  return calibration ? { step: 'done', calibration } : { step: 'idle' }
}

// A label instead of a test code: a number, or a barcode with one letter before its digits.
const isLabelCode = (text: string): boolean =>
  /^[A-Z]\d+$/.test(text)
    ? BARCODE_PATTERN.test(text)
    : /^\d+$/.test(text) && text.length <= LIMITS.barcodeLength
