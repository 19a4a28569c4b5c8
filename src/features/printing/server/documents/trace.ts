// Builds the trace report of a lot: its sums, the places of its plants, and every step, oldest first.
import { COMMODITIES } from '#core/wire/constants.ts'
import { growerIdIn } from '#core/wire/grower-key.ts'
import { TRACE_SUMS, type Trace, type TraceAccount, type TraceStep } from '#features/history/common/trace.ts'
import { IMPORT_REASON } from '#features/stock-files/common/stock-import.ts'
import { isSentenceCode } from '#text/all-languages.ts'
import { sayOnPaper } from '../paper/paper-texts.ts'
import type { Column, Fact, Report } from './report.ts'
import { formatPlants, type ReportNames } from './report-names.ts'

/** Maximum number of steps in a report; the report also shows the total. */
export const MAX_STEPS = 2_000

/** Returns a trace as a report; quantities are whole plants. */
export function traceReport(trace: Trace, names: Pick<ReportNames, 'time'>): Report {
  const columns: readonly Column[] = [
    { title: sayOnPaper('columnPlants'), share: 9, align: 'right' },
    { title: sayOnPaper('columnFrom'), share: 24 },
    { title: sayOnPaper('columnTo'), share: 24 },
    { title: sayOnPaper('columnCause'), share: 20 },
    { title: sayOnPaper('columnBy'), share: 23 },
  ]
  return {
    title: sayOnPaper('screen.trace'),
    number: trace.BarcodeID,
    status: '',
    commodity: COMMODITIES.find((commodity) => commodity === trace.Commodity),
    facts: [
      { label: sayOnPaper('columnVariety'), value: trace.Variety || trace.VarietyCode },
      { label: sayOnPaper('columnTrimType'), value: trace.TrimType },
      { label: sayOnPaper('columnStockType'), value: trace.StockType },
      { label: sayOnPaper('paperSeason'), value: trace.TrimSeason },
      ...TRACE_SUMS.map((of) => sumFact(trace, of)),
    ],
    notes: [
      { label: sayOnPaper('trace.difference'), value: sayBalance(trace.Difference) },
      { label: sayOnPaper('trace.places'), value: placesOf(trace) },
      {
        label: sayOnPaper('trace.steps'),
        value: sayOnPaper('documents.count', { shown: trace.Steps.length, total: trace.TotalStepCount }),
      },
    ],
    columns,
    rows: trace.Steps.map((step) => [
      formatPlants(step.Qty),
      accountOf(step.From),
      accountOf(step.To),
      causeOf(step),
      sayOnPaper('records.changedBy', { by: step.By, at: names.time(step.Last) }),
    ]),
    signatures: [],
  }
}

const sumFact = ({ Sums }: Trace, of: (typeof TRACE_SUMS)[number]): Fact => {
  const { Here, Elsewhere } = Sums[of]
  const n = formatPlants(Here + Elsewhere)
  return {
    label: sayOnPaper(`trace.sum.${of}`),
    value:
      Elsewhere === 0 ? n : sayOnPaper('trace.ofThemElsewhere', { n, elsewhere: formatPlants(Elsewhere) }),
  }
}

const sayBalance = (difference: number): string =>
  difference === 0
    ? sayOnPaper('trace.inOrder')
    : sayOnPaper('trace.notInOrder', { n: formatPlants(difference) })

const placesOf = ({ Places }: Trace): string =>
  Places.length === 0
    ? sayOnPaper('trace.noPlaces')
    : Places.map(({ Account, Qty }) => `${accountOf(Account)}: ${formatPlants(Qty)}`).join('; ')

const accountOf = ({ Kind, Owner, Place, Name }: TraceAccount): string => {
  const code = `trace.account.${Kind}`
  const place = growerIdIn(Place) ?? Place
  return isSentenceCode(code)
    ? sayOnPaper(code, { owner: Owner, place, name: Name || place }).trim()
    : [Kind, Owner, Place].filter((part) => part !== '').join(' ')
}

const causeOf = ({ DocumentKind, DocumentNbr, ReasonCode, ReasonDescript }: TraceStep): string => {
  const code = `${DocumentKind}.one`
  const document =
    DocumentNbr === null ? '' : isSentenceCode(code) ? sayOnPaper(code, { number: DocumentNbr }) : DocumentNbr
  const reason = ReasonDescript || (ReasonCode === IMPORT_REASON ? sayOnPaper('history.import') : ReasonCode)
  return [document, reason].filter((part) => part !== '').join(', ')
}
