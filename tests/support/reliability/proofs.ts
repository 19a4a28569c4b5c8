// The proofs that are test files, for `npm run reliability -- PART`.
import type { Proof } from './run.ts'

/** By the name of the part. */
export const PROOFS: readonly Proof[] = [
  {
    part: 'abuse',
    vitest: 'tests/abuse',
    browser: 'abuse-',
    caseOf: /^Abuse (\d+): (.*)$/,
    columns: ['', 'class', 'tests passed', 'figures'],
    summary: (cases) => `${cases} classes of abuse. A forbidden call that succeeds fails its test.`,
  },
]
