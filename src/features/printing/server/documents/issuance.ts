import type { Issuance } from '#core/kinds/issuance/fields.ts'
import { localDay } from '../paper/local-time.ts'
import { sayOnPaper } from '../paper/paper-texts.ts'
import { lineTable, shortReasons } from './lines.ts'
import type { Report } from './report.ts'
import { commodityOf, numberAndName, type ReportNames } from './report-names.ts'

/** The report of grower, nursery and grower storage issuances (part 2 sections 2.2 and 3). */
export function issuanceReport(
  header: Issuance['Header'],
  lines: readonly Issuance['Line'][],
  names: ReportNames,
): Report {
  const toGrower = header.IssueToType === 'Grower'
  const stored = header.StorageType === 'GROWERSTORAGE'
  const name = !toGrower ? 'Nursery Issuance' : stored ? 'Grower Storage Issuance' : 'Grower Issuance'
  return {
    title: sayOnPaper(`report.${name}`),
    number: header.TagNbr,
    status: header.Status,
    commodity: commodityOf(lines),
    facts: [
      {
        label: sayOnPaper(toGrower ? 'grower' : 'nursery'),
        value: numberAndName(header.IssueToNbr, header.EntityName),
      },
      { label: sayOnPaper('source'), value: names.location(header.InventoryLocation) },
      { label: sayOnPaper('paperSeason'), value: header.TrimSeasonName },
      { label: sayOnPaper('issueDate'), value: localDay(header.IssueDate) },
      { label: sayOnPaper('reference'), value: header.ReferenceNbr },
      { label: sayOnPaper('paperChanged'), value: lastChangeText(header, names) },
      { label: sayOnPaper('paperDistrict'), value: header.GrowingDistrict },
      { label: sayOnPaper('paperAccount'), value: header.VendorInvoiceAccNum },
      { label: sayOnPaper('paperPickUp'), value: names.location(header.PickUpLocationId) },
    ],
    notes: [{ label: sayOnPaper('comments'), value: header.Comments }],
    ...lineTable(
      lines,
      names,
      [
        { title: sayOnPaper('columnOrdered'), of: ({ OrderQty }) => OrderQty },
        { title: sayOnPaper('columnIssued'), of: ({ PickQty }) => PickQty },
      ],
      shortReasons(lines, names),
    ),
    signatures: [sayOnPaper('signIssuedBy'), sayOnPaper('signReceivedBy')],
  }
}

/** Formats the user and time of a document's last change. */
export function lastChangeText(
  header: { readonly LastChangedBy: string; readonly LastChangedDateTime: string },
  names: ReportNames,
): string {
  return [header.LastChangedBy, names.time(header.LastChangedDateTime)]
    .filter((part) => part !== '')
    .join(', ')
}
