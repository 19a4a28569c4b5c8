// Builds the line table of a report, with the same first columns for every kind.
import { sayOnPaper } from '../paper/paper-texts.ts'
import type { Column } from './report.ts'
import { formatPlants, type ReportNames, sumOf } from './report-names.ts'

interface PlantLine {
  readonly BarcodeID: string
  readonly VarietyCode: string
  readonly TrimType: string
  readonly StockType: string
  readonly StorageLocation: string
  readonly IsReplant: boolean
}

/** A column of quantities. */
export interface QuantityColumn<Line> {
  readonly title: string
  readonly of: (line: Line) => number | null
  /** True to leave out the sum of this column. */
  readonly unsummed?: boolean
}

/** A text column at the end of the line. */
export interface WordColumn<Line> {
  readonly title: string
  readonly of: (line: Line) => string
}

/** Returns the column of short-pick reasons; none if no line has a reason. */
export function shortReasons<Line extends { readonly ShortReasonCode: string }>(
  lines: readonly Line[],
  names: ReportNames,
): readonly WordColumn<Line>[] {
  return lines.some(({ ShortReasonCode }) => ShortReasonCode !== '')
    ? [
        {
          title: sayOnPaper('columnShortReason'),
          of: ({ ShortReasonCode }) => (ShortReasonCode === '' ? '' : names.reason(ShortReasonCode)),
        },
      ]
    : []
}

/** Builds a document's table: plants, quantities, texts, and a row of sums. */
export function lineTable<Line extends PlantLine>(
  lines: readonly Line[],
  names: ReportNames,
  quantities: readonly QuantityColumn<Line>[],
  words: readonly WordColumn<Line>[] = [],
) {
  const columns: readonly Column[] = [
    { title: sayOnPaper('columnNumber'), share: 6, align: 'right' },
    { title: sayOnPaper('columnBarcode'), share: 15 },
    { title: sayOnPaper('columnVariety'), share: 20 },
    { title: sayOnPaper('columnTrimType'), share: 15 },
    { title: sayOnPaper('columnStockType'), share: 20 },
    { title: sayOnPaper('columnStorage'), share: 13 },
    ...quantities.map(({ title }) => ({ title, share: 12, align: 'right' as const })),
    ...words.map(({ title }) => ({ title, share: 18 })),
  ]
  const rows = lines.map((line, index) => [
    String(index + 1),
    line.BarcodeID,
    names.variety(line.VarietyCode),
    line.TrimType,
    line.StockType,
    line.IsReplant
      ? sayOnPaper('paperReplant', { storage: names.storage(line.StorageLocation) })
      : names.storage(line.StorageLocation),
    ...quantities.map(({ of }) => formatPlants(of(line))),
    ...words.map(({ of }) => of(line)),
  ])
  const totals = [
    '',
    sayOnPaper('paperTotal', { n: lines.length }),
    '',
    '',
    '',
    '',
    ...quantities.map(({ of, unsummed }) => (unsummed ? '' : formatPlants(sumOf(lines.map(of))))),
    ...words.map(() => ''),
  ]
  return { columns, rows, ...(lines.length > 0 && { totals }) }
}
