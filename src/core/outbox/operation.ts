// An operation that the server has not confirmed yet. It is an intent, not a patch: its call is written when
// it is sent, from the document after the earlier operations.

/** Why an operation is refused or held: sentence code and facts. */
export interface Why {
  readonly code: string
  readonly facts: Readonly<Record<string, string | number>>
  /** The server's answer, if it could not be read. */
  readonly raw?: string
}

/**
 * `here`: nothing was sent. `sent`: it may have reached the server. `refused` and `held` wait for a person.
 */
export type OperationState = 'here' | 'sent' | 'refused' | 'held'

export interface Operation<Intent = unknown> {
  /** The action's id; its call's idempotency key is derived from it. */
  readonly id: string
  /** Its place among all operations of this device. */
  readonly seq: number
  /** By user name: it is only sent for this person. */
  readonly user: string
  /** Its subject. Operations of one lane are sent one after the other, in order. */
  readonly lane: string
  /** The name of the page where it was done. */
  readonly page?: string
  /** When it was done, in milliseconds since 1970. */
  readonly at: number
  readonly intent: Intent
  /** Consecutive operations of one lane with the same value may share a call; absent: sent alone. */
  readonly together?: string
  /** Its call had this idempotency key, and is to have it again: the server was restored and has lost it. */
  readonly key?: string
  /** Two with the same value never share a call: the line. */
  readonly apart?: string
  readonly state: OperationState
  /** How often it was changed; absent: never. An older version never replaces a newer one. */
  readonly rev?: number
  /** The id of the refused operation that it repeats. */
  readonly was?: string
  /** The server may have done the operation that it repeats, under a key that it has deleted. */
  readonly wasSent?: true
  /** Why it is refused or held. */
  readonly why?: Why
  /**
   * When its refusal was taken over by its screen, in milliseconds since 1970: it is listed, and nothing
   * waits behind it.
   */
  readonly closed?: number
}

/** The operations of one call: stored with its key before it is first sent, and never changed after that. */
export interface Parcel<Request = unknown> {
  /** The idempotency key. */
  readonly key: string
  readonly lane: string
  readonly user: string
  readonly operations: readonly string[]
  readonly request: Request
  /** When it was written, in milliseconds since 1970. */
  readonly at: number
}

// Maximum number of operations per call.
const MOST_TOGETHER = 50

// Operations this far apart, in milliseconds, go in separate calls.
const SAME_TIME = 60_000

/**
 * From this age on, in milliseconds, a person is asked: the server keeps keys for 30 days
 * (docs/stock-ledger.md, Answers).
 */
export const MAX_AGE = 25 * 24 * 60 * 60_000

/** How long a closed refusal is listed, in milliseconds. */
export const CLOSED_FOR = 24 * 60 * 60_000

/**
 * The next operations of a lane to send in one call: the first, and those after it that may share the call
 * and are not old. Empty if the lane is; `now` in milliseconds since 1970.
 */
export function nextTogether<Intent>(
  lane: readonly Operation<Intent>[],
  now: number,
): readonly Operation<Intent>[] {
  const [head] = lane
  if (!head) return []
  const group = [head]
  const lines = new Set([head.apart])
  for (const each of lane.slice(1)) {
    const fits =
      head.together !== undefined &&
      each.together === head.together &&
      each.key === head.key &&
      each.user === head.user &&
      each.state === 'here' &&
      each.apart !== undefined &&
      !lines.has(each.apart) &&
      now - each.at < MAX_AGE &&
      // A call has one time for all its operations.
      Math.abs(each.at - head.at) < SAME_TIME
    if (!fits || group.length === MOST_TOGETHER) break
    lines.add(each.apart)
    group.push(each)
  }
  return group
}
