// Checks rows that contradict other rows or the stock.
import type { ImportError } from '#features/stock-files/common/stock-import.ts'
import { FILLED_LATER, ROW_FACTS, type RowFact } from './row-facts.ts'
import type { ComparisonResult, RowConflict, SomeFacts } from './staged-rows.ts'

/** The result of the check: counts of valid rows by their change, and one error per invalid row. */
export interface ConflictCheck {
  readonly opened: number
  readonly adjusted: number
  readonly unchanged: number
  readonly errors: readonly ImportError[]
  /** Lines that contradict an earlier row. */
  readonly dropped: readonly number[]
  /** Lines that contradict the stock. */
  readonly refused: readonly number[]
}

/** Checks contradicting rows. The counts of `compared` include them. */
export function checkConflicts({ opened, adjusted, unchanged, doubts }: ComparisonResult): ConflictCheck {
  const counts = { opened, adjusted, unchanged }
  const errors: ImportError[] = []
  const dropped: number[] = []
  const refused: number[] = []
  for (const doubt of doubts) {
    const error = inFile(doubt) ?? inStock(doubt)
    if (!error) continue
    counts[doubt.change] -= 1
    errors.push(error)
    ;(inFile(doubt) ? dropped : refused).push(doubt.line)
  }
  return { ...counts, errors, dropped, refused }
}

/** The errors of rows that were skipped during writing. */
export function errorsOf(doubts: readonly RowConflict[]): readonly ImportError[] {
  return doubts.flatMap((doubt) => inStock(doubt) ?? [])
}

// A barcode has one set of facts, and at most one row per place.
function inFile({ line, barcode, given, twice, first }: RowConflict): ImportError | undefined {
  if (twice !== null) {
    const Facts = { value: barcode, line: twice }
    return { Line: line, Column: 'Barcode', Code: 'rowTwice', Facts }
  }
  const other = first && differingFact(given, first.facts)
  if (!first || !other) return undefined
  const Facts = { value: barcode, line: first.line, ...other }
  return { Line: line, Column: 'Barcode', Code: 'rowOtherPlantsInFile', Facts }
}

function inStock({ line, barcode, given, known, reserved }: RowConflict): ImportError | undefined {
  const other =
    known &&
    differingFact(
      given,
      known[FILLED_LATER] === '' ? { ...known, [FILLED_LATER]: given[FILLED_LATER] ?? '' } : known,
    )
  if (other) {
    const Facts = { value: barcode, ...other }
    return { Line: line, Column: 'Barcode', Code: 'rowOtherPlants', Facts }
  }
  if (reserved === null) return undefined
  return { Line: line, Column: 'Quantity', Code: 'rowReserved', Facts: { value: barcode, n: reserved } }
}

// The first fact of a row that differs from the known one.
function differingFact(
  given: SomeFacts,
  known: SomeFacts,
): { readonly here: string; readonly known: string } | undefined {
  const fact = factNames.find((name) => (given[name] ?? null) !== null && given[name] !== known[name])
  return fact && { here: given[fact] ?? '', known: known[fact] ?? '' }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets the keys' type
const factNames = Object.keys(ROW_FACTS) as readonly RowFact[]
