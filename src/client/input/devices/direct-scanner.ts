// What a scanner that is no keyboard tells, and what became of the wish to connect it.
import type { DirectProblem } from './direct-state.ts'

export interface DirectEvents {
  /** A code, as the device has read it. */
  readonly onCode: (text: string) => void
  /** The device has gone: unplugged, or switched off. */
  readonly onLost: () => void
}

export type DirectConnection =
  | {
      readonly ok: true
      /** The device's own name, '' where it has none. */
      readonly name: string
      readonly close: () => Promise<void>
    }
  | { readonly ok: false; readonly code: DirectProblem }
