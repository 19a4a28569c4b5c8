// Why something may not be done. Guards answer with these, the server refuses with them, and src/text has the
// sentence that says what happened, what was kept and what to do next.

import type { RefusalCode } from './refusal-codes.ts'

export type { RefusalCode }

/** A refusal: its code and the facts that its sentence names. */
export interface Refusal {
  readonly code: RefusalCode
  readonly facts?: Readonly<Record<string, string | number>>
}

/** `true`, or why not. */
export type Verdict = true | Refusal

/** Builds a refusal. */
export function refuse(code: RefusalCode, facts?: Refusal['facts']): Refusal {
  return facts ? { code, facts } : { code }
}

/** The first refusal of several verdicts, or `true`. */
export function firstRefusal(...verdicts: readonly Verdict[]): Verdict {
  return verdicts.find((verdict) => verdict !== true) ?? true
}
