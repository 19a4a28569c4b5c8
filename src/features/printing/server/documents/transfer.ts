import type { Transfer } from '#core/kinds/transfer/fields.ts'
import { localDay } from '../paper/local-time.ts'
import { sayOnPaper } from '../paper/paper-texts.ts'
import { lastChangeText } from './issuance.ts'
import { lineTable, type QuantityColumn, shortReasons } from './lines.ts'
import type { Report } from './report.ts'
import { commodityOf, type ReportNames } from './report-names.ts'

/**
 * The report of transfers (part 2 sections 2.7 and 3). Received quantities appear once something was
 * received.
 */
export function transferReport(
  header: Transfer['Header'],
  lines: readonly Transfer['Line'][],
  names: ReportNames,
): Report {
  const received: readonly QuantityColumn<Transfer['Line']>[] = [
    { title: sayOnPaper('columnReceived'), of: ({ ReceivedQty }) => ReceivedQty },
    {
      title: sayOnPaper('columnDifference'),
      of: ({ ReceivedQty, PickQty }) => (ReceivedQty === null ? null : ReceivedQty - (PickQty ?? 0)),
    },
  ]
  const isShipped = ['SHIPPED', 'RECEIVED'].includes(header.Status)
  return {
    title: sayOnPaper('report.Transfers'),
    number: header.TransferNbr,
    status: header.Status,
    commodity: commodityOf(lines),
    facts: [
      { label: sayOnPaper('source'), value: names.location(header.OriginLocationID) },
      { label: sayOnPaper('destination'), value: names.location(header.DestinationLocationID) },
      { label: sayOnPaper('paperSeason'), value: header.TrimSeasonName },
      { label: sayOnPaper('shipDate'), value: localDay(header.ExpectedShipDate) },
      { label: sayOnPaper('arrivalDate'), value: localDay(header.ExpectedArrivalDate) },
      { label: sayOnPaper('reference'), value: header.ReferenceNbr },
      { label: sayOnPaper('carrierName'), value: header.CarrierName },
      { label: sayOnPaper('truckId'), value: header.TruckID },
      { label: sayOnPaper('paperChanged'), value: lastChangeText(header, names) },
      { label: sayOnPaper('shipTemperature'), value: inCelsius(header.ShipPlantTemperature) },
      { label: sayOnPaper('receiveTemperature'), value: inCelsius(header.ReceiptPlantTemperature) },
    ],
    notes: [],
    ...lineTable(
      lines,
      names,
      [
        { title: sayOnPaper('columnOrdered'), of: ({ OrderQty }) => OrderQty },
        // Before shipment the quantities are only picked, so the column is left out.
        ...(isShipped
          ? [{ title: sayOnPaper('columnShipped'), of: ({ PickQty }: Transfer['Line']) => PickQty }]
          : []),
        ...(lines.some(({ ReceivedQty }) => ReceivedQty !== null) ? received : []),
      ],
      shortReasons(lines, names),
    ),
    signatures: [sayOnPaper('signShippedBy'), sayOnPaper('signDriver'), sayOnPaper('signReceivedBy')],
  }
}

const inCelsius = (value: string) => (value === '' ? '' : sayOnPaper('inCelsius', { n: value }))
