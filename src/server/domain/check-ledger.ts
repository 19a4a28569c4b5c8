// Compares ledger marks with those a device saw, to detect a restored older backup.

import { DOCUMENT_KINDS, type DocumentKind } from '#core/wire/constants.ts'
import type { LedgerState } from '#core/wire/ledger-state.ts'
import { formatLedgerState } from '#core/wire/ledger-state.ts'
import type { Person } from './people.ts'

export interface LedgerStatePort {
  /** The latest mark. It is created if there is none. */
  readonly latest: () => Promise<LedgerState>
  readonly hashAt: (position: number) => Promise<string | undefined>
  /** The time of the last mark until `at`, in milliseconds since 1970. */
  readonly lastMarkBefore: (at: number) => Promise<number | undefined>
  /** The keys that are not stored for this user. */
  readonly missingKeys: (username: string, keys: readonly string[]) => Promise<readonly string[]>
  /** Advances the kind's document numbers past `number`, unless that skips more than `most`. */
  readonly skipPast: (kind: DocumentKind, number: number, most: number) => Promise<void>
}

export interface DeviceLedgerState {
  readonly Id: string
  readonly Position: number
  readonly Hash: string
  readonly At: number
  readonly Keys: readonly string[]
  readonly Numbers: readonly number[]
}

// Limits how far a device's unverified report may advance a number sequence.
const maxSkippedNumbers = 10_000

// Older marks may be deleted, so a missing one proves nothing.
const markRetentionMs = 30 * 24 * 60 * 60_000

// The first digit of each kind's numbers (docs/stock-ledger.md, Answers).
const firstDigit: Readonly<Record<DocumentKind, string>> = {
  issuance: '1',
  transfer: '2',
  dump: '3',
  return: '4',
  request: '5',
  count: '6',
}

/**
 * Checks whether this is the database that the device saw, and which acknowledged changes it lacks.
 * After a restore, the number sequences skip the numbers that the device saw.
 */
export async function checkLedger(
  port: LedgerStatePort,
  person: Person,
  deviceState: DeviceLedgerState,
): Promise<{ State: string; IsSame: boolean; RestoredTo: string; Missing: string[] }> {
  const now = await port.latest()
  const isOld = now.at - deviceState.At > markRetentionMs
  const isSame =
    deviceState.Id === now.id && (isOld || (await port.hashAt(deviceState.Position)) === deviceState.Hash)
  const missing = await port.missingKeys(person.username, deviceState.Keys)
  const isRestored = !isSame || missing.length > 0
  if (isRestored && !person.readOnly) {
    for (const number of deviceState.Numbers) {
      const digit = String(number).padStart(8, '0').charAt(0)
      const kind = DOCUMENT_KINDS.find((each) => firstDigit[each] === digit)
      if (kind) await port.skipPast(kind, number, maxSkippedNumbers)
    }
  }
  const at = isRestored && deviceState.Id === now.id ? await port.lastMarkBefore(deviceState.At) : undefined
  return {
    State: formatLedgerState(now),
    IsSame: isSame,
    RestoredTo: at === undefined ? '' : new Date(at).toISOString(),
    Missing: [...missing],
  }
}
