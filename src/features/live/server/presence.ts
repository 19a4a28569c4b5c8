// Presence: which window has which document open. Silent windows expire. Pure: the clock is an argument.
import { LIVE_INTERVALS_MS, type PRESENCE_STAGES } from '#features/live/common/live.ts'
import type { ChangeScope } from '#server/domain/changes.ts'

/** The document that a window has open. */
export interface Presence extends ChangeScope {
  readonly by: string
  readonly tab: string
  readonly number: string
  readonly barcode: string | null
  readonly stage: (typeof PRESENCE_STAGES)[number]
}

/** A window without an open document. */
export type Absence = Pick<Presence, 'by' | 'tab'> & { readonly number: null }

/** A change of a window's document; undefined for no document. */
export interface PresenceChange {
  readonly before: Presence | undefined
  readonly after: Presence | undefined
}

/** All windows with an open document, with the time of their last report in milliseconds. */
export type PresenceByTab = ReadonlyMap<string, { readonly presence: Presence; readonly at: number }>

const keyOf = ({ by, tab }: Pick<Presence, 'by' | 'tab'>) => JSON.stringify([by, tab])

const isSame = (one: Presence, other: Presence): boolean =>
  one.number === other.number && one.barcode === other.barcode && one.stage === other.stage

/** Records a report. `move` is undefined if the window repeated its last report. */
export function recordPresence(
  present: PresenceByTab,
  report: Presence | Absence,
  at: number,
): { readonly present: PresenceByTab; readonly move: PresenceChange | undefined } {
  const key = keyOf(report)
  const before = present.get(key)?.presence
  const next = new Map(present)
  if (report.number === null) {
    next.delete(key)
    return { present: next, move: before && { before, after: undefined } }
  }
  next.set(key, { presence: report, at })
  const isUnchanged = before !== undefined && isSame(before, report)
  return { present: next, move: isUnchanged ? undefined : { before, after: report } }
}

/** Removes windows that did not report for `LIVE.absent`. */
export function removeExpired(
  present: PresenceByTab,
  at: number,
): { readonly present: PresenceByTab; readonly moves: readonly PresenceChange[] } {
  const expired = [...present].filter(([, each]) => at - each.at >= LIVE_INTERVALS_MS.absent)
  if (expired.length === 0) return { present, moves: [] }
  const next = new Map(present)
  for (const [key] of expired) next.delete(key)
  return { present: next, moves: expired.map(([, { presence: before }]) => ({ before, after: undefined })) }
}
