// The header fields, declared once in a kind's `fields.ts`. Schemas, calls, forms and tables are derived from
// them (`derive/`, server/database/schema/header-columns.ts).
import * as v from 'valibot'
import { auditFields as audit } from '#core/wire/audit-fields.ts'
import { STORAGE_TYPES } from '#core/wire/constants.ts'
import {
  temperature as degrees,
  isoDate,
  isoDateOrNull,
  isTemperature,
  newOrDocumentNumber,
} from '#core/wire/document-values.ts'
import {
  status as anyStatus,
  storageType as anyStorageType,
  documentUuid,
  documentVersion,
  ownerFields as owner,
  seasonFields as season,
} from '#core/wire/documents.ts'
import type { LabelCode } from '#core/wire/label-codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { id, notBlank, oneOf, shortText, withoutNul, text as words } from '#core/wire/primitives.ts'
import type { RefusalCode } from '#core/wire/refusal-codes.ts'
import { firstRefusal, refuse } from '#core/wire/refusals.ts'
import { checkDay, dayOf } from './dates.ts'
import type { Actor, HeaderValues, Place } from './document.ts'
import type { Choice, Control, EntityKind, HeaderField, HeaderFields } from './header.ts'

type FieldOptions = Pick<
  HeaderField,
  'unit' | 'as' | 'fixed' | 'label' | 'locked' | 'hidden' | 'missing' | 'start'
>

// The author and time that the client sends; stored, but not verified.
const clientClaim = { by: v.optional(shortText(LIMITS.comments), ''), at: isoDateOrNull }

/** Season, authorship and owner: the last header fields of every kind. */
export const common = {
  TrimSeasonID: {
    role: 'seasonId',
    answer: season.TrimSeasonID,
    body: v.pipe(id, withoutNul(), notBlank('a trim season')),
  },
  TrimSeasonName: { role: 'seasonName', answer: season.TrimSeasonName, sentBack: true },
  CreatedBy: { role: 'createdBy', answer: audit.CreatedBy },
  CreatedDateTime: { role: 'createdAt', answer: audit.CreatedDateTime },
  LastChangedBy: { role: 'changedBy', answer: audit.LastChangedBy, body: clientClaim.by },
  LastChangedDateTime: { role: 'changedAt', answer: audit.LastChangedDateTime, body: clientClaim.at },
  // Not in the specification.
  OwnedBy: { role: 'ownedBy', answer: owner.OwnedBy },
  OwnedDateTime: { role: 'ownedAt', answer: owner.OwnedDateTime },
  DocumentUUID: { role: 'uuid', ...documentUuid },
  DocumentVersion: { role: 'version', ...documentVersion },
} as const satisfies HeaderFields

/** The document's number; hidden until the document has one. */
export function number(label: LabelCode) {
  const hidden = (_: HeaderValues, existing: boolean) => !existing
  const control = { type: 'shown' } as const
  return { role: 'number', answer: id, body: newOrDocumentNumber, label, control, hidden } as const
}

/** The document's status, with the statuses that a request body may have. */
export function status<const Options extends readonly string[]>(options: Options) {
  return {
    role: 'status',
    answer: anyStatus,
    body: v.picklist(options, options.join(', ').replace(/, (\w+)$/, ' or $1')),
  } as const
}

/** The document's location; `expected` describes it in a refusal. */
export function location(expected: string, more: FieldOptions = {}) {
  return {
    role: 'location',
    answer: words,
    body: v.pipe(shortText(LIMITS.reference), notBlank(expected)),
    control: { type: 'shown', as: 'location' },
    fixed: true,
    start: ({ location }: Place) => location,
    ...more,
  } as const
}

/** Warehouse stock or grower storage, for kinds with both modes. */
export const storageType = {
  role: 'storageType',
  answer: anyStorageType,
  body: v.optional(v.picklist(STORAGE_TYPES), 'INVENTORY'),
} as const satisfies HeaderField

/** One line of text. */
export function text(label: LabelCode, most: number, more: FieldOptions = {}) {
  return {
    column: 'text',
    answer: words,
    body: shortText(most),
    label,
    control: { type: 'text', most },
    ...more,
  } as const
}

/** A required line of text; `expected` describes it in a refusal. */
export function requiredText(label: LabelCode, most: number, missing: RefusalCode, expected: string) {
  return {
    ...text(label, most),
    body: v.pipe(shortText(most), v.trim(), notBlank(expected)),
    missing,
    check: (value: string) => (value.trim() === '' ? refuse(missing) : true),
    toBody: (value: string) => value.trim(),
  } as const satisfies HeaderField
}

/** Text of several lines. */
export function notes(label: LabelCode, more: FieldOptions = {}) {
  return {
    column: 'text',
    answer: words,
    body: shortText(LIMITS.comments),
    label,
    control: { type: 'lines', most: LIMITS.comments },
    ...more,
  } as const
}

const startWithToday = (_place: Place, _actor: Actor, today: string) => today

/** An optional date; a new header starts with today. */
export function day(label: LabelCode, more: FieldOptions = {}) {
  return {
    column: 'dayOrNull',
    answer: words,
    body: isoDateOrNull,
    label,
    control: { type: 'date' },
    start: startWithToday,
    check: (value: string) => checkDay(value),
    ...more,
  } as const
}

/** A required date; `picked` needs a calendar, `notBefore` names the field with the earliest date. */
export function requiredDay(
  label: LabelCode,
  missing: RefusalCode,
  more: { readonly notBefore?: string; readonly picked?: true } = {},
) {
  const control: Control = { type: 'date', ...more }
  return {
    column: 'day',
    answer: words,
    body: isoDate,
    label,
    control,
    start: startWithToday,
    missing,
    check: (value: string, values: HeaderValues) => {
      const earliest = more.notBefore === undefined ? '' : dayOf(values[more.notBefore])
      return firstRefusal(
        checkDay(value, missing),
        earliest <= dayOf(value) ? true : refuse('shipAfterArrival'),
      )
    },
    toBody: dayOf,
  } as const satisfies HeaderField
}

/** A temperature in degrees, stored as the typed text. */
export function temperature(label: LabelCode) {
  return {
    column: 'text',
    answer: words,
    body: degrees,
    label,
    control: { type: 'temperature', most: LIMITS.temperature },
    check: (value: string) => (value === '' || isTemperature(value) ? true : refuse('temperatureWrong')),
  } as const
}

/** One of a closed list. A request has the first option if none is chosen. */
export function choice<const Options extends readonly [string, ...string[]]>(
  options: Options,
  labels: readonly LabelCode[],
  more: FieldOptions & {
    readonly missing: RefusalCode
    readonly offers?: (actor: Actor, value: string) => boolean
  },
) {
  const { offers, ...rest } = more
  const choices = options.flatMap((value, index): Choice[] => {
    const label = labels[index]
    return label === undefined ? [] : [{ value, label }]
  })
  return {
    column: 'text',
    // Another server may send no value.
    answer: v.fallback(v.union([oneOf(options), v.literal('')]), ''),
    body: v.picklist(options, options.join(' or ')),
    control: { type: 'choice', choices, ...(offers && { offers }) },
    check: (value: string) => (options.includes(value) ? true : refuse(more.missing)),
    toBody: (value: string) => options.find((option) => option === value) ?? options[0],
    ...rest,
  } as const satisfies HeaderField
}

/** An entity of the master data; `expected` describes it in a refusal. */
export function entity(
  expected: string,
  of: (values: HeaderValues) => EntityKind,
  more: FieldOptions & { readonly missing: RefusalCode; readonly except?: (values: HeaderValues) => string },
) {
  const { except, ...rest } = more
  return {
    column: 'text',
    answer: words,
    // Another app may send numbers.
    body: v.pipe(v.union([shortText(LIMITS.reference), v.number()]), v.transform(String), notBlank(expected)),
    control: { type: 'entity', of, ...(except && { except }) },
    check: (value: string, values: HeaderValues) =>
      value !== '' && value !== except?.(values) ? true : refuse(more.missing),
    ...rest,
  } as const
}

/** Data of the entity in another field. The server sends it; it comes back unchanged and is not stored. */
export function entityData(most: number = LIMITS.comments) {
  return { answer: words, body: v.optional(shortText(most), ''), unit: 'destination' } as const
}
