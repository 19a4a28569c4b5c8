// Who is at which document, from their own words; who says nothing for a while is gone. Pure: the clock comes in.
import { LIVE, type PRESENCE_STAGES } from '#contract/live.ts'
import type { Concern } from './changes.ts'

/** Where one window of a person is. */
export interface Presence extends Concern {
  readonly by: string
  readonly tab: string
  readonly number: string
  readonly barcode: string | null
  readonly stage: (typeof PRESENCE_STAGES)[number]
}

/** A person's window that is at no document. */
export type Absence = Pick<Presence, 'by' | 'tab'> & { readonly number: null }

/** What has changed of where a window is; undefined: nowhere. */
export interface Move {
  readonly before: Presence | undefined
  readonly after: Presence | undefined
}

/** Everybody who is somewhere, and when they last said so, in milliseconds. */
export type Present = ReadonlyMap<string, { readonly presence: Presence; readonly at: number }>

const keyOf = ({ by, tab }: Pick<Presence, 'by' | 'tab'>) => JSON.stringify([by, tab])

const isSame = (one: Presence, other: Presence): boolean =>
  one.number === other.number && one.barcode === other.barcode && one.stage === other.stage

/** Takes somebody's word; the move is undefined where they have only said that they are still there. */
export function attend(
  present: Present,
  said: Presence | Absence,
  at: number,
): { readonly present: Present; readonly move: Move | undefined } {
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

/** Lets those go who have said nothing for too long. */
export function letGo(
  present: Present,
  at: number,
): { readonly present: Present; readonly moves: readonly Move[] } {
  const gone = [...present].filter(([, each]) => at - each.at >= LIVE.absent)
  if (gone.length === 0) return { present, moves: [] }
  const next = new Map(present)
  for (const [key] of gone) next.delete(key)
  return { present: next, moves: gone.map(([, { presence: before }]) => ({ before, after: undefined })) }
}
