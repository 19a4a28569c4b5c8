// What an operation takes with it when it goes without having been done.
import { lineKey } from '#kinds/worksheet.ts'
import type { AppOperation } from './intent.ts'

/** Of a lane what cannot go out without an operation: later deeds on its line, or on the document that it was to make. */
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
