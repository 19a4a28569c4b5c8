import type { Return } from '#core/kinds/return/fields.ts'
import { localDay } from '../paper/local-time.ts'
import { sayOnPaper } from '../paper/paper-texts.ts'
import { lastChangeText } from './issuance.ts'
import { lineTable } from './lines.ts'
import type { Report } from './report.ts'
import { commodityOf, numberAndName, type ReportNames } from './report-names.ts'

/** The report of returns from growers (part 2 sections 2.6 and 3). */
export function returnReport(
  header: Return['Header'],
  lines: readonly Return['Line'][],
  names: ReportNames,
): Report {
  return {
    title: sayOnPaper('report.Returns'),
    number: header.LogNbr,
    status: header.PostStatus,
    commodity: commodityOf(lines),
    facts: [
      {
        label: sayOnPaper('paperReturnedFrom'),
        value: numberAndName(header.ReturnedFromNbr, header.growerEntity),
      },
      { label: sayOnPaper('paperReturnWarehouse'), value: names.location(header.ReturnWarehouse) },
      { label: sayOnPaper('paperSeason'), value: header.TrimSeasonName },
      {
        label: sayOnPaper('inventoryAffect'),
        value: sayOnPaper(header.InventoryEffect === 'DUMP' ? 'dump' : 'growerStorage'),
      },
      { label: sayOnPaper('returnDate'), value: localDay(header.ReturnedDate) },
      { label: sayOnPaper('returnedBy'), value: header.ReturnedBy },
      { label: sayOnPaper('reference'), value: header.RefNbr },
      { label: sayOnPaper('paperChanged'), value: lastChangeText(header, names) },
    ],
    notes: [{ label: sayOnPaper('comments'), value: header.Comments }],
    ...lineTable(
      lines,
      names,
      [{ title: sayOnPaper('columnReturned'), of: ({ Qty }) => Qty }],
      [{ title: sayOnPaper('columnReason'), of: ({ ReasonCode }) => names.reason(ReasonCode) }],
    ),
    signatures: [sayOnPaper('signReturnedBy'), sayOnPaper('signReceivedBy')],
  }
}
