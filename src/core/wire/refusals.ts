// Refusals: why an action is not allowed. Guards and the server return them. src/text has a sentence for
// each: what happened, what was kept, and what to do.

import type { RefusalCode } from './refusal-codes.ts'

export type { RefusalCode }

/** A refusal: its code and the facts of its sentence. */
export interface Refusal {
  readonly code: RefusalCode
  readonly facts?: Readonly<Record<string, string | number>>
}

/** `true` if allowed, or the refusal. */
export type Verdict = true | Refusal

/** Creates a refusal. */
export function refuse(code: RefusalCode, facts?: Refusal['facts']): Refusal {
  return facts ? { code, facts } : { code }
}

/** The first refusal among the verdicts, or `true`. */
export function firstRefusal(...verdicts: readonly Verdict[]): Verdict {
  return verdicts.find((verdict) => verdict !== true) ?? true
}
