// POST transfers and DELETE transferlines: what transfers add to the common flow (save-document.ts).
import type { Problem } from '#contract/problem.ts'
import { REPLIES } from '#contract/reply-messages.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { TransferBody, TransferReply } from '#contract/transfer.ts'
import { transfer } from '#kinds/transfer/rules.ts'
import { openAdjustmentRequest } from './adjustment-requests.ts'
import { transferEffects } from './effects/transfer.ts'
import type { Person } from './people.ts'
import type { Ports } from './ports.ts'
import { mayOpenMode } from './records.ts'
import { misfit, notFound } from './refusals.ts'
import {
  deleteDocumentLine,
  isoOrNull,
  lineRequest,
  type SavedKind,
  type SaveRequest,
  saveDocument,
} from './save-document.ts'
import type { TransferFields } from './transfer.ts'

/** Transfer as the server works it: its rules, what they do to the ledger, and what its header needs. */
export const transferKind: SavedKind<
  keyof typeof transfer.documentSteps,
  keyof typeof transfer.lineSteps,
  TransferFields
> = {
  rules: transfer,
  effects: transferEffects,
  records: (ports) => ports.transfers,
  header: 'TransferHeader',
  locationField: 'OriginLocationID',
  fixed: ['OriginLocationID'],
  check: async ({ references }, { fields: { destination } }, document) => {
    // Once it is on its way, the body's destination is not read at all.
    if (document && (document.status === 'SHIPPED' || document.header.DestinationLocationID === destination))
      return succeed(true)
    const there = await references.locations({ activeOnly: true })
    return there.some(({ Code }) => Code === destination)
      ? succeed(true)
      : fail(misfit('body.TransferHeader.DestinationLocationID', 'an active location'))
  },
  writes: (step, fields) =>
    step === 'updateTemperature' ? { receiptTemperature: fields.receiptTemperature } : fields,
  after: async (ports, step, document, stamp) => {
    if (step === 'complete') await openAdjustmentRequest(ports, document, stamp)
  },
  messages: {
    RESERVED: REPLIES.transferLineReserved,
    PICKED: REPLIES.transferLinePicked,
    SHIPPED: REPLIES.transferLineShipped,
    RECEIVED: REPLIES.transferLineReceived,
    CANCELLED: REPLIES.transferLineCancelled,
  },
}

/** Creates or changes a transfer. Its Message is empty: the app shows any other one as an error (part 2 section 7.1). */
export async function saveTransfer(
  ports: Ports,
  person: Person,
  body: TransferBody,
): Promise<Result<TransferReply, Problem>> {
  const saved = await saveDocument(ports, transferKind, person, requestOf(body))
  if (!saved.ok) return saved
  return succeed({ Message: '', TransferNbr: saved.value.number, TransferLines: saved.value.lines })
}

type SentLine = TransferBody['TransferLines'][number]

const requestOf = ({
  TransferHeader: header,
  TransferLines: lines,
}: TransferBody): SaveRequest<TransferFields> => ({
  number: header.TransferNbr,
  status: header.Status,
  mode: 'inventory',
  seasonId: header.TrimSeasonID,
  header: {
    OriginLocationID: header.OriginLocationID,
    DestinationLocationID: header.DestinationLocationID,
  },
  fields: {
    destination: header.DestinationLocationID,
    reference: header.ReferenceNbr,
    carrierName: header.CarrierName,
    truckId: header.TruckID,
    shipDate: header.ExpectedShipDate.slice(0, 10),
    arrivalDate: header.ExpectedArrivalDate.slice(0, 10),
    shipTemperature: header.ShipPlantTemperature,
    receiptTemperature: header.ReceiptPlantTemperature,
  },
  lines: lines.map((line) => lineRequest(line, ownQuantity(line))),
  claimedAt: isoOrNull(header.LastChangedDateTime),
})

function ownQuantity(line: SentLine): number | null {
  if (line.Status === 'RECEIVED') return line.ReceiveQty ?? line.ReceivedQty
  return line.Status === 'PICKED' || line.Status === 'SHIPPED' ? line.PickQty : line.OrderQty
}

/** Deletes a line of a transfer; the call names the line only (part 2 section 7). */
export async function deleteTransferLine(
  ports: Ports,
  person: Person,
  id: string,
): Promise<Result<{ Message: string; Id: string }, Problem>> {
  const open = mayOpenMode(transfer.modes.inventory, person)
  if (!open.ok) return open
  const number = await ports.documents.numberOfLine('transfer', id)
  if (number === null) return fail(notFound('line on a transfer'))
  const deleted = await deleteDocumentLine(ports, transferKind, person, { id, number, mode: 'inventory' })
  return deleted.ok ? succeed({ Message: REPLIES.transferLineDeleted, Id: id }) : deleted
}
