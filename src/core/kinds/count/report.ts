// The report of counts.
import type { KindReport } from '../report.ts'

export const report: KindReport = {
  facts: [
    'InventoryLocation',
    'Scope',
    'Shelf',
    'Blind',
    'ReasonCode',
    'ReferenceNbr',
    'RequestID',
    'TrimSeasonName',
    'LastChangedBy',
  ],
  columns: [
    { title: 'count.expected', as: 'sum', of: ({ ExpectedQty }) => ExpectedQty },
    { title: 'count.counted', as: 'figure', of: ({ CountedQty }) => CountedQty },
    { title: 'count.second', as: 'figure', of: ({ SecondQty }) => SecondQty },
    { title: 'count.variance', as: 'sum', of: ({ VarianceQty }) => VarianceQty },
    { title: 'count.secondBy', as: 'words', of: ({ SecondBy }) => SecondBy },
    { title: 'count.status', as: 'words', of: ({ Status }) => Status },
  ],
  signatures: ['count.signedBy', 'count.secondBy'],
}
