// What the handheld's guide shows of a document: the line at hand, what comes after it, what is done.
import type { Stage } from '#core/kinds/kind.ts'
import { isLeft, lineAtHand, walkOf } from '#core/kinds/walk.ts'
import { type Entry, entriesOf, type Worksheet } from '#core/kinds/worksheet.ts'

/** A line that a person has chosen by hand: it stays at hand until its data changes. */
export interface Chosen {
  readonly key: string
  readonly line: Entry['line']
}

export interface GuideLines {
  /** The line at hand; undefined: none yet. */
  readonly at: string | undefined
  /** Those with something left to do, in walking order from there on. */
  readonly left: readonly string[]
  /** Those that are done: in walking order, or on an entry screen the last one first. */
  readonly done: readonly string[]
}

/** `current` is the last line scanned or chosen, `asked` the one that a scan has asked to look at. */
export function guideLines(
  stage: Pick<Stage, 'lineAction' | 'first' | 'scans'>,
  sheet: Worksheet,
  { current, asked, chosen }: { current: string | null; asked: string | null; chosen: Chosen | null },
): GuideLines {
  const isChosen = chosen !== null && sheet.entries[chosen.key]?.line === chosen.line
  const wanted = isChosen && current === chosen.key ? chosen.key : asked === current ? asked : null
  const at = wanted !== null && sheet.entries[wanted] ? wanted : lineAtHand(stage, sheet, current)?.key
  const walk = walkOf(sheet)
  const from = at === undefined ? 0 : walk.indexOf(at)
  const left = [...walk.slice(from), ...walk.slice(0, from)].filter((key) => {
    const entry = sheet.entries[key]
    return key !== at && entry !== undefined && isLeft(stage, entry)
  })
  const rest = new Set(left)
  const isEntry = stage.scans.barcode === 'addLine'
  const order = isEntry
    ? entriesOf(sheet)
        .map(({ key }) => key)
        .toReversed()
    : walk
  return { at, left, done: order.filter((key) => key !== at && !rest.has(key)) }
}
