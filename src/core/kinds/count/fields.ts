// Fields of a count.

import { documentNumber, quantityOrNull } from '#core/wire/document-values.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { needed, text } from '#core/wire/primitives.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fieldsOf, headerBodyOf } from '../derive/schemas.ts'
import type { Document, Line } from '../document.ts'
import { quantityOf } from '../engine.ts'
import type { HeaderFields } from '../header.ts'
import * as field from '../header-fields.ts'
import { sameLines, type TypeOf } from '../kind.ts'
import { commonLine, documentField, type LineFields, lineStatus } from '../line-fields.ts'
import type { StoredDocument, StoredLine } from '../stored.ts'
import { countOf, textOf } from '../values.ts'

const header = {
  CountNbr: field.number('count.number'),
  InventoryLocation: field.location('a location', { label: 'count.location' }),
  Scope: field.choice(['SHELF', 'LOCATION'], ['count.oneShelf', 'count.wholeLocation'], {
    label: 'count.scope',
    missing: 'formIncomplete',
    fixed: true,
    start: () => 'SHELF',
  }),
  Shelf: {
    ...field.text('count.shelf', LIMITS.reference, {
      fixed: true,
      hidden: ({ Scope }) => Scope === 'LOCATION',
      missing: 'shelfMissing',
    }),
    control: { type: 'shelf', most: LIMITS.reference },
    check: (value: string, { Scope }: Readonly<Record<string, string>>) =>
      Scope === 'LOCATION' || value.trim() !== '' ? true : refuse('shelfMissing'),
    toBody: (value: string) => value.trim(),
  },
  Blind: field.choice(['YES', 'NO'], ['count.blindYes', 'count.blindNo'], {
    label: 'count.blind',
    missing: 'formIncomplete',
    fixed: true,
    start: () => 'YES',
  }),
  ReasonCode: field.entity('a reason code', () => 'reason', {
    label: 'count.reason',
    missing: 'reasonMissing',
  }),
  ReferenceNbr: field.text('reference', LIMITS.reference),
  Comments: field.notes('comments'),
  Status: field.status(['OPEN', 'CLOSED', 'CANCELLED']),
  /** Its adjustment request, or ''. */
  RequestID: { answer: text, label: 'count.request' },
  ...field.common,
} as const satisfies HeaderFields

// Expected quantities are visible when the count is closed, or always if it is not blind.
const ifShown = ({ status, header: { Blind } }: StoredDocument, of: (line: StoredLine) => number) =>
  status === 'CLOSED' || Blind === 'NO' ? of : () => null

/**
 * Is the first result of a line hidden? A blind count hides it until it is closed, so that it does not
 * influence the second person.
 */
export function hidesFirst({ status }: Pick<Line, 'status'>, document: Pick<Document, 'status' | 'header'>) {
  const isSecond = status === 'RECOUNT' || status === 'RECOUNTED'
  return isSecond && document.status === 'OPEN' && document.header.Blind !== 'NO'
}

/** The first count of a line, stored as its picked quantity; null if it is hidden or there is none. */
export function firstCount({ picked }: Line): number | null {
  return picked
}

/** The second count, by another person, stored as the line's received quantity; null if there is none. */
export function secondCount({ received }: Line): number | null {
  return received
}

const { ID, BarcodeID, Qty, StorageLocation, LastChangedDateTime, ClaimedDateTime } = commonLine

const line = {
  ID,
  BarcodeID,
  /** The valid count: the second if there is one. null while there is only a hidden first count. */
  Qty: {
    ...Qty,
    answer: quantityOrNull,
    toResponse: (each, document) =>
      hidesFirst(each, document) && secondCount(each) === null ? null : Qty.toResponse(each),
  },
  StorageLocation,
  CountNbr: documentField(
    text,
    ({ number }) => number,
    ({ CountNbr }) => CountNbr,
  ),
  /** The ledger quantity when the line was counted. */
  ExpectedQty: {
    answer: quantityOrNull,
    toResponse: (each, document) => ifShown(document, ({ ordered }) => ordered)(each),
    fromResponse: ({ ExpectedQty }) => ({ ordered: countOf(ExpectedQty) ?? 0 }),
  },
  CountedQty: {
    answer: quantityOrNull,
    body: Qty.body,
    quantity: 'picked',
    toResponse: (each, document) => (hidesFirst(each, document) ? null : firstCount(each)),
    fromResponse: ({ CountedQty }) => ({ picked: countOf(CountedQty) }),
    toBody: firstCount,
  },
  SecondQty: {
    answer: quantityOrNull,
    body: Qty.body,
    quantity: 'received',
    toResponse: secondCount,
    fromResponse: ({ SecondQty }) => ({ received: countOf(SecondQty) }),
    toBody: secondCount,
  },
  VarianceQty: {
    answer: quantityOrNull,
    toResponse: (each, document) => ifShown(document, (of) => quantityOf(of) - of.ordered)(each),
  },
  /** The person who made the valid count. */
  CountedBy: {
    answer: text,
    toResponse: ({ counted }) => textOf(counted?.by),
    fromResponse: ({ CountedBy }) => ({ changedBy: textOf(CountedBy) }),
  },
  SecondBy: {
    answer: text,
    toResponse: (each) => (secondCount(each) === null ? '' : textOf(each.counted?.by)),
  },
  LastChangedDateTime,
  ClaimedDateTime,
  /** A line above the threshold is not posted, but REQUESTED. */
  Status: {
    ...lineStatus(['COUNTED', 'RECOUNT', 'RECOUNTED', 'CLOSED', 'REQUESTED', 'CANCELLED']),
  },
} as const satisfies LineFields

const names = {
  header: 'CountHeader',
  ...sameLines('CountLines'),
  number: 'CountNbr',
  at: 'inventorylocation',
} as const

export const fields = fieldsOf(names, header, line, headerBodyOf(header), {
  paths: ['count', 'count/{countnbr}', 'countline/{id}'],
  list: { inventorylocation: needed('a location') },
  remove: { countnbr: documentNumber },
})

export type Count = TypeOf<typeof fields.schemas>
