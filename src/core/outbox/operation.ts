// Operations that the server has not confirmed, and the rules that group them into calls.
// An operation is an intent, not a patch: its request is built when it is sent, from the document with all
// earlier operations applied.

/** Why an operation is refused or held: text code and facts. */
export interface Why {
  readonly code: string
  readonly facts: Readonly<Record<string, string | number>>
  /** The raw answer of the server, if it could not be parsed. */
  readonly raw?: string
}

/**
 * `here`: pending, never sent. `sent`: may have reached the server. `refused`, `held`: a user must decide.
 */
export type OperationState = 'here' | 'sent' | 'refused' | 'held'

export interface Operation<Intent = unknown> {
  /** The id of the user's action. The call's idempotency key is derived from it. */
  readonly id: string
  /** Its position in the order of all operations of this device. */
  readonly seq: number
  /** The name of the user who did it. It is sent only while this user is signed in. */
  readonly user: string
  /** Its subject, such as a document. Operations of one lane are sent one after another, in order. */
  readonly lane: string
  /** The name of the page (browser tab) that created it. */
  readonly page?: string
  /** Creation time, in milliseconds since 1970. */
  readonly at: number
  readonly intent: Intent
  /** Consecutive operations of a lane with the same value may share a call. Absent: sent alone. */
  readonly together?: string
  /** Idempotency key to reuse: a restored server has lost the call that had it. */
  readonly key?: string
  /** The line that it changes. Operations on the same line never share a call. */
  readonly apart?: string
  readonly state: OperationState
  /** Number of changes; absent: 0. An older version never replaces a newer one. */
  readonly rev?: number
  /** The id of the refused or held operation that it repeats. */
  readonly was?: string
  /** The server may have executed the repeated operation, under a key that it has deleted since. */
  readonly wasSent?: true
  /** Why it is refused or held. */
  readonly why?: Why
  /**
   * When its screen showed the refusal, in milliseconds since 1970. It stays listed, but no longer blocks
   * its lane.
   */
  readonly closed?: number
}

/** A batch: the operations of one call. It is stored before the first send; its request never changes. */
export interface Batch<Request = unknown> {
  /** The idempotency key. */
  readonly key: string
  readonly lane: string
  readonly user: string
  readonly operations: readonly string[]
  readonly request: Request
  /** Creation time, in milliseconds since 1970. A manual retry without `anew` resets it. */
  readonly at: number
}

const maxOperationsPerCall = 50

// A call has one timestamp for all its operations: operations further apart are sent in separate calls.
const sameCallWindowMs = 60_000

/**
 * Operations of this age, in milliseconds, are held until a user decides: the server deletes idempotency
 * keys after 30 days (docs/stock-ledger.md, Answers).
 */
export const MAX_OPERATION_AGE_MS = 25 * 24 * 60 * 60_000

/** How long a closed refusal stays listed, in milliseconds. */
export const CLOSED_REFUSAL_RETENTION_MS = 24 * 60 * 60_000

/**
 * Selects the operations of a lane's next call: the first one, and those behind it that may share the call
 * and are not too old. `now` is milliseconds since 1970.
 */
export function selectBatch<Intent>(
  lane: readonly Operation<Intent>[],
  now: number,
): readonly Operation<Intent>[] {
  const [head] = lane
  if (!head) return []
  const group = [head]
  const lines = new Set([head.apart])
  for (const each of lane.slice(1)) {
    const canShare =
      head.together !== undefined &&
      each.together === head.together &&
      each.key === head.key &&
      each.user === head.user &&
      each.state === 'here' &&
      each.apart !== undefined &&
      !lines.has(each.apart) &&
      now - each.at < MAX_OPERATION_AGE_MS &&
      Math.abs(each.at - head.at) < sameCallWindowMs
    if (!canShare || group.length === maxOperationsPerCall) break
    lines.add(each.apart)
    group.push(each)
  }
  return group
}
