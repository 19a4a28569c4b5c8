// Fields of an issuance (part 2 sections 2.3, 3 and 4.1).
import { ISSUE_TO_TYPES, type IssueToType } from '#core/wire/constants.ts'
import { documentNumber } from '#core/wire/document-values.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { idOrNull, needed, queryFlag } from '#core/wire/primitives.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { queryStorageType } from '../derive/calls.ts'
import { fieldsOf, headerBodyOf } from '../derive/schemas.ts'
import type { HeaderValues } from '../document.ts'
import * as field from '../header-fields.ts'
import { sameLines, type TypeOf } from '../kind.ts'
import { commonLine, documentField, isReplant, lineStatus, pickQty, shortReasonCode } from '../line-fields.ts'

/** The key for issuing to a type of destination. */
export const keyFor: Readonly<Record<IssueToType, SecurityKey>> = {
  Grower: 'GROWERISSUANCEADMINKEY',
  Nursery: 'NURSERYISSUANCEADMINKEY',
}

export function isIssueToType(value: string | undefined): value is IssueToType {
  return ISSUE_TO_TYPES.some((type) => type === value)
}

const locked = (values: HeaderValues) => !values.IssueToType

const header = {
  IssueToType: field.choice(ISSUE_TO_TYPES, ['grower', 'nursery'], {
    label: 'entityType',
    missing: 'entityTypeMissing',
    unit: 'destination',
    fixed: true,
    offers: (actor, value) => isIssueToType(value) && actor.keys.has(keyFor[value]),
    start: (_, actor) => {
      const types = ISSUE_TO_TYPES.filter((type) => actor.keys.has(keyFor[type]))
      return (types.length === 1 ? types[0] : undefined) ?? ''
    },
  }),
  TagNbr: field.number('tagNumber'),
  ReferenceNbr: field.text('reference', LIMITS.reference, { locked }),
  InventoryLocation: field.location('a location', { label: 'source' }),
  IssueToNbr: field.entity(
    'a grower or nursery',
    ({ IssueToType }) => (IssueToType === 'Nursery' ? 'nursery' : 'grower'),
    { label: 'destination', missing: 'destinationMissing', unit: 'destination', locked },
  ),
  IssueDate: field.day('issueDate', { locked }),
  Comments: field.notes('comment', { locked }),
  Status: field.status(['OPEN', 'RESERVED', 'SHIPPED', 'CANCELLED']),
  StorageType: field.storageType,
  EntityName: field.entityData(),
  GrowingDistrict: field.entityData(),
  VendorInvoiceAccNum: field.entityData(),
  PickUpLocationId: field.entityData(LIMITS.reference),
  ...field.common,
}

const line = {
  ...commonLine,
  IsReplant: isReplant,
  Status: lineStatus(['OPEN', 'RESERVED', 'PICKED', 'SHIPPED', 'CANCELLED']),
  IssuanceID: documentField(
    idOrNull,
    ({ number }) => number,
    ({ TagNbr }) => TagNbr,
  ),
  PickQty: pickQty,
  ShortReasonCode: shortReasonCode,
}

const names = {
  header: 'IssuanceHeader',
  ...sameLines('InventoryLines'),
  number: 'TagNbr',
  at: 'inventorylocation',
} as const

export const fields = fieldsOf(names, header, line, headerBodyOf(header), {
  paths: ['issuance', 'issuance/{id}', 'issuancedetail'],
  list: { inventorylocation: needed('a location'), storagetype: queryStorageType, all: queryFlag },
  detail: { storagetype: queryStorageType },
  remove: { id: needed('a line'), tagnbr: documentNumber, storagetype: queryStorageType },
})

export const {
  Detail: IssuanceDetail,
  Body: IssuanceBody,
  Reply: IssuanceReply,
  List: IssuanceList,
} = fields.schemas
export type Issuance = TypeOf<typeof fields.schemas>
