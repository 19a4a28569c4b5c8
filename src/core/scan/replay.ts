/** Replays recorded events, with the wake-ups that the detector requests. */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { CaptureEvent, Scan } from './capture.ts'
import { reduceDetector } from './detect/detect.ts'
import { type DetectorState, idleDetector } from './detect/state.ts'

// More consecutive wake-ups are a bug in the detector.
const maxWakes = 200

/** The scans that the detector reads from recorded events with this profile, in order. */
export function replay(events: readonly CaptureEvent[], profile: ScannerProfile): readonly Scan[] {
  const scans: Scan[] = []
  let state: DetectorState = idleDetector
  const send = (event: CaptureEvent): void => {
    const [next, effects] = reduceDetector(state, event, profile)
    state = next
    for (const effect of effects) if (effect.type === 'scan') scans.push(effect.scan)
  }
  const wakeUntil = (time: number): void => {
    for (let count = 0; count < maxWakes; count += 1) {
      const { wakeAt } = state
      if (wakeAt === undefined || wakeAt >= time) return
      send({ type: 'tick', at: wakeAt })
    }
  }
  for (const event of events) {
    wakeUntil(event.at)
    send(event)
  }
  wakeUntil(Number.POSITIVE_INFINITY)
  return scans
}
