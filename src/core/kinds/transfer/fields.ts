// Fields of a transfer (part 2 sections 2.7, 3 and 4.4).
import * as v from 'valibot'
import { STATUSES } from '#core/wire/constants.ts'
import { documentNumber } from '#core/wire/document-values.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { queryStatuses, queryText, text } from '#core/wire/primitives.ts'
import { fieldsOf, headerBodyOf } from '../derive/schemas.ts'
import * as field from '../header-fields.ts'
import { sameLines, type TypeOf } from '../kind.ts'
import {
  commonLine,
  documentField,
  lineStatus,
  pickQty,
  receiveFields,
  shortReasonCode,
} from '../line-fields.ts'

const header = {
  TransferNbr: field.number('transferNumber'),
  ReferenceNbr: field.text('reference', LIMITS.reference),
  CarrierName: field.text('carrierName', LIMITS.carrierName),
  TruckID: field.text('truckId', LIMITS.truckId),
  OriginLocationID: field.location('a source location', { label: 'source' }),
  DestinationLocationID: field.entity('a destination', () => 'location', {
    label: 'destination',
    missing: 'destinationMissing',
    except: ({ OriginLocationID }) => OriginLocationID ?? '',
  }),
  ExpectedShipDate: field.requiredDay('shipDate', 'dateMissing'),
  ExpectedArrivalDate: field.requiredDay('arrivalDate', 'dateMissing', { notBefore: 'ExpectedShipDate' }),
  ShipPlantTemperature: field.temperature('shipTemperature'),
  ReceiptPlantTemperature: field.temperature('receiveTemperature'),
  Status: field.status(['OPEN', 'RESERVED', 'SHIPPED', 'RECEIVED', 'CANCELLED']),
  /** Its adjustment request; '' if the server sends none. */
  RequestID: { answer: text },
  ...field.common,
}

const line = {
  ...commonLine,
  Status: lineStatus(['OPEN', 'RESERVED', 'PICKED', 'SHIPPED', 'RECEIVED', 'CANCELLED']),
  TransferNbr: documentField(
    text,
    ({ number }) => number,
    ({ TransferNbr }) => TransferNbr,
  ),
  PickQty: pickQty,
  ShortReasonCode: shortReasonCode,
  ...receiveFields,
}

const names = {
  header: 'TransferHeader',
  ...sameLines('TransferLines'),
  number: 'TransferNbr',
  at: 'inventorylocation',
} as const

const sent = v.pipe(
  headerBodyOf(header),
  v.forward(
    v.check(
      ({ ExpectedShipDate, ExpectedArrivalDate }) =>
        Date.parse(ExpectedShipDate) <= Date.parse(ExpectedArrivalDate),
      'a day not before the ship date',
    ),
    ['ExpectedArrivalDate'],
  ),
  v.forward(
    v.check(
      ({ OriginLocationID, DestinationLocationID }) => OriginLocationID !== DestinationLocationID,
      'another location than the source',
    ),
    ['DestinationLocationID'],
  ),
)

export const fields = fieldsOf(names, header, line, sent, {
  paths: ['transfers', 'transfers/{nbr}', 'transferlines/{id}'],
  ifRead: ['StorageLocation'],
  // A request needs one of the two locations.
  list: {
    originlocationid: queryText,
    destinationlocationid: queryText,
    transfernbr: v.optional(documentNumber),
  },
  detail: { status: queryStatuses(STATUSES), flag: queryText },
})

export const { Detail: TransferDetail, Body: TransferBody, Reply: TransferReply } = fields.schemas
export type Transfer = TypeOf<typeof fields.schemas>
