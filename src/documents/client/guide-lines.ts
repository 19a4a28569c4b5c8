// Divides the lines for the handheld's guide: the current line, the next ones, and the done ones.
import type { Stage } from '#core/kinds/kind.ts'
import { findLineToWorkOn, needsWork, walkOf } from '#core/kinds/walk.ts'
import { type Entry, entriesOf, type Worksheet } from '#core/kinds/worksheet.ts'

/** A line that a person has chosen by hand: it stays the current one until its data changes. */
export interface Chosen {
  readonly key: string
  readonly line: Entry['line']
}

interface GuideLines {
  /** The current line; undefined: none yet. */
  readonly currentKey: string | undefined
  /** Lines that still need work, in walking order from the current line on. */
  readonly left: readonly string[]
  /** Done lines, in walking order; on an entry screen the last one first. */
  readonly done: readonly string[]
}

/** `current`: the last line scanned or chosen. `asked`: the line that a scan wants to show. */
export function guideLines(
  stage: Pick<Stage, 'lineAction' | 'first' | 'scans'>,
  sheet: Worksheet,
  { current, asked, chosen }: { current: string | null; asked: string | null; chosen: Chosen | null },
): GuideLines {
  const isChosen = chosen !== null && sheet.entries[chosen.key]?.line === chosen.line
  const requested = isChosen && current === chosen.key ? chosen.key : asked === current ? asked : null
  const at =
    requested !== null && sheet.entries[requested] ? requested : findLineToWorkOn(stage, sheet, current)?.key
  const walk = walkOf(sheet)
  const from = at === undefined ? 0 : walk.indexOf(at)
  const left = [...walk.slice(from), ...walk.slice(0, from)].filter((key) => {
    const entry = sheet.entries[key]
    return key !== at && entry !== undefined && needsWork(stage, entry)
  })
  const leftKeys = new Set(left)
  const isEntry = stage.scans.barcode === 'addLine'
  const order = isEntry
    ? entriesOf(sheet)
        .map(({ key }) => key)
        .toReversed()
    : walk
  return { currentKey: at, left, done: order.filter((key) => key !== at && !leftKeys.has(key)) }
}
