// The state of scanners that are no keyboard: for the set-up screen, and for the camera dialog.
import { atom } from 'jotai'
import type { DirectWay } from '#core/commands/context.ts'

export type DirectState =
  | { readonly state: 'off' }
  | { readonly state: 'connecting' }
  | { readonly state: 'on'; readonly name: string }
  /** It failed, or the device is gone: a code of the text catalogue. */
  | { readonly state: 'failed'; readonly code: DirectProblem }

/** Why a device cannot be used. */
export type DirectProblem =
  | 'directNotHere'
  | 'directInsecure'
  | 'directNoneChosen'
  | 'directDenied'
  | 'directBusy'
  | 'directWrongMode'
  | 'directNoCamera'
  | 'notLoaded'
  | 'directLost'
  | 'directFailed'

/** Scanners on a cable. */
export const directScannersAtom = atom<Readonly<Record<Exclude<DirectWay, 'camera'>, DirectState>>>({
  hid: { state: 'off' },
  serial: { state: 'off' },
})

/** The camera dialog is open. */
export const cameraOpenAtom = atom(false)

/** The browser's error as a problem. */
export function problemOf(error: unknown): DirectProblem {
  switch (error instanceof Error ? error.name : '') {
    case 'NotFoundError':
      return 'directNoneChosen'
    case 'SecurityError':
    case 'NotAllowedError':
      return 'directDenied'
    case 'InvalidStateError':
    case 'NetworkError':
    case 'NotReadableError':
      return 'directBusy'
    // The code itself could not be fetched.
    case 'TypeError':
      return 'notLoaded'
    default:
      return 'directFailed'
  }
}
