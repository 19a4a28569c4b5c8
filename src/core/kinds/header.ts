// The types of a kind's header: its fields, and the form that edits them.
import type { GenericSchema } from 'valibot'
import type { LabelCode } from '#core/wire/label-codes.ts'
import type { GrowerEntity } from '#core/wire/master-data.ts'
import type { RefusalCode } from '#core/wire/refusal-codes.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import type { Actor, HeaderValues, Place } from './document.ts'

/** The roles of fields that every kind has; a field without a role belongs to its kind. */
export type HeaderRole =
  | 'number'
  | 'status'
  | 'location'
  | 'storageType'
  | 'seasonId'
  | 'seasonName'
  | 'createdBy'
  | 'createdAt'
  | 'changedBy'
  | 'changedAt'
  | 'ownedBy'
  | 'ownedAt'
  | 'uuid'
  | 'version'

export interface HeaderField {
  /** Its schema in a response. */
  readonly answer: GenericSchema
  /** Its schema in a request body. Left out: the server sets the field. */
  readonly body?: GenericSchema
  /** Set by the server, but in the specification's body: a change sends it back unchanged. */
  readonly sentBack?: true
  readonly role?: HeaderRole
  /** Its column type in the kind's table. Without it and without a role, the store reads it by a join. */
  readonly column?: 'text' | 'day' | 'dayOrNull'
  /** Its name in the app, if not the name in requests and responses. */
  readonly as?: string
  /** Its label; fields with a label are in the form. */
  readonly label?: LabelCode
  readonly control?: Control
  /** Fields with the same unit are merged together: two people's edits of them are never mixed. */
  readonly unit?: string
  /** Required; the refusal if it is missing. */
  readonly missing?: RefusalCode
  readonly check?: (value: string, values: HeaderValues) => Verdict
  /** Cannot change after creation. */
  readonly fixed?: true
  readonly locked?: (values: HeaderValues, existing: boolean) => boolean
  readonly hidden?: (values: HeaderValues, existing: boolean) => boolean
  /** The value of a new header; `today` is the location's date, YYYY-MM-DD. */
  readonly start?: (place: Place, actor: Actor, today: string) => string
  /** Converts the value for a request body. Default: unchanged. */
  readonly toBody?: (value: string) => string
}
export type HeaderFields = Readonly<Record<string, HeaderField>>

// Caches the field names by role.
const cachedNames = new WeakMap<HeaderFields, ReadonlyMap<HeaderRole | undefined, string>>()

/** The name of the header field with this role. */
export function fieldNameOf(fields: HeaderFields, role: HeaderRole): string {
  const cached = cachedNames.get(fields)
  if (cached) return cached.get(role) ?? ''
  // Of two fields with one role, the first counts.
  const names = new Map(
    Object.entries(fields)
      .toReversed()
      .map(([name, field]) => [field.role, name]),
  )
  cachedNames.set(fields, names)
  return names.get(role) ?? ''
}

export interface Choice {
  readonly value: string
  readonly label: LabelCode
}

/**
 * The entities that a header can refer to. `returningGrower`: any grower of the season's commodity;
 * `storingGrower`: a grower with grower storage at the location; `reason`: a reason code for corrections.
 */
export type EntityKind = 'grower' | 'returningGrower' | 'storingGrower' | 'nursery' | 'location' | 'reason'

/** How a header field is edited; lengths are characters. */
export type Control =
  /** Read-only. `as`: shown as a location's name, or by the label of the value. */
  | { readonly type: 'shown'; readonly as?: 'location' | readonly Choice[] }
  | {
      readonly type: 'choice'
      readonly choices: readonly Choice[]
      /** Is the choice offered to this person? Default: all are. */
      readonly offers?: (actor: Actor, value: string) => boolean
    }
  | { readonly type: 'text'; readonly most: number }
  | { readonly type: 'lines'; readonly most: number }
  /** A shelf of the location that has or had stock: typed or scanned. */
  | { readonly type: 'shelf'; readonly most: number }
  /** `picked`: chosen from a calendar, not typed (part 1 section 2, 'Dump header form'). */
  | { readonly type: 'date'; readonly notBefore?: string; readonly picked?: true }
  /** In degrees Celsius. */
  | { readonly type: 'temperature'; readonly most: number }
  | {
      readonly type: 'entity'
      readonly of: (values: HeaderValues) => EntityKind | undefined
      /** Excluded from the choices: the destination must differ from the origin. */
      readonly except?: (values: HeaderValues) => string | undefined
    }

export interface Field {
  readonly name: string
  readonly label: LabelCode
  readonly control: Control
  readonly required?: boolean
  /** Not editable with these values; `existing`: the document has a number. */
  readonly locked?: (values: HeaderValues, existing: boolean) => boolean
  /** Hidden with these values. */
  readonly hidden?: (values: HeaderValues, existing: boolean) => boolean
}

export interface HeaderForm {
  readonly fields: readonly Field[]
  /** The values of a new header; `today` is the location's date, YYYY-MM-DD. */
  readonly start: (place: Place, actor: Actor, today: string) => HeaderValues
  /** `true` if it can be saved, else the first missing value. */
  readonly check: (values: HeaderValues) => Verdict
  /** A destination that needs confirmation: the pickup mismatch of part 2 section 2.3. */
  readonly needsConfirmation?: (
    values: HeaderValues,
    chosen: GrowerEntity | undefined,
    place: Place,
  ) => boolean
}
