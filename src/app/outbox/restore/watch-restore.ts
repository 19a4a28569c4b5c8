// Detects that the server was restored from an older backup, and offers to send the lost changes again
// (docs/outbox.md, A restored server).
import type { Perform } from '#app/api/client.ts'
import {
  type LedgerState,
  MAX_CHECKED_KEYS,
  parseLedgerState,
  prepareLedgerCall,
} from '#core/wire/ledger-state.ts'
import { isLocalNumber, numberOfLane } from '../intent.ts'
import type { Outbox } from '../outbox.ts'
import type { ConfirmedCall, ConfirmedStore, ServerRecord } from './confirmed-store.ts'
import { offerAgain } from './offer-again.ts'

export interface RestoreParts {
  readonly store: ConfirmedStore
  readonly perform: Perform
  /** The user name with a valid sign-in; null if there is none. */
  readonly person: () => string | null
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly after: (run: () => void, ms: number) => () => void
  readonly newId: () => string
  /** The base URL of the server's calls. */
  readonly server: string
  /** Reloads all data on screen. */
  readonly reload: () => void
}

/** The server has lost these calls. */
export interface Finding {
  readonly user: string
  /** The time of the restored state, as the server reports it; '' if unknown. */
  readonly restoredTo: string
  readonly lost: readonly ConfirmedCall[]
}

export interface RestoreWatch {
  /** Processes the ledger state in a response header. */
  readonly note: (header: string) => void
  /** Stores a call that was confirmed. */
  readonly confirmed: (call: ConfirmedCall) => void
  /** null if there is nothing to decide for this person. */
  readonly finding: () => Finding | null
  readonly subscribe: (listener: () => void) => () => void
  /** Documents read before this time, in milliseconds since 1970, may be missing on the server. */
  readonly foundAt: () => number
  /** Returns the lost calls to the outbox, under their original keys. */
  readonly sendAgain: (outbox: Outbox) => Promise<void>
  /** The person does not want to send them again. */
  readonly dismiss: () => Promise<void>
  /** Another person has signed in: reads that person's record. */
  readonly personChanged: () => void
}

// A lower position is a delayed response only up to this age, in milliseconds.
const maxResponseAgeMs = 60_000
// Delay before a failed check or write is retried, in milliseconds.
const retryDelayMs = 5000

/** Creates the watch. A failing store or server never throws: the next response triggers another check. */
export function createRestoreWatch(parts: RestoreParts): RestoreWatch {
  const { store, perform, person, now, after, server, reload } = parts
  const listeners = new Set<() => void>()
  let finding: Finding | null = null
  let foundAt = 0
  let lastHeader: string | undefined
  let recordedAt = 0
  let running: Promise<void> | undefined
  let isQueued = false

  const idOf = (user: string) => `${server} ${user}`
  const setFinding = (next: Finding | null) => {
    if (finding === null && next === null) return
    finding = next
    for (const listener of listeners) listener()
  }

  const lostOf = async (user: string) => (await store.calls(user)).filter((call) => call.lost)
  const readFinding = async (user: string, recorded: ServerRecord) => {
    foundAt = Math.max(foundAt, recorded.foundAt ?? 0)
    const lost = await lostOf(user)
    const { restoredTo } = recorded
    if (restoredTo === undefined && lost.length === 0) return setFinding(null)
    return setFinding({ user, restoredTo: restoredTo ?? '', lost })
  }

  // Compares with the server; undefined if it does not answer.
  const check = async (recorded: LedgerState, calls: readonly ConfirmedCall[]) => {
    const numbers = highestNumbers(calls)
    const keys = calls.map(({ key }) => key)
    const missing: string[] = []
    for (let at = 0; ; at += MAX_CHECKED_KEYS) {
      const body = {
        Id: recorded.id,
        Position: recorded.position,
        Hash: recorded.hash,
        At: recorded.at,
        Keys: keys.slice(at, at + MAX_CHECKED_KEYS),
        Numbers: numbers,
      }
      const reply = await perform(
        prepareLedgerCall('ledger.check', { body }, ({ State, IsSame, RestoredTo, Missing }) => ({
          State,
          IsSame,
          RestoredTo,
          Missing,
        })),
      )
      const state = reply.ok ? parseLedgerState(reply.value.State) : undefined
      if (!reply.ok || !state) return undefined
      missing.push(...reply.value.Missing)
      if (at + MAX_CHECKED_KEYS < keys.length) continue
      const { IsSame, RestoredTo } = reply.value
      return { state, missing, isRestored: !IsSame || missing.length > 0, restoredTo: RestoredTo }
    }
  }

  const checkHeader = async (header: string): Promise<void> => {
    const user = person()
    const reported = parseLedgerState(header)
    if (user === null || !reported) return
    const recorded = await store.readRecord(idOf(user))
    if (recorded) await readFinding(user, recorded)
    if (!recorded || !mayBeOtherDatabase(recorded.state, reported, now() - recordedAt > maxResponseAgeMs)) {
      if (recorded && reported.position < recorded.state.position) return
      recordedAt = now()
      await store.updateRecord(idOf(user), (now) => ({ ...now, id: idOf(user), state: reported }))
      return
    }
    const before = await store.calls(user)
    const found = await check(
      recorded.state,
      before.filter((call) => !call.lost),
    )
    if (!found || person() !== user) {
      after(() => note(header), retryDelayMs)
      return
    }
    recordedAt = now()
    const restored = { foundAt: now(), restoredTo: found.restoredTo }
    const next = { id: idOf(user), state: found.state, ...(found.isRestored && restored) }
    await store.markLost(found.missing)
    await store.updateRecord(idOf(user), (now) => ({ ...now, ...next }))
    await readFinding(user, { ...recorded, ...next })
    if (found.isRestored) reload()
  }

  // Retries later: a full disk may have room again.
  const storeCall = (call: ConfirmedCall): void =>
    void store.add(call).catch(() => after(() => storeCall(call), retryDelayMs))

  const note = (header: string) => {
    lastHeader = header
    if (running) {
      isQueued = true
      return
    }
    running = checkHeader(header)
      .catch(() => undefined)
      .then(() => {
        running = undefined
        if (!isQueued || lastHeader === undefined) return
        isQueued = false
        note(lastHeader)
      })
  }

  // Handles only the calls that are still listed: another page may have decided before. `handle` runs before
  // they are removed.
  const decide = async (handle: (lost: readonly ConfirmedCall[]) => Promise<void>) => {
    const user = person()
    const recorded = user === null ? undefined : await store.readRecord(idOf(user))
    if (user === null || !recorded) return
    const lost = await lostOf(user)
    if (lost.length > 0) await handle(lost)
    await store.remove(lost.map(({ key }) => key))
    await store.updateRecord(idOf(user), (now) => {
      const { restoredTo: _no, ...rest } = now ?? recorded
      return rest
    })
    setFinding(null)
  }

  return {
    note,
    confirmed: storeCall,
    finding: () => (finding?.user === person() ? finding : null),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    foundAt: () => foundAt,
    // Removes the calls only once they are stored in the outbox; a call that is stored in both remains one
    // operation.
    sendAgain: (outbox) => decide((lost) => offerAgain(lost, outbox, parts.newId)),
    dismiss: () => decide(async () => undefined),
    personChanged: () => {
      const user = person()
      if (user === null) return
      store
        .readRecord(idOf(user))
        .then((recorded) => recorded && readFinding(user, recorded))
        .catch(() => undefined)
    },
  }
}

// Could this be another database than the reported one? Within a run only a delayed response, or one from a
// server that is behind, has a lower position.
function mayBeOtherDatabase(recorded: LedgerState, reported: LedgerState, isOld: boolean): boolean {
  if (reported.id !== recorded.id || reported.run !== recorded.run) return true
  return reported.position === recorded.position
    ? reported.hash !== recorded.hash
    : reported.position < recorded.position && isOld
}

// The highest known document number of each range.
function highestNumbers(calls: readonly ConfirmedCall[]): number[] {
  const highest = new Map<string, number>()
  for (const { lane, operations } of calls) {
    for (const each of [lane, ...operations.map((operation) => operation.lane)]) {
      const number = numberOfLane(each)
      if (isLocalNumber(number) || !/^\d{8}$/.test(number)) continue
      const range = number.charAt(0)
      highest.set(range, Math.max(highest.get(range) ?? 0, Number(number)))
    }
  }
  return [...highest.values()]
}
