import { defaultProfile } from '#core/scan/default-profile.ts'
import { listenForScans } from '#input/wedge/wedge.ts'
import type { Detector } from './detector.ts'

/** Our detector, called as every page calls it, with the workstation's profile if there is one. */
export const wedge: Detector = {
  name: 'evidence (ours)',
  attach: ({ window }, clock, report, profile = defaultProfile) =>
    listenForScans(window, { profile, clock, onScan: ({ text }) => report(text) }),
}
