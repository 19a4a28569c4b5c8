// Builds a report from the declared fields of a kind: header facts and line columns.

import { fieldNameOf, type HeaderField } from '#core/kinds/header.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { countOf, textOf, type Values } from '#core/kinds/values.ts'
import type { ReportName } from '#core/wire/constants.ts'
import { isSentenceCode } from '#text/all-languages.ts'
import { localDay } from '../paper/local-time.ts'
import { sayOnPaper } from '../paper/paper-texts.ts'
import { lastChangeText } from './issuance.ts'
import { lineTable } from './lines.ts'
import type { Fact, Report } from './report.ts'
import { commodityOf, type ReportNames } from './report-names.ts'

// Returns the text of a declared code, or the code itself if there is none.
const textOfCode = (code: string): string => (isSentenceCode(code) ? sayOnPaper(code) : code)

/** Returns the report of a document with wire field names. */
export function declaredReport(
  { header: fields, line, signatureLabels = [] }: Kind,
  name: ReportName,
  header: Values,
  lines: readonly Values[],
  names: ReportNames,
): Report {
  const of = (role: Parameters<typeof fieldNameOf>[1]) => textOf(header[fieldNameOf(fields, role)])
  const labelled = Object.entries(fields).flatMap(([field, { label, role, control }]) => {
    const value = textOf(header[field])
    if (role === 'location')
      return [{ kind: 'fact', label: textOfCode(label ?? 'source'), value: names.location(value) }]
    if (label === undefined || role !== undefined) return []
    const kind = control?.type === 'lines' ? 'note' : 'fact'
    return [{ kind, label: textOfCode(label), value: control ? formatValue(control, value, names) : value }]
  })
  const columns = (...kinds: readonly string[]) =>
    Object.entries(line).flatMap(([field, { reportColumn }]) =>
      reportColumn && kinds.includes(reportColumn.as)
        ? [{ field, title: textOfCode(reportColumn.title), as: reportColumn.as }]
        : [],
    )
  return {
    title: textOfCode(`report.${name}`),
    number: of('number'),
    status: of('status'),
    commodity: commodityOf(lines.map(({ Commodity }) => ({ Commodity: textOf(Commodity) }))),
    facts: [
      ...factsOf(labelled, 'fact'),
      { label: sayOnPaper('paperSeason'), value: of('seasonName') },
      {
        label: sayOnPaper('paperChanged'),
        value: lastChangeText(
          { LastChangedBy: of('changedBy'), LastChangedDateTime: of('changedAt') },
          names,
        ),
      },
    ],
    notes: factsOf(labelled, 'note'),
    ...lineTable(
      lines.map((each) => ({ ...each, ...plantIn(each) })),
      names,
      columns('sum', 'figure').map(({ field, title, as }) => ({
        title,
        of: (each: Values) => countOf(each[field]),
        unsummed: as === 'figure',
      })),
      columns('words').map(({ field, title }) => ({ title, of: (each: Values) => textOf(each[field]) })),
    ),
    signatures: signatureLabels.map(textOfCode),
  }
}

const factsOf = (all: readonly (Fact & { readonly kind: string })[], kind: string): readonly Fact[] =>
  all.filter((each) => each.kind === kind).map(({ label, value }) => ({ label, value }))

const plantIn = (line: Values) => ({
  BarcodeID: textOf(line.BarcodeID),
  VarietyCode: textOf(line.VarietyCode),
  TrimType: textOf(line.TrimType),
  StockType: textOf(line.StockType),
  StorageLocation: textOf(line.StorageLocation),
  IsReplant: line.IsReplant === true,
})

// Formats a value like its control on the screen.
function formatValue(
  control: NonNullable<HeaderField['control']>,
  value: string,
  names: ReportNames,
): string {
  switch (control.type) {
    case 'choice': {
      const choice = control.choices.find((each) => each.value === value)
      return choice ? textOfCode(choice.label) : value
    }
    case 'date':
      return value === '' ? '' : localDay(value)
    case 'entity':
      return control.of({}) === 'location' ? names.location(value) : names.reason(value)
    default:
      return value
  }
}
