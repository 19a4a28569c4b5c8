// Fields of a dump (part 1 sections 2, 3 and 4).
import * as v from 'valibot'
import { storageTypeOf } from '#core/wire/constants.ts'
import { documentNumber, plantCount, quantityOrNull } from '#core/wire/document-values.ts'
import { storageType } from '#core/wire/documents.ts'
import { growerLocationIn } from '#core/wire/grower-key.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { needed, shortText, text } from '#core/wire/primitives.ts'
import { queryStorageType } from '../derive/calls.ts'
import { fieldsOf, headerBodyOf } from '../derive/schemas.ts'
import * as field from '../header-fields.ts'
import { sameLines, type TypeOf } from '../kind.ts'
import {
  commonLine,
  documentField,
  isReplant,
  type LineFields,
  lineStatus,
  reasonCode,
} from '../line-fields.ts'
import { countOf, textOf } from '../values.ts'
import { lineKey } from '../worksheet.ts'

const names = {
  header: 'DumpHeader',
  ...sameLines('DumpLogLines'),
  replied: 'InventoryLines',
  number: 'LogNbr',
  at: 'dumpwarehouse',
  ofStock: true,
} as const

const header = {
  LogNbr: field.number('logNumber'),
  Status: {
    ...field.status(['OPEN', 'DUMPED', 'CANCELLED']),
    label: 'dumpStatus',
    control: {
      type: 'shown',
      as: [
        { value: 'OPEN', label: 'statusOpen' },
        { value: 'DUMPED', label: 'statusDumped' },
        { value: 'CANCELLED', label: 'statusCancelled' },
      ],
    },
    start: () => 'OPEN',
  },
  DumpWarehouse: field.location('a location', { label: 'dumpWarehouse' }),
  AuthorizedBy: {
    ...field.requiredText('authorizedBy', LIMITS.authorizedBy, 'authorizedByMissing', 'who authorised it'),
    unit: 'authorization',
  },
  AuthorizedDate: {
    ...field.requiredDay('authorizedDate', 'authorizedDateMissing', { picked: true }),
    unit: 'authorization',
  },
  Comments: field.notes('comments'),
  StorageType: field.storageType,
  ...field.common,
  TrimSeasonName: { role: 'seasonName', answer: field.common.TrimSeasonName.answer },
} as const

const { OrderQty, ...others } = commonLine

const line = {
  ...others,
  IsReplant: isReplant,
  Status: lineStatus(['OPEN', 'DUMPED', 'CANCELLED']),
  OrderQty: { answer: OrderQty.answer, toResponse: OrderQty.toResponse },
  LogNbr: documentField(
    text,
    ({ number }) => number,
    ({ LogNbr }) => LogNbr,
  ),
  InventoryLocation: documentField(
    text,
    ({ location }) => location,
    ({ DumpWarehouse }) => DumpWarehouse,
  ),
  StorageType: documentField(
    storageType,
    ({ mode }) => storageTypeOf(mode),
    ({ StorageType }) => StorageType,
  ),
  DumpQty: {
    answer: quantityOrNull,
    body: v.nullish(plantCount, null),
    quantity: 'ordered',
    toResponse: ({ ordered }) => ordered,
    fromResponse: ({ DumpQty, Qty }) => ({ ordered: countOf(DumpQty) || countOf(Qty) || 0 }),
    toBody: ({ ordered }) => ordered,
  },
  ReasonCode: reasonCode,
  /** In grower storage it includes the grower: another server or app may identify the owner only by it. */
  Key: {
    answer: text,
    body: v.optional(shortText(LIMITS.reference), ''),
    toResponse: ({ barcode, storageLocation }) => `${barcode}${storageLocation}`,
    fromResponse: ({ StorageLocation, Key, BarcodeID }) =>
      textOf(StorageLocation) === '' && textOf(Key).startsWith(textOf(BarcodeID))
        ? { storageLocation: textOf(Key).slice(textOf(BarcodeID).length) }
        : {},
    toBody: (each, { mode }) => (mode === 'growerStorage' ? lineKey(each) : ''),
    fromBody: ({ StorageLocation, Key }) => ({
      storageLocation: textOf(StorageLocation) || growerLocationIn(textOf(Key)),
    }),
  },
} as const satisfies LineFields

export const fields = fieldsOf(names, header, line, headerBodyOf(header), {
  paths: ['dump', 'dump/{lognbr}', 'dumplogline/{id}'],
  list: { dumpwarehouse: needed('a location'), storagetype: queryStorageType },
  detail: { storagetype: queryStorageType },
  remove: { lognbr: documentNumber },
})

export const { Detail: DumpDetail, Body: DumpBody, Reply: DumpReply } = fields.schemas
export type Dump = TypeOf<typeof fields.schemas>
