// Fields of a return (part 2 sections 2.6, 3 and 4.3).
import * as v from 'valibot'
import { INVENTORY_EFFECTS, ISSUE_TO_TYPES } from '#core/wire/constants.ts'
import { documentNumber } from '#core/wire/document-values.ts'
import { status } from '#core/wire/documents.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { needed, oneOf, text } from '#core/wire/primitives.ts'
import { fieldsOf, headerBodyOf } from '../derive/schemas.ts'
import type { HeaderFields } from '../header.ts'
import * as field from '../header-fields.ts'
import type { TypeOf } from '../kind.ts'
import { commonLine, documentField, type LineFields, lineStatus, reasonCode } from '../line-fields.ts'

const names = {
  header: 'ReturnHeader',
  lines: 'ReturnLines',
  sent: 'ReturnLogLines',
  replied: 'InventoryLines',
  number: 'LogNbr',
  at: 'returnwarehouse',
} as const

const header = {
  LogNbr: field.number('logNumber'),
  ReturnedFromNbr: field.entity('a grower', () => 'returningGrower', {
    label: 'grower',
    missing: 'growerMissing',
    unit: 'destination',
  }),
  /** Read-only (part 2 section 2.6), because nurseries have no storage. */
  ReturnedFromType: {
    answer: v.optional(oneOf(ISSUE_TO_TYPES), 'Grower'),
    body: v.optional(v.picklist(ISSUE_TO_TYPES), 'Grower'),
    label: 'entityType',
    control: { type: 'shown' },
    start: () => 'Grower',
    toBody: () => 'Grower',
  },
  InventoryEffect: {
    ...field.choice(INVENTORY_EFFECTS, ['growerStorage', 'dump'], {
      label: 'inventoryAffect',
      missing: 'effectMissing',
      start: () => 'GROWERSTORAGE',
    }),
    answer: v.optional(oneOf(INVENTORY_EFFECTS), 'GROWERSTORAGE'),
  },
  RefNbr: field.text('returnReference', LIMITS.reference),
  ReturnedDate: field.day('returnDate'),
  ReturnedBy: field.text('returnedBy', LIMITS.returnedBy),
  Comments: field.notes('comments'),
  ReturnWarehouse: field.location('a location'),
  PostStatus: { ...field.status(['OPEN', 'POSTED']), answer: v.optional(status, 'OPEN') },
  growerEntity: { answer: text, as: 'EntityName', unit: 'destination', sentBack: true },
  ...field.common,
} as const satisfies HeaderFields

const { toBody: _sends, ...storageLocation } = commonLine.StorageLocation

const line = {
  ...commonLine,
  Status: lineStatus(['OPEN', 'POSTED']),
  UpdateQty: { ...commonLine.UpdateQty, quantity: 'ordered' },
  // A line has no storage location, because the header has the grower.
  StorageLocation: { ...storageLocation, toResponse: () => '', fromResponse: () => ({}) },
  LogNbr: documentField(
    text,
    ({ number }) => number,
    ({ LogNbr }) => LogNbr,
  ),
  ReasonCode: reasonCode,
} as const satisfies LineFields

export const fields = fieldsOf(names, header, line, headerBodyOf(header), {
  paths: ['return', 'return/{nbr}', 'returnlogline/{id}'],
  list: { returnwarehouse: needed('a location') },
  ownListParameters: ['status'],
  remove: { lognbr: documentNumber },
})

export const { Detail: ReturnDetail, Body: ReturnBody, Reply: ReturnReply } = fields.schemas
export type Return = TypeOf<typeof fields.schemas>
