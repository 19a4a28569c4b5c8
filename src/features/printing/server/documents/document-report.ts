// Builds the report of a document from the declarations of its kind: header facts, and a table of the lines.
import { fieldNameOf, type HeaderFields } from '#core/kinds/header.ts'
import { kinds } from '#core/kinds/index.ts'
import type { KindReport, ReportColumn, ReportFact } from '#core/kinds/report.ts'
import { kindReports } from '#core/kinds/reports.ts'
import { countOf, textOf, type Values } from '#core/kinds/values.ts'
import type { ReportName } from '#core/wire/constants.ts'
import { growerIdIn } from '#core/wire/grower-key.ts'
import { isSentenceCode } from '#text/all-languages.ts'
import { localDay } from '../paper/local-time.ts'
import { sayOnPaper } from '../paper/paper-texts.ts'
import type { Column, Fact, Report } from './report.ts'
import { commodityOf, formatPlants, numberAndName, type ReportNames, sumOf } from './report-names.ts'

/** Returns the report of a document with wire field names. */
export function documentReport(
  kind: keyof typeof kindReports,
  name: ReportName,
  header: Values,
  lines: readonly Values[],
  names: ReportNames,
): Report {
  const report = kindReports[kind]
  const fields: HeaderFields = kinds[kind].header
  const of = (role: Parameters<typeof fieldNameOf>[1]) => textOf(header[fieldNameOf(fields, role)])
  const facts = factsIn(report, fields)
  const placeOf = report.placeOf ?? (({ StorageLocation }) => textOf(StorageLocation))
  const isNote = ({ field }: ReportFact) => fields[field]?.control?.type === 'lines'
  const write = (fact: ReportFact) => writeFact(fact, fields, header, names)
  return {
    title: textOfCode(`report.${name}`),
    number: of('number'),
    status: of('status'),
    commodity: commodityOf(lines.map(({ Commodity }) => ({ Commodity: textOf(Commodity) }))),
    facts: [
      ...(report.growers
        ? [{ label: textOfCode(report.growers), value: growersIn(lines.map(placeOf), names) }]
        : []),
      ...facts.filter((fact) => !isNote(fact)).map(write),
    ],
    notes: facts.filter(isNote).map(write),
    ...lineTable(
      lines,
      report.columns.filter(({ isShown }) => isShown?.(header, lines) ?? true),
      placeOf,
      names,
    ),
    signatures: report.signatures.map(textOfCode),
  }
}

// Returns the text of a declared code, or the code itself if there is none.
const textOfCode = (code: string): string => (isSentenceCode(code) ? sayOnPaper(code) : code)

// Returns the declared facts, then the other fields with a label.
function factsIn({ facts, leftOut = [] }: KindReport, fields: HeaderFields): readonly ReportFact[] {
  const declared = facts.map((fact) => (typeof fact === 'string' ? { field: fact } : fact))
  const known = [...leftOut, ...declared.map(({ field }) => field)]
  const others = Object.entries(fields).flatMap(([field, { label, role }]) =>
    label === undefined || role !== undefined || known.includes(field) ? [] : [{ field }],
  )
  return [...declared, ...others]
}

function writeFact(
  { field, label, name, as }: ReportFact,
  fields: HeaderFields,
  header: Values,
  names: ReportNames,
): Fact {
  const value = textOf(header[field])
  const { role, label: ownLabel, control } = fields[field] ?? {}
  if (role === 'seasonName') return { label: sayOnPaper('paperSeason'), value }
  if (role === 'changedBy')
    return { label: sayOnPaper('paperChanged'), value: lastChange(fields, header, names) }
  return {
    label: textOfCode(typeof label === 'function' ? label(header) : (label ?? ownLabel ?? field)),
    value:
      name !== undefined
        ? numberAndName(value, textOf(header[name]))
        : as === 'location' || role === 'location'
          ? names.location(value)
          : formatValue(control, value, names),
  }
}

function lastChange(fields: HeaderFields, header: Values, names: ReportNames): string {
  const at = textOf(header[fieldNameOf(fields, 'changedAt')])
  return [textOf(header[fieldNameOf(fields, 'changedBy')]), names.time(at)].filter(Boolean).join(', ')
}

// Formats a value like its control on the screen.
function formatValue(control: HeaderFields[string]['control'], value: string, names: ReportNames): string {
  if (value === '') return ''
  switch (control?.type) {
    case 'choice': {
      const choice = control.choices.find((each) => each.value === value)
      return choice ? textOfCode(choice.label) : value
    }
    case 'date':
      return localDay(value)
    case 'temperature':
      return sayOnPaper('inCelsius', { n: value })
    case 'entity':
      return control.of({}) === 'location' ? names.location(value) : names.reason(value)
    default:
      return value
  }
}

const growersIn = (places: readonly string[], names: ReportNames): string =>
  [...new Set(places.filter((place) => growerIdIn(place) !== undefined).map(names.storage))].join(', ')

// Builds the table: plants, quantities, texts, and a row of sums.
function lineTable(
  lines: readonly Values[],
  columns: readonly ReportColumn[],
  placeOf: (line: Values) => string,
  names: ReportNames,
): Pick<Report, 'columns' | 'rows' | 'totals'> {
  const plantColumns: readonly Column[] = [
    { title: sayOnPaper('columnNumber'), share: 6, align: 'right' },
    { title: sayOnPaper('columnBarcode'), share: 15 },
    { title: sayOnPaper('columnVariety'), share: 20 },
    { title: sayOnPaper('columnTrimType'), share: 15 },
    { title: sayOnPaper('columnStockType'), share: 20 },
    { title: sayOnPaper('columnStorage'), share: 13 },
  ]
  const plantCells = (line: Values, index: number) => {
    const storage = names.storage(placeOf(line))
    return [
      String(index + 1),
      textOf(line['BarcodeID']),
      names.variety(textOf(line['VarietyCode'])),
      textOf(line['TrimType']),
      textOf(line['StockType']),
      line['IsReplant'] === true ? sayOnPaper('paperReplant', { storage }) : storage,
    ]
  }
  const isQuantity = ({ as }: ReportColumn) => as === 'sum' || as === 'figure'
  const cell = ({ as, of }: ReportColumn, line: Values) => {
    if (as === 'sum' || as === 'figure') return formatPlants(countOf(of(line)))
    const text = textOf(of(line))
    return as === 'reason' && text !== '' ? names.reason(text) : text
  }
  const total = ({ as, of }: ReportColumn) =>
    as === 'sum' ? formatPlants(sumOf(lines.map((line) => countOf(of(line))))) : ''
  return {
    columns: [
      ...plantColumns,
      ...columns.map((column): Column => {
        const title = textOfCode(column.title)
        return isQuantity(column) ? { title, share: 12, align: 'right' } : { title, share: 18 }
      }),
    ],
    rows: lines.map((line, index) => [
      ...plantCells(line, index),
      ...columns.map((column) => cell(column, line)),
    ]),
    ...(lines.length > 0 && {
      totals: ['', sayOnPaper('paperTotal', { n: lines.length }), '', '', '', '', ...columns.map(total)],
    }),
  }
}
