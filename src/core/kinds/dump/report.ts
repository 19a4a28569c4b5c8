// The report of warehouse and grower storage dumps (part 1 sections 2 and 3).
import { growerLocationIn } from '#core/wire/grower-key.ts'
import { type KindReport, reasons } from '../report.ts'
import { textOf } from '../values.ts'

export const report: KindReport = {
  growers: 'grower',
  facts: ['DumpWarehouse', 'AuthorizedBy', 'AuthorizedDate', 'TrimSeasonName', 'LastChangedBy'],
  columns: [{ title: 'columnDumped', as: 'sum', of: ({ DumpQty, Qty }) => DumpQty ?? Qty }, reasons],
  // Plants of grower storage have no storage location; the line's key contains the grower.
  placeOf: ({ StorageLocation, Key }) => textOf(StorageLocation) || growerLocationIn(textOf(Key)),
  signatures: ['signAuthorizedBy', 'signDumpedBy'],
}
