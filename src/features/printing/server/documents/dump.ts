import type { Dump } from '#core/kinds/dump/fields.ts'
import { growerIdIn, growerLocationIn } from '#core/wire/grower-key.ts'
import { localDay } from '../paper/local-time.ts'
import { sayOnPaper } from '../paper/paper-texts.ts'
import { lastChangeText } from './issuance.ts'
import { lineTable } from './lines.ts'
import type { Report } from './report.ts'
import { commodityOf, type ReportNames } from './report-names.ts'

/** The report of warehouse and grower storage dumps (part 1 sections 2 and 3). */
export function dumpReport(
  header: Dump['Header'],
  lines: readonly Dump['Line'][],
  names: ReportNames,
): Report {
  // Plants of grower storage have no storage location; the line's key contains the grower.
  const placed = lines.map((line) => ({
    ...line,
    StorageLocation: line.StorageLocation || growerLocationIn(line.Key),
  }))
  const growers = placed.filter(({ StorageLocation }) => growerIdIn(StorageLocation) !== undefined)
  const named = [...new Set(growers.map(({ StorageLocation }) => names.storage(StorageLocation)))]
  const name = header.StorageType === 'GROWERSTORAGE' ? 'Grower Storage Dump' : 'Plants Dump'
  return {
    title: sayOnPaper(`report.${name}`),
    number: header.LogNbr,
    status: header.Status,
    commodity: commodityOf(lines),
    facts: [
      { label: sayOnPaper('grower'), value: named.join(', ') },
      { label: sayOnPaper('dumpWarehouse'), value: names.location(header.DumpWarehouse) },
      { label: sayOnPaper('authorizedBy'), value: header.AuthorizedBy },
      { label: sayOnPaper('authorizedDate'), value: localDay(header.AuthorizedDate) },
      { label: sayOnPaper('paperSeason'), value: header.TrimSeasonName },
      { label: sayOnPaper('paperChanged'), value: lastChangeText(header, names) },
    ],
    notes: [{ label: sayOnPaper('comments'), value: header.Comments }],
    ...lineTable(
      placed,
      names,
      [{ title: sayOnPaper('columnDumped'), of: ({ DumpQty, Qty }) => DumpQty ?? Qty }],
      [{ title: sayOnPaper('columnReason'), of: ({ ReasonCode }) => names.reason(ReasonCode) }],
    ),
    signatures: [sayOnPaper('signAuthorizedBy'), sayOnPaper('signDumpedBy')],
  }
}
