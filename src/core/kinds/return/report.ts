// The report of returns from growers (part 2 sections 2.6 and 3).
import { type KindReport, reasons } from '../report.ts'

export const report: KindReport = {
  facts: [
    { field: 'ReturnedFromNbr', name: 'growerEntity', label: 'paperReturnedFrom' },
    { field: 'ReturnWarehouse', label: 'paperReturnWarehouse' },
    'TrimSeasonName',
    'InventoryEffect',
    'ReturnedDate',
    'ReturnedBy',
    { field: 'RefNbr', label: 'reference' },
    'LastChangedBy',
  ],
  leftOut: ['ReturnedFromType'],
  columns: [{ title: 'columnReturned', as: 'sum', of: ({ Qty }) => Qty }, reasons],
  signatures: ['signReturnedBy', 'signReceivedBy'],
}
