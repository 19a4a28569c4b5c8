// Maintenance of users and master data: one table of record kinds. The server validates with it, and the
// screens render their forms from it.
import * as v from 'valibot'
import { COMMODITIES, REASON_TYPES } from '#core/wire/constants.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { ownKeysOf } from '#core/wire/own-kinds.ts'
import { PASSPORT_LIMITS } from '#core/wire/plant-passport.ts'
import { id, listOf, oneOf, shortText, text } from '#core/wire/primitives.ts'
import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'

/** The kinds of records, in menu order. */
export const RECORD_KINDS = [
  'people',
  'growers',
  'nurseries',
  'varieties',
  'trimTypes',
  'seasons',
  'locations',
  'reasonCodes',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

// Maximum length of names and codes in characters, and of a set in codes.
const RECORD_LIMITS = { name: 100, code: 20, set: 200 } as const

/** A record's values by field; sets are lists of codes. */
export type RecordValues = Readonly<Record<string, string | readonly string[]>>

/** How a field is edited; lengths are characters. */
export type RecordControl =
  | { readonly type: 'text'; readonly most: number }
  /** Letters, digits, `_` and `-`: used in URLs and barcodes. */
  | { readonly type: 'code'; readonly most: number }
  /** A user name of an identity provider: a code, or an address with `@`, `.` and `+`. */
  | { readonly type: 'userName'; readonly most: number }
  | { readonly type: 'number'; readonly most: number }
  | { readonly type: 'choice'; readonly options: readonly string[] }
  | { readonly type: 'location' }
  | { readonly type: 'timeZone' }
  /** The registration number of a professional operator (core/wire/plant-passport.ts). */
  | { readonly type: 'operatorNumber'; readonly most: number }
  /** Codes of pests (core/wire/plant-passport.ts). */
  | { readonly type: 'zonePests'; readonly most: number }
  | { readonly type: 'securityKeys' }
  | { readonly type: 'locations' }

export interface RecordField {
  readonly name: string
  readonly control: RecordControl
  readonly required?: true
  /** Cannot be changed after creation: documents and stock refer to it. */
  readonly fixed?: true
}

export interface RecordKindRules {
  /** The fields that form the record's key. */
  readonly key: readonly string[]
  /** The main field in lists: the name that users know. */
  readonly title: string
  readonly fields: readonly RecordField[]
  /** The administrators who maintain the records: growers and nurseries have their own (part 1 section 6). */
  readonly maintainedBy: 'admin' | 'entityAdmin'
}

const name = (field: string): RecordField => ({
  name: field,
  control: { type: 'text', most: RECORD_LIMITS.name },
  required: true,
})
const code = (field: string): RecordField => ({
  name: field,
  control: { type: 'code', most: RECORD_LIMITS.code },
  required: true,
  fixed: true,
})
const detail = (field: string): RecordField => ({
  name: field,
  control: { type: 'text', most: LIMITS.reference },
})
const commodity: RecordField = {
  name: 'Commodity',
  control: { type: 'choice', options: COMMODITIES },
  required: true,
}

// The fields and limits of each kind. Fields have the names of the specification (part 1 section 3).
const RECORDS = {
  people: {
    key: ['UserName'],
    title: 'Name',
    maintainedBy: 'admin',
    fields: [
      {
        name: 'UserName',
        control: { type: 'userName', most: RECORD_LIMITS.name },
        required: true,
        fixed: true,
      },
      name('Name'),
      detail('Role'),
      { name: 'Locations', control: { type: 'locations' } },
      { name: 'Keys', control: { type: 'securityKeys' } },
    ],
  },
  growers: {
    key: ['Id'],
    title: 'GrowerEntity',
    maintainedBy: 'entityAdmin',
    fields: [
      code('Id'),
      name('GrowerEntity'),
      commodity,
      { name: 'PickUpLocationId', control: { type: 'location' } },
      detail('GrowingArea'),
      detail('GrowingDistrict'),
      detail('VendorInvoiceAccNum'),
      detail('FieldType'),
    ],
  },
  nurseries: {
    key: ['Id'],
    title: 'Name',
    maintainedBy: 'entityAdmin',
    fields: [code('Id'), name('Name')],
  },
  varieties: {
    key: ['Code'],
    title: 'Descript',
    maintainedBy: 'admin',
    fields: [
      code('Code'),
      name('Descript'),
      { ...commodity, fixed: true },
      { name: 'VarietyID', control: { type: 'number', most: LIMITS.quantityDigits } },
      { name: 'BotanicalName', control: { type: 'text', most: PASSPORT_LIMITS.botanicalName } },
      { name: 'ZonePests', control: { type: 'zonePests', most: PASSPORT_LIMITS.zonePests } },
    ],
  },
  trimTypes: {
    key: ['Id'],
    title: 'TrimType',
    maintainedBy: 'admin',
    fields: [code('Id'), name('TrimType')],
  },
  seasons: {
    key: ['Id'],
    title: 'TrimSeason',
    maintainedBy: 'admin',
    fields: [code('Id'), name('TrimSeason'), { ...commodity, fixed: true }],
  },
  locations: {
    key: ['Code'],
    title: 'Descript',
    maintainedBy: 'admin',
    fields: [
      code('Code'),
      name('Descript'),
      { name: 'LocalTimeZone', control: { type: 'timeZone' }, required: true },
      {
        name: 'OperatorNumber',
        control: { type: 'operatorNumber', most: PASSPORT_LIMITS.operatorNumber },
      },
      { name: 'PassportWords', control: { type: 'text', most: PASSPORT_LIMITS.words } },
      { name: 'ZoneWords', control: { type: 'text', most: PASSPORT_LIMITS.words } },
    ],
  },
  reasonCodes: {
    key: ['ReasonType', 'ReasonCode'],
    title: 'ReasonDescript',
    maintainedBy: 'admin',
    fields: [
      {
        name: 'ReasonType',
        control: { type: 'choice', options: REASON_TYPES },
        required: true,
        fixed: true,
      },
      code('ReasonCode'),
      name('ReasonDescript'),
    ],
  },
} as const satisfies Record<RecordKind, RecordKindRules>

/** The rules of a kind, with the type that all kinds share. */
export function rulesOf(kind: RecordKind): RecordKindRules {
  return RECORDS[kind]
}

/** Presets of security keys to grant together. Only the keys are stored, not the preset. */
export const RIGHTS_PRESETS = {
  picker: [
    'ADJUSTINVENTORYKEY',
    'ISSUANCEADMINKEY',
    'GROWERISSUANCEADMINKEY',
    'NURSERYISSUANCEADMINKEY',
    ...ownKeysOf('picker'),
  ],
  receiver: [
    'ADJUSTINVENTORYKEY',
    'TRANSFERLOGADMINKEY',
    'RETURNADMINKEY',
    'GROWERRETURNADMINKEY',
    'NURSERYRETURNADMINKEY',
    'DUMPHOMEKEY',
    'DUMPCREATEKEY',
    ...ownKeysOf('receiver'),
  ],
  lead: SECURITY_KEYS,
  // The keys that open screens. The identity group prevents changes.
  readOnly: [
    'ADJUSTINVENTORYKEY',
    'TRANSFERLOGADMINKEY',
    'ISSUANCEADMINKEY',
    'RETURNADMINKEY',
    'DUMPHOMEKEY',
    'DUMPKEY',
    'GROWERSTORAGEHOMEKEY',
    'GROWERSTORAGEADJUSTINVENTORYKEY',
    'GROWERSTORAGEISSUANCEKEY',
    'GROWERSTORAGEDUMPKEY',
    'GROWERSTORAGEDUMPLISTKEY',
    ...ownKeysOf('readOnly'),
  ],
} as const satisfies Record<string, readonly SecurityKey[]>

/** A field's value as text; '' for a set. */
export function textOf(values: RecordValues, field: string): string {
  const value = values[field]
  return typeof value === 'string' ? value : ''
}

/** A set's codes; empty for a text field. */
export function setOf(values: RecordValues, field: string): readonly string[] {
  const value = values[field]
  return typeof value === 'string' || value === undefined ? [] : value
}

/** A record's key: its key fields, joined; user names in lower case. */
export function recordKey(kind: RecordKind, values: RecordValues): string {
  const key = rulesOf(kind)
    .key.map((field) => textOf(values, field).trim())
    .join(':')
  return kind === 'people' ? key.toLowerCase() : key
}

// ---- schemas of calls

const values = v.record(v.string(), v.union([v.string(), v.array(v.string())]))

/** A record with its last change; `Version` counts its changes from 0. */
export const MaintainedRecord = v.object({
  Key: id,
  Active: v.boolean(),
  Version: v.number(),
  Values: values,
  ChangedBy: text,
  ChangedAt: text,
})
export type MaintainedRecord = v.InferOutput<typeof MaintainedRecord>

export const RECORD_ACTIONS = ['CREATE', 'EDIT', 'DEACTIVATE', 'ACTIVATE'] as const
export type RecordAction = (typeof RECORD_ACTIONS)[number]

/** One change of a record. `Before` is empty for the first change. Changes are never edited or deleted. */
export const RecordChange = v.object({
  Version: v.number(),
  At: text,
  By: text,
  Action: oneOf(RECORD_ACTIONS),
  Before: values,
  After: values,
})
export type RecordChange = v.InferOutput<typeof RecordChange>

export const RecordDetail = v.object({ Record: MaintainedRecord, Changes: listOf(RecordChange) })
export type RecordDetail = v.InferOutput<typeof RecordDetail>

/** A record to save. `Key` is null for a new one; `Version` is the version that the user has seen. */
export const RecordBody = v.object({
  Key: v.nullish(v.string(), null),
  Version: v.pipe(v.number('a version'), v.integer('a version'), v.minValue(0, 'a version')),
  Active: v.boolean('true or false'),
  Values: v.record(
    v.string(),
    v.union(
      [
        shortText(LIMITS.comments),
        v.pipe(v.array(shortText(LIMITS.comments)), v.maxLength(RECORD_LIMITS.set, 'fewer entries')),
      ],
      'a text or a list of codes',
    ),
  ),
})
export type RecordBody = v.InferOutput<typeof RecordBody>
