/** Lists the keys of a burst with times and weights, for support staff (docs/scanning.md, Detection). */
import type { Keystroke } from '../capture.ts'
import { weighGap, weighHold } from './evidence.ts'

export interface ExplainedKey {
  readonly key: string
  /** Milliseconds since the key before; undefined for the first. */
  readonly gapMs?: number
  /** Undefined if not released. */
  readonly holdMs?: number
  /** The evidence of interval and hold; above 0 means a scanner. */
  readonly nats: number
  readonly person: boolean
}

export function explainBurst(strokes: readonly Keystroke[]): readonly ExplainedKey[] {
  return strokes.map(({ key, at, hold, person }, index) => {
    const before = strokes[index - 1]
    const gap = before === undefined ? undefined : at - before.at
    return {
      key,
      ...(gap !== undefined && { gapMs: gap }),
      ...(hold !== undefined && { holdMs: hold }),
      nats: (gap === undefined ? 0 : weighGap(gap)) + (hold === undefined ? 0 : weighHold(hold)),
      person,
    }
  })
}
