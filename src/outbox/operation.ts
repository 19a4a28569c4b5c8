// What a person has done and the server has yet to confirm. An operation is an intent, not a patch: what is sent for it is written
// when its turn comes, from the document as the operations before it have left it.

/** Why an operation is not on its way by itself: code of a sentence, and its facts. */
export interface Why {
  readonly code: string
  readonly facts: Readonly<Record<string, string | number>>
  /** What the server sent, where nobody could read it. */
  readonly raw?: string
}

/** `here`: nothing of it was sent. `sent`: it may have reached the server. `refused` and `held` wait for a person. */
export type OperationState = 'here' | 'sent' | 'refused' | 'held'

export interface Operation<Intent = unknown> {
  /** The name of the deed; what is sent for it carries a key made of it. */
  readonly id: string
  /** Its place among all operations of this device. */
  readonly seq: number
  /** By user name: it is sent for nobody else. */
  readonly user: string
  /** What it is about. Operations of one lane go out one after the other, in their order. */
  readonly lane: string
  /** The page where it was done, by its own name. */
  readonly page?: string
  /** When it was done, in milliseconds since 1970. */
  readonly at: number
  readonly intent: Intent
  /** Consecutive ones of one lane with the same word here may go out in one call; absent: always alone. */
  readonly together?: string
  /** No two with the same one go out together: the line that it is about. */
  readonly apart?: string
  readonly state: OperationState
  /** Why it is refused or held. */
  readonly why?: Why
}

/** What goes out in one call: written, with its key, before it is first sent, and never changed after that. */
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

// So many operations go out in one call at most.
const MOST_TOGETHER = 50

/** From this age on, in milliseconds, a person is asked: keys live 30 days on the server (docs/stock-ledger.md, Answers). */
export const OLD = 25 * 24 * 60 * 60_000

/**
 * The operations at the head of a lane that go out in its next call: the first one, and those right behind it that may go with it and
 * are not old. Empty where the lane is empty; `now` in milliseconds since 1970.
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
      each.user === head.user &&
      each.state === 'here' &&
      each.apart !== undefined &&
      !lines.has(each.apart) &&
      now - each.at < OLD
    if (!fits || group.length === MOST_TOGETHER) break
    lines.add(each.apart)
    group.push(each)
  }
  return group
}
