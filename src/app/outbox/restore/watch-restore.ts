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

interface RestoreParts {
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

interface Watching extends RestoreParts {
  readonly listeners: Set<() => void>
  finding: Finding | null
  foundAt: number
  /** The header that came last, and whether it is still to be checked. */
  lastHeader: string
  isQueued: boolean
  isChecking: boolean
  /** When the reported state was last recorded, in milliseconds since 1970. */
  recordedAt: number
}

/** Creates the watch. A failing store or server never throws: the next response triggers another check. */
export function createRestoreWatch(parts: RestoreParts): RestoreWatch {
  const watch: Watching = {
    ...parts,
    listeners: new Set(),
    finding: null,
    foundAt: 0,
    lastHeader: '',
    isQueued: false,
    isChecking: false,
    recordedAt: 0,
  }
  return {
    note: (header) => note(watch, header),
    confirmed: (call) => storeCall(watch, call),
    finding: () => (watch.finding?.user === watch.person() ? watch.finding : null),
    subscribe: (listener) => {
      watch.listeners.add(listener)
      return () => void watch.listeners.delete(listener)
    },
    foundAt: () => watch.foundAt,
    // Removes the calls only once they are stored in the outbox; a call that is stored in both remains one
    // operation.
    sendAgain: (outbox) => decide(watch, (lost) => offerAgain(lost, outbox, watch.newId)),
    dismiss: () => decide(watch, async () => undefined),
    personChanged: () => personChanged(watch),
  }
}

const idOf = ({ server }: Watching, user: string) => `${server} ${user}`

function setFinding(watch: Watching, finding: Finding | null): void {
  if (watch.finding === null && finding === null) return
  watch.finding = finding
  for (const listener of watch.listeners) listener()
}

const lostOf = async ({ store }: Watching, user: string) =>
  (await store.calls(user)).filter((call) => call.lost)

async function readFinding(watch: Watching, user: string, recorded: ServerRecord): Promise<void> {
  watch.foundAt = Math.max(watch.foundAt, recorded.foundAt ?? 0)
  const lost = await lostOf(watch, user)
  const { restoredTo } = recorded
  const isNothing = restoredTo === undefined && lost.length === 0
  setFinding(watch, isNothing ? null : { user, restoredTo: restoredTo ?? '', lost })
}

function personChanged(watch: Watching): void {
  const user = watch.person()
  if (user === null) return
  watch.store
    .readRecord(idOf(watch, user))
    .then((recorded) => recorded && readFinding(watch, user, recorded))
    .catch(() => undefined)
}

// Checks one header at a time; of those that come meanwhile, the last one.
function note(watch: Watching, header: string): void {
  watch.lastHeader = header
  if (watch.isChecking) {
    watch.isQueued = true
    return
  }
  watch.isChecking = true
  void checkHeader(watch, header)
    .catch(() => undefined)
    .then(() => {
      watch.isChecking = false
      if (!watch.isQueued) return
      watch.isQueued = false
      note(watch, watch.lastHeader)
    })
}

async function checkHeader(watch: Watching, header: string): Promise<void> {
  const { store, person, now, after } = watch
  const user = person()
  const reported = parseLedgerState(header)
  if (user === null || !reported) return
  const id = idOf(watch, user)
  const recorded = await store.readRecord(id)
  if (recorded) await readFinding(watch, user, recorded)
  const isOld = now() - watch.recordedAt > maxResponseAgeMs
  if (!recorded || !mayBeOtherDatabase(recorded.state, reported, isOld)) {
    if (recorded && reported.position < recorded.state.position) return
    watch.recordedAt = now()
    await store.updateRecord(id, (current) => ({ ...current, id, state: reported }))
    return
  }
  const known = (await store.calls(user)).filter((call) => !call.lost)
  const found = await compare(watch, recorded.state, known)
  if (!found || person() !== user) {
    after(() => note(watch, header), retryDelayMs)
    return
  }
  watch.recordedAt = now()
  const restored = { foundAt: now(), restoredTo: found.restoredTo }
  const next = { id, state: found.state, ...(found.isRestored && restored) }
  await store.markLost(found.missing)
  await store.updateRecord(id, (current) => ({ ...current, ...next }))
  await readFinding(watch, user, { ...recorded, ...next })
  if (found.isRestored) watch.reload()
}

// Compares with the server; undefined if it does not answer.
async function compare({ perform }: Watching, recorded: LedgerState, calls: readonly ConfirmedCall[]) {
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

// Retries later: a full disk may have room again.
function storeCall(watch: Watching, call: ConfirmedCall): void {
  watch.store.add(call).catch(() => watch.after(() => storeCall(watch, call), retryDelayMs))
}

// Handles only the calls that are still listed: another page may have decided before. `handle` runs before
// they are removed.
async function decide(
  watch: Watching,
  handle: (lost: readonly ConfirmedCall[]) => Promise<void>,
): Promise<void> {
  const { store, person } = watch
  const user = person()
  const recorded = user === null ? undefined : await store.readRecord(idOf(watch, user))
  if (user === null || !recorded) return
  const lost = await lostOf(watch, user)
  if (lost.length > 0) await handle(lost)
  await store.remove(lost.map(({ key }) => key))
  await store.updateRecord(recorded.id, (current) => {
    const { restoredTo: _no, ...rest } = current ?? recorded
    return rest
  })
  setFinding(watch, null)
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
