// The operations that are dropped together with a refused one.
import { lineKey } from '#kinds/worksheet.ts'
import type { AppOperation } from './intent.ts'

/**
 * The operations of a lane that depend on an operation: later ones on its line, or on the document that it
 * was to create.
 */
export function followersOf(
  { seq, intent }: AppOperation,
  lane: readonly AppOperation[],
): readonly AppOperation[] {
  return lane.filter((each) => {
    if (each.seq <= seq) return false
    if (intent.type === 'create') return true
    return 'line' in intent && 'line' in each.intent && lineKey(each.intent.line) === lineKey(intent.line)
  })
}
