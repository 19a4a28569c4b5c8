// Refusals: why something may not be done. Guards return them, the server answers with them, and src/text has
// the sentence for each: what happened, what was kept and what to do.

import type { RefusalCode } from './refusal-codes.ts'

export type { RefusalCode }

/** A refusal: its code and the facts of its sentence. */
export interface Refusal {
  readonly code: RefusalCode
  readonly facts?: Readonly<Record<string, string | number>>
}

/** `true`, or why not. */
export type Verdict = true | Refusal

/** Creates a refusal. */
export function refuse(code: RefusalCode, facts?: Refusal['facts']): Refusal {
  return facts ? { code, facts } : { code }
}

/** The first refusal among the verdicts, or `true`. */
export function firstRefusal(...verdicts: readonly Verdict[]): Verdict {
  return verdicts.find((verdict) => verdict !== true) ?? true
}
