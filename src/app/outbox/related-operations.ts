// Finds related operations: those that depend on a refused one, and repetitions of the same work.
import { lineKey } from '#core/kinds/worksheet.ts'
import type { AppOperation, AppState, HeaderIntent, Settled } from './intent.ts'
import { isHeldForRight } from './reports.ts'

/**
 * The later operations of a lane that depend on this one: on its line, on its fields, or on the document it
 * creates.
 */
export function dependentsOf(
  { seq, intent }: AppOperation,
  lane: readonly AppOperation[],
): readonly AppOperation[] {
  return lane.filter((each) => {
    if (each.seq <= seq) return false
    if (intent.type === 'create') return true
    if (intent.type === 'header') return each.intent.type === 'header' && sharesField(intent, each.intent)
    return 'line' in intent && 'line' in each.intent && lineKey(each.intent.line) === lineKey(intent.line)
  })
}

const sharesField = (one: HeaderIntent, other: HeaderIntent) =>
  Object.keys(one.values).some((name) => name in other.values)

// Is it the same step on the same line, or a correction of the same stock?
function isSameWork(one: AppOperation, other: AppOperation): boolean {
  const [a, b] = [one.intent, other.intent]
  if (one.lane !== other.lane || a.type !== b.type) return false
  if (a.type === 'header' && b.type === 'header')
    return Object.keys(b.values).every((name) => name in a.values)
  if (a.type === 'line' && b.type === 'line') return a.step === b.step && lineKey(a.line) === lineKey(b.line)
  if (a.type === 'whole' && b.type === 'whole') return a.step === b.step
  return a.type === 'delete' && b.type === 'delete' ? lineKey(a.line) === lineKey(b.line) : true
}

/** The ids of closed operations whose work these results confirm. */
export function confirmedAgain(
  closed: readonly AppOperation[],
  settled: readonly Settled[],
): readonly string[] {
  const confirmed = settled.flatMap(({ operation, result }) =>
    result.type === 'confirmed' ? [operation] : [],
  )
  return closed.filter((each) => confirmed.some((one) => isSameWork(one, each))).map(({ id }) => id)
}

/**
 * Groups refused and held operations into one report each: by document and cause, or by the missing right
 * alone.
 */
export function byCause<Reply extends Settled>(replies: readonly Reply[]): readonly (readonly Reply[])[] {
  const groups = new Map<string, Reply[]>()
  for (const reply of replies) {
    const { operation, result } = reply
    const lane = isHeldForRight(reply) ? '' : operation.lane
    const cause = `${lane} ${result.type} ${result.type === 'confirmed' ? '' : result.why.code}`
    groups.set(cause, [...(groups.get(cause) ?? []), reply])
  }
  return [...groups.values()]
}

/** Counts the person's changes that are held for the same right; `isOneLane`: are all of one document? */
export function countHeldForRight({ operations }: AppState, { lane, user }: AppOperation, code: string) {
  const held = operations.filter(
    (each) => each.user === user && each.state === 'held' && each.why?.code === code,
  )
  return { n: held.length, isOneLane: held.every((each) => each.lane === lane) }
}
