// The walking order of a document's lines by shelf, and the next line to work on.
// A kind's stage declares when a line is done.
import { growerIdIn } from '#core/wire/grower-key.ts'
import type { Document, Line, Shortfall } from './document.ts'
import { quantityOf } from './engine.ts'
import type { Stage } from './kind.ts'
import { type Entry, entriesOf, isPending, type Worksheet } from './worksheet.ts'

// A-2 comes before A-10.
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

// Caches the order for each list of keys: typing and saving change lines, but not their shelves.
const cachedWalks = new WeakMap<readonly string[], readonly string[]>()

/** The shelf of a line; '' for none. Plants in grower storage have the grower in place of a shelf. */
export function shelfOf({ storageLocation }: Pick<Line, 'storageLocation'>): string {
  return growerIdIn(storageLocation) === undefined ? storageLocation : ''
}

/** Compares two shelves in walking order, for `Array.sort`; '' (none) comes last. */
export function shelfOrder(one: string, other: string): number {
  if (one === '' || other === '') return Number(one === '') - Number(other === '')
  return byName.compare(one, other)
}

/** The keys of all lines in walking order: by shelf, then in list order. Lines without a shelf are last. */
export function walkOf({ order, entries }: Worksheet): readonly string[] {
  const known = cachedWalks.get(order)
  if (known) return known
  const shelves = new Map(order.map((key) => [key, entries[key] ? shelfOf(entries[key].line) : '']))
  const shelf = (key: string) => shelves.get(key) ?? ''
  const walk = order.toSorted((one, other) => shelfOrder(shelf(one), shelf(other)))
  cachedWalks.set(order, walk)
  return walk
}

/** The lines of a barcode in walking order: several growers or several shelves may have it. */
export function linesOfBarcode(sheet: Worksheet, barcode: string): readonly Entry[] {
  const found = entriesOf(sheet).filter((entry) => entry.line.barcode === barcode)
  if (found.length < 2) return found
  const walk = walkOf(sheet)
  return found.toSorted((one, other) => walk.indexOf(one.key) - walk.indexOf(other.key))
}

/**
 * The target of an action: the line of the barcode, or the current line if there is no barcode. Of several
 * lines that are not done, the current one comes first, then walking order.
 */
export function findTargetEntry(
  sheet: Worksheet,
  barcode: string | undefined,
  current: string | null,
  done: (line: Line) => boolean,
): Entry | undefined {
  const currentEntry = current === null ? undefined : sheet.entries[current]
  if (barcode === undefined) return currentEntry
  const matching = linesOfBarcode(sheet, barcode)
  const candidates = currentEntry?.line.barcode === barcode ? [currentEntry, ...matching] : matching
  return candidates.find((entry) => !done(entry.line)) ?? candidates[0]
}

type StageRules = Pick<Stage, 'lineAction' | 'first'>

/** Does the line still need work: is it not done, or has it unsaved input or a problem? */
export function needsWork({ lineAction }: StageRules, entry: Entry): boolean {
  return !lineAction.done(entry.line) || isPending(entry) || entry.problem !== null
}

/**
 * The next line that needs work: the first after `from` in walking order, continuing from the start after the
 * last line. Lines that need action come before all others. undefined: everything is done.
 */
export function findNextUnfinished(
  stage: StageRules,
  sheet: Worksheet,
  from: string | null = null,
): Entry | undefined {
  const walk = walkOf(sheet)
  const fromIndex = from === null ? -1 : walk.indexOf(from)
  const unfinished = [...walk.slice(fromIndex + 1), ...walk.slice(0, fromIndex + 1)]
    .map((key) => sheet.entries[key])
    .filter((entry) => entry !== undefined)
    .filter((entry) => needsWork(stage, entry))
  return unfinished.find(({ line }) => stage.first?.(line) === true) ?? unfinished[0]
}

/**
 * The line to work on: `current` (the last one scanned or chosen) while it needs work, else the next one.
 * When all lines are done it is `current`, so that an entry screen still shows it.
 */
export function findLineToWorkOn(
  stage: StageRules,
  sheet: Worksheet,
  current: string | null,
): Entry | undefined {
  const currentEntry = current === null ? undefined : sheet.entries[current]
  if (currentEntry && needsWork(stage, currentEntry)) return currentEntry
  return findNextUnfinished(stage, sheet, current) ?? currentEntry
}

/** Whole plants on a document's screen: of the lines that are done, and the expected ones of all lines. */
export interface Plants {
  readonly done: number
  readonly total: number
  readonly short: Shortfall
}

/** The plants that a done line is short of the expected quantity; 0 if that is unknown. */
export function shortfallOf({ lineAction }: Pick<Stage, 'lineAction'>, line: Line): number {
  if (line.id === null || line.status === 'CANCELLED' || !lineAction.done(line)) return 0
  return Math.max(0, (lineAction.expectedQuantity?.(line) ?? 0) - quantityOf(line))
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
    const plants = isDone ? quantityOf(line) : (lineAction.proposedQuantity(line) ?? quantityOf(line))
    if (isDone) done += plants
    total += lineAction.expectedQuantity?.(line) || plants
    const shortfall = shortfallOf(stage, line)
    if (shortfall > 0) shortLines += 1
    missing += shortfall
  }
  return { done, total, short: { lines: shortLines, plants: missing } }
}
