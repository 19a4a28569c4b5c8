// The report of grower, nursery and grower storage issuances (part 2 sections 2.2 and 3).
import { type KindReport, shortReasons } from '../report.ts'

export const report: KindReport = {
  facts: [
    {
      field: 'IssueToNbr',
      name: 'EntityName',
      label: ({ IssueToType }) => (IssueToType === 'Grower' ? 'grower' : 'nursery'),
    },
    'InventoryLocation',
    'TrimSeasonName',
    'IssueDate',
    'ReferenceNbr',
    'LastChangedBy',
    { field: 'GrowingDistrict', label: 'paperDistrict' },
    { field: 'VendorInvoiceAccNum', label: 'paperAccount' },
    { field: 'PickUpLocationId', label: 'paperPickUp', as: 'location' },
    { field: 'Comments', label: 'comments' },
  ],
  leftOut: ['IssueToType'],
  columns: [
    { title: 'columnOrdered', as: 'sum', of: ({ OrderQty }) => OrderQty },
    { title: 'columnIssued', as: 'sum', of: ({ PickQty }) => PickQty },
    shortReasons,
  ],
  signatures: ['signIssuedBy', 'signReceivedBy'],
}
