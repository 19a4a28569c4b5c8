// The walk through a document: its lines by shelf, and the next one to do. What is done is declared by the
// stage of the kind; nothing here knows a kind.
import { growerIn } from '#core/wire/grower-key.ts'
import type { Document, Line, Short } from './document.ts'
import { quantityOf } from './engine.ts'
import type { Stage } from './kind.ts'
import { type Entry, entriesOf, isPending, type Worksheet } from './worksheet.ts'

// A-2 comes before A-10.
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

// Sorted once for each list of keys: typing and saving change lines, not their shelves.
const walks = new WeakMap<readonly string[], readonly string[]>()

/** The shelf of a line; '' for none. Plants in grower storage have the grower in place of a shelf. */
export function shelfOf({ storageLocation }: Pick<Line, 'storageLocation'>): string {
  return growerIn(storageLocation) === undefined ? storageLocation : ''
}

/** Which of two shelves comes first on the walk, as `Array.sort` takes it; '' (none) comes last. */
export function shelfOrder(one: string, other: string): number {
  if (one === '' || other === '') return Number(one === '') - Number(other === '')
  return byName.compare(one, other)
}

/** The keys of all lines in walking order: by shelf, without a shelf last; equal ones in list order. */
export function walkOf({ order, entries }: Worksheet): readonly string[] {
  const known = walks.get(order)
  if (known) return known
  const shelves = new Map(order.map((key) => [key, entries[key] ? shelfOf(entries[key].line) : '']))
  const shelf = (key: string) => shelves.get(key) ?? ''
  const walk = order.toSorted((one, other) => shelfOrder(shelf(one), shelf(other)))
  walks.set(order, walk)
  return walk
}

/** The lines of a barcode in walking order: several growers may have it, or several shelves. */
export function linesOfBarcode(sheet: Worksheet, barcode: string): readonly Entry[] {
  const found = entriesOf(sheet).filter((entry) => entry.line.barcode === barcode)
  if (found.length < 2) return found
  const walk = walkOf(sheet)
  return found.toSorted((one, other) => walk.indexOf(one.key) - walk.indexOf(other.key))
}

/**
 * The target of an action: the line of a barcode, or the current one without a barcode. Of several with one
 * barcode it is the current one, else the first in walking order that is not done.
 */
export function findTargetEntry(
  sheet: Worksheet,
  barcode: string | undefined,
  current: string | null,
  done: (line: Line) => boolean,
): Entry | undefined {
  const now = current === null ? undefined : sheet.entries[current]
  if (barcode === undefined) return now
  const all = linesOfBarcode(sheet, barcode)
  const inOrder = now?.line.barcode === barcode ? [now, ...all] : all
  return inOrder.find((entry) => !done(entry.line)) ?? inOrder[0]
}

type Declared = Pick<Stage, 'lineAction' | 'first'>

/** Is something left to do at the line: is it not done, or has it input that is not saved, or a problem? */
export function isLeft({ lineAction }: Declared, entry: Entry): boolean {
  return !lineAction.done(entry.line) || isPending(entry) || entry.problem !== null
}

/**
 * The next line to do: the first one after `from` in walking order, and from the start again behind the last
 * one. Lines that need action go before all others. undefined: everything is done.
 */
export function nextOnWalk(stage: Declared, sheet: Worksheet, from: string | null = null): Entry | undefined {
  const walk = walkOf(sheet)
  const at = from === null ? -1 : walk.indexOf(from)
  const left = [...walk.slice(at + 1), ...walk.slice(0, at + 1)]
    .map((key) => sheet.entries[key])
    .filter((entry) => entry !== undefined)
    .filter((entry) => isLeft(stage, entry))
  return left.find(({ line }) => stage.first?.(line) === true) ?? left[0]
}

/**
 * The line that a person is at: `current`, the last one scanned or chosen, while something is left to do
 * there; else the next one. When all is done it is the last one scanned, so that an entry screen shows it.
 */
export function lineAtHand(stage: Declared, sheet: Worksheet, current: string | null): Entry | undefined {
  const here = current === null ? undefined : sheet.entries[current]
  if (here && isLeft(stage, here)) return here
  return nextOnWalk(stage, sheet, current) ?? here
}

/**
 * Whole plants on a document's screen: those of the lines that are done, and of all, as they were ordered.
 */
export interface Plants {
  readonly done: number
  readonly total: number
  readonly short: Short
}

/** The plants that a done line lacks of those that it was to have; 0 where nobody has told. */
export function shortOf({ lineAction }: Pick<Stage, 'lineAction'>, line: Line): number {
  if (line.id === null || line.status === 'CANCELLED' || !lineAction.done(line)) return 0
  return Math.max(0, (lineAction.expects?.(line) ?? 0) - quantityOf(line))
}

/** The plants of the document's saved lines; a line that is not done counts with its proposed quantity. */
export function plantsOf(stage: Pick<Stage, 'lineAction'>, { lines }: Pick<Document, 'lines'>): Plants {
  const { lineAction } = stage
  let done = 0
  let total = 0
  let shortLines = 0
  let missing = 0
  for (const line of lines) {
    if (line.id === null || line.status === 'CANCELLED') continue
    const isDone = lineAction.done(line)
    const taken = isDone ? quantityOf(line) : (lineAction.proposes(line) ?? quantityOf(line))
    if (isDone) done += taken
    total += lineAction.expects?.(line) || taken
    const by = shortOf(stage, line)
    if (by > 0) shortLines += 1
    missing += by
  }
  return { done, total, short: { lines: shortLines, plants: missing } }
}
