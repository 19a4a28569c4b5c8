// Compares the ledger's marks with what a device was told, to find out whether an older backup was restored.

import type { DocumentKind } from '#core/wire/constants.ts'
import type { LedgerState } from '#core/wire/ledger-state.ts'
import { formatLedgerState } from '#core/wire/ledger-state.ts'
import type { Person } from './people.ts'

export interface LedgerStatePort {
  /** The last mark; it is made if there is none. */
  readonly latest: () => Promise<LedgerState>
  readonly hashAt: (position: number) => Promise<string | undefined>
  /** The time of the last mark until then, in milliseconds since 1970. */
  readonly lastUntil: (at: number) => Promise<number | undefined>
  /** Those of the keys that this user's changes do not have. */
  readonly missingKeys: (username: string, keys: readonly string[]) => Promise<readonly string[]>
  /** Numbers of the kind's next documents are above `number`, unless it is more than `most` ahead. */
  readonly skipPast: (kind: DocumentKind, number: number, most: number) => Promise<void>
}

export interface ToldState {
  readonly Id: string
  readonly Position: number
  readonly Hash: string
  readonly At: number
  readonly Keys: readonly string[]
  readonly Numbers: readonly number[]
}

// How far a device's report may move a number sequence: it is a claim.
const MOST_SKIPPED = 10_000

// Marks older than this may be deleted, so nothing is concluded from their absence.
const marksKept = 30 * 24 * 60 * 60_000

// The kinds by the first digit of their numbers (docs/stock-ledger.md, Answers).
const kindByDigit: Readonly<Record<string, DocumentKind>> = {
  1: 'issuance',
  2: 'transfer',
  3: 'dump',
  4: 'return',
  5: 'request',
  6: 'count',
}

/**
 * Answers whether the database is the one that the device was told of, and which confirmed changes it lacks.
 * After a restore, the number sequences skip what the device has seen.
 */
export async function checkLedger(
  port: LedgerStatePort,
  person: Person,
  told: ToldState,
): Promise<{ State: string; IsSame: boolean; RestoredTo: string; Missing: string[] }> {
  const now = await port.latest()
  const isOld = now.at - told.At > marksKept
  const isSame = told.Id === now.id && (isOld || (await port.hashAt(told.Position)) === told.Hash)
  const missing = await port.missingKeys(person.username, told.Keys)
  const isRestored = !isSame || missing.length > 0
  if (isRestored && !person.readOnly) {
    for (const number of told.Numbers) {
      const kind = kindByDigit[String(number).padStart(8, '0').charAt(0)]
      if (kind) await port.skipPast(kind, number, MOST_SKIPPED)
    }
  }
  const at = isRestored && told.Id === now.id ? await port.lastUntil(told.At) : undefined
  return {
    State: formatLedgerState(now),
    IsSame: isSame,
    RestoredTo: at === undefined ? '' : new Date(at).toISOString(),
    Missing: [...missing],
  }
}
