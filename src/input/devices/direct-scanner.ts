// Types of a connection to a scanner that is not a keyboard.
import type { DirectProblem } from './direct-state.ts'

export interface DirectEvents {
  /** A code that the device has read. */
  readonly onCode: (text: string) => void
  /** The device was unplugged or switched off. */
  readonly onLost: () => void
}

export type DirectConnection =
  | {
      readonly ok: true
      /** The device's name, '' if it has none. */
      readonly name: string
      readonly close: () => Promise<void>
    }
  | { readonly ok: false; readonly code: DirectProblem }
