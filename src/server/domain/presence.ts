// Presence: who has which document open. A window that does not report for a while is removed. Pure: the
// clock is an argument.
import { LIVE, type PRESENCE_STAGES } from '#core/wire/live.ts'
import type { Concern } from './changes.ts'

/** The document that a window has open. */
export interface Presence extends Concern {
  readonly by: string
  readonly tab: string
  readonly number: string
  readonly barcode: string | null
  readonly stage: (typeof PRESENCE_STAGES)[number]
}

/** A window with no document open. */
export type Absence = Pick<Presence, 'by' | 'tab'> & { readonly number: null }

/** A change of a window's document; undefined: none. */
export interface Move {
  readonly before: Presence | undefined
  readonly after: Presence | undefined
}

/** All windows with a document open, and when they last reported, in milliseconds. */
export type PresenceByTab = ReadonlyMap<string, { readonly presence: Presence; readonly at: number }>

const keyOf = ({ by, tab }: Pick<Presence, 'by' | 'tab'>) => JSON.stringify([by, tab])

const isSame = (one: Presence, other: Presence): boolean =>
  one.number === other.number && one.barcode === other.barcode && one.stage === other.stage

/** Records a report. The move is undefined if the window only reported again. */
export function recordPresence(
  present: PresenceByTab,
  said: Presence | Absence,
  at: number,
): { readonly present: PresenceByTab; readonly move: Move | undefined } {
  const key = keyOf(said)
  const before = present.get(key)?.presence
  const next = new Map(present)
  if (said.number === null) {
    next.delete(key)
    return { present: next, move: before && { before, after: undefined } }
  }
  next.set(key, { presence: said, at })
  const still = before !== undefined && isSame(before, said)
  return { present: next, move: still ? undefined : { before, after: said } }
}

/** Removes windows that have not reported for too long. */
export function removeExpired(
  present: PresenceByTab,
  at: number,
): { readonly present: PresenceByTab; readonly moves: readonly Move[] } {
  const gone = [...present].filter(([, each]) => at - each.at >= LIVE.absent)
  if (gone.length === 0) return { present, moves: [] }
  const next = new Map(present)
  for (const [key] of gone) next.delete(key)
  return { present: next, moves: gone.map(([, { presence: before }]) => ({ before, after: undefined })) }
}
