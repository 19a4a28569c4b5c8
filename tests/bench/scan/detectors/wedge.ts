import { defaultProfile } from '#core/scan/default-profile.ts'
import { listenForScans } from '#input/wedge/wedge.ts'
import type { Detector } from './detector.ts'

/** Ours, as every page calls it; where the workstation is set to a profile, with that. */
export const wedge: Detector = {
  name: 'evidence (ours)',
  attach: ({ window }, clock, report, profile = defaultProfile) =>
    listenForScans(window, { profile, clock, onScan: ({ text }) => report(text) }),
}
