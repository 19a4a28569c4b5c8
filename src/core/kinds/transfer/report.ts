// The report of transfers (part 2 sections 2.7 and 3).
import { type KindReport, type ReportColumn, shortReasons } from '../report.ts'
import { countOf } from '../values.ts'

// Before shipment the quantities are only picked.
const isShipped: ReportColumn['isShown'] = ({ Status }) => Status === 'SHIPPED' || Status === 'RECEIVED'
const isReceived: ReportColumn['isShown'] = (_, lines) =>
  lines.some(({ ReceivedQty }) => countOf(ReceivedQty) !== null)

export const report: KindReport = {
  facts: [
    'OriginLocationID',
    'DestinationLocationID',
    'TrimSeasonName',
    'ExpectedShipDate',
    'ExpectedArrivalDate',
    'ReferenceNbr',
    'CarrierName',
    'TruckID',
    'LastChangedBy',
    'ShipPlantTemperature',
    'ReceiptPlantTemperature',
  ],
  columns: [
    { title: 'columnOrdered', as: 'sum', of: ({ OrderQty }) => OrderQty },
    { title: 'columnShipped', as: 'sum', of: ({ PickQty }) => PickQty, isShown: isShipped },
    { title: 'columnReceived', as: 'sum', of: ({ ReceivedQty }) => ReceivedQty, isShown: isReceived },
    {
      title: 'columnDifference',
      as: 'sum',
      of: ({ ReceivedQty, PickQty }) => {
        const received = countOf(ReceivedQty)
        return received === null ? null : received - (countOf(PickQty) ?? 0)
      },
      isShown: isReceived,
    },
    shortReasons,
  ],
  signatures: ['signShippedBy', 'signDriver', 'signReceivedBy'],
}
