import { listenForScans } from '#client/input/wedge.ts'
import { defaultProfile } from '#scan/default-profile.ts'
import type { Detector } from './detector.ts'

/** Ours, as every page calls it. A layout comes from calibration, as the set-up screen would save it. */
export const wedge: Detector = {
  name: 'evidence (ours)',
  attach: ({ window }, clock, report, layout) => {
    const profile =
      layout === undefined
        ? defaultProfile
        : { ...defaultProfile, decode: { ...defaultProfile.decode, layout } }
    return listenForScans(window, { profile, clock, onScan: ({ text }) => report(text) })
  },
}
