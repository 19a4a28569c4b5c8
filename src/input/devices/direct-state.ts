// State of scanners that are not keyboards, for the set-up screen and the camera dialog.
import { atom } from 'jotai'
import type { ScannerConnection } from '#core/commands/context.ts'

export type DirectState =
  | { readonly state: 'off' }
  | { readonly state: 'connecting' }
  | { readonly state: 'on'; readonly name: string }
  /** It failed or was disconnected; `code` is a code of the text catalogue. */
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

/** Scanners that are connected by cable. */
export const directScannersAtom = atom<Readonly<Record<Exclude<ScannerConnection, 'camera'>, DirectState>>>({
  hid: { state: 'off' },
  serial: { state: 'off' },
})

/** True while the camera dialog is open. */
export const cameraOpenAtom = atom(false)

/** Converts a browser error into a problem code. */
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
    // The code chunk could not be fetched.
    case 'TypeError':
      return 'notLoaded'
    default:
      return 'directFailed'
  }
}
