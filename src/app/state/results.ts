// Shows results of work that ends after its key press: a print job, a download, a change in a list. They
// appear in the strip of the last scan.
import { type Facts, notify } from './notices.ts'

interface WorkResult {
  readonly tone: 'ok' | 'warning' | 'error'
  /** A sentence of the catalogue. */
  readonly code: string
  readonly facts: Facts
  /** The work's name, for the scan log; '' for none. */
  readonly about: string
}

let show: ((result: WorkResult) => void) | undefined

/** Shows a result in place of any older outcome. Before the scan code is loaded it is a notice. */
export function reportResult(
  tone: WorkResult['tone'],
  code: string,
  facts: Facts = {},
  about: string = '',
): void {
  if (show) show({ tone, code, facts, about })
  else notify(code, facts, tone)
}

/** Sets the listener of all later results; replaces the previous one. */
export function onResult(listener: typeof show): void {
  show = listener
}
