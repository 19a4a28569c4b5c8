// How the scanners that are no keyboard stand: for the set-up screen, and for the camera's dialog over any screen.
import { atom } from 'jotai'
import type { DirectWay } from '#commands/context.ts'

export type DirectState =
  | { readonly state: 'off' }
  | { readonly state: 'connecting' }
  | { readonly state: 'on'; readonly name: string }
  /** It went wrong, or the device has gone: a code of the text catalogue. */
  | { readonly state: 'failed'; readonly code: DirectProblem }

/** What may keep a device from being listened to. */
export type DirectProblem =
  | 'directNotHere'
  | 'directInsecure'
  | 'directNoneChosen'
  | 'directDenied'
  | 'directBusy'
  | 'directWrongMode'
  | 'directNoCamera'
  | 'directNoReader'
  | 'directLost'
  | 'directFailed'

/** The scanners on a cable. */
export const directScannersAtom = atom<Readonly<Record<Exclude<DirectWay, 'camera'>, DirectState>>>({
  hid: { state: 'off' },
  serial: { state: 'off' },
})

/** The camera's dialog is open. */
export const cameraOpenAtom = atom(false)

/** The browser's refusal as a problem of ours. */
export function problemOf(error: unknown): DirectProblem {
  const name = error instanceof DOMException ? error.name : ''
  switch (name) {
    case 'NotFoundError':
      return 'directNoneChosen'
    case 'SecurityError':
    case 'NotAllowedError':
      return 'directDenied'
    case 'InvalidStateError':
    case 'NetworkError':
    case 'NotReadableError':
      return 'directBusy'
    default:
      return 'directFailed'
  }
}
