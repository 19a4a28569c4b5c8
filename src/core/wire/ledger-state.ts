// The ledger state in each answer, and the call that compares the database with a state that a device knows.
import * as v from 'valibot'
import type { Call } from './call.ts'
import { createCallPreparer } from './prepared-call.ts'
import { text } from './primitives.ts'

/** The response header that all calls of this server send. */
export const LEDGER_STATE_HEADER = 'ledger-state'

/** A state of the ledger. */
export interface LedgerState {
  /** The database's id: the hash of its first mark. A copy has the same id. */
  readonly id: string
  /** Changes whenever the database is started, restored or failed over. */
  readonly run: string
  /** The number of marks in the chain. */
  readonly position: number
  /** The hash of the last mark. */
  readonly hash: string
  /** The time of the last mark by the database's clock, in milliseconds since 1970. */
  readonly at: number
}

/** Formats a state as a header value. */
export function formatLedgerState({ id, run, position, hash, at }: LedgerState): string {
  return `id=${id}; run=${run}; position=${position}; hash=${hash}; at=${at}`
}

const headerPattern = /^id=(\w{1,64}); run=(\w{1,64}); position=(\d{1,15}); hash=(\w{1,64}); at=(\d{1,16})$/

/** Parses a header value; undefined if it is invalid. */
export function parseLedgerState(value: string): LedgerState | undefined {
  const [, id, run, position, hash, at] = headerPattern.exec(value) ?? []
  if (id === undefined || run === undefined || hash === undefined) return undefined
  return { id, run, position: Number(position), hash, at: Number(at) }
}

/** Maximum number of keys per check. */
export const MAX_CHECKED_KEYS = 500

const hash = v.pipe(v.string(), v.regex(/^\w{1,64}$/, 'a hash'))
const countUpTo = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))

export const ledgerStateCalls = {
  /**
   * Compares the chain of marks with a state that a device has received, and lists the confirmed keys that
   * the database lacks. `Numbers`: the highest document numbers that the device has seen.
   */
  'ledger.check': {
    method: 'POST',
    path: 'ledger/check',
    body: v.object({
      Id: hash,
      Position: countUpTo(Number.MAX_SAFE_INTEGER),
      Hash: hash,
      /** Milliseconds since 1970. */
      At: countUpTo(8_640_000_000_000_000),
      Keys: v.pipe(
        v.array(v.pipe(v.string(), v.maxLength(200, 'at most 200 characters'))),
        v.maxLength(MAX_CHECKED_KEYS, `at most ${MAX_CHECKED_KEYS} keys`),
      ),
      Numbers: v.pipe(v.array(countUpTo(99_999_999)), v.maxLength(20, 'at most 20 numbers')),
    }),
    maxBodyBytes: 150_000,
    answer: v.object({
      /** The current state, formatted as in the header. */
      State: text,
      /** Is the device's mark in the chain? */
      IsSame: v.boolean(),
      /** The time of the last common mark; '' if it is unknown. */
      RestoredTo: text,
      /** The keys that the database lacks. */
      Missing: v.array(v.string()),
    }),
  },
} as const satisfies Record<string, Call>

/** Prepares one of these calls. */
export const prepareLedgerCall = createCallPreparer(ledgerStateCalls)
