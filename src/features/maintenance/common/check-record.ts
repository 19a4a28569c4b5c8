// Validates a master data record: in the app before it is sent, and on the server by the same rules.
import { hasInvisible } from '#core/wire/invisible-characters.ts'
import { isOperatorNumber, readZonePests } from '#core/wire/plant-passport.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import {
  type RecordControl,
  type RecordField,
  type RecordKind,
  type RecordValues,
  rulesOf,
  setOf,
  textOf,
} from './maintenance.ts'

export type RecordFault =
  | 'fieldRequired'
  | 'fieldTooLong'
  | 'fieldHidden'
  | 'fieldNotCode'
  | 'fieldNotUserName'
  | 'fieldNotNumber'
  | 'fieldNotChoice'
  | 'fieldNotTimeZone'
  | 'fieldNotOperator'
  | 'fieldNotPests'
  | 'fieldNotLocation'
  | 'fieldNotKey'
  | 'fieldFixed'

/** An invalid field, and the facts of its sentence. */
export interface FieldFault {
  readonly field: string
  readonly code: RecordFault
  readonly facts: Readonly<Record<string, string | number>>
}

/**
 * Checks a record's values and returns the invalid fields. `locations` are the codes that can be chosen now.
 * `before` is the saved record, null for a new one; its values stay valid even if they cannot be chosen now.
 */
export function checkRecord(
  kind: RecordKind,
  values: RecordValues,
  before: RecordValues | null,
  locations: readonly string[],
): readonly FieldFault[] {
  return rulesOf(kind).fields.flatMap((field) => {
    const fault = faultOf(field, values, before, locations)
    return fault ? [{ field: field.name, ...fault }] : []
  })
}

type Fault = Omit<FieldFault, 'field'>

const faultOf = (
  { name, control, required, fixed }: RecordField,
  values: RecordValues,
  before: RecordValues | null,
  locations: readonly string[],
): Fault | undefined => {
  const text = textOf(values, name).trim()
  if (control.type === 'securityKeys') {
    const unknown = setOf(values, name).find((key) => !SECURITY_KEYS.some((known) => known === key))
    return unknown === undefined ? undefined : { code: 'fieldNotKey', facts: { value: unknown } }
  }
  if (control.type === 'locations') {
    const saved = before ? setOf(before, name) : []
    const unknown = setOf(values, name).find((each) => !locations.includes(each) && !saved.includes(each))
    return unknown === undefined ? undefined : { code: 'fieldNotLocation', facts: { value: unknown } }
  }
  if (fixed && before && text !== textOf(before, name)) return { code: 'fieldFixed', facts: {} }
  if (text === '') return required ? { code: 'fieldRequired', facts: {} } : undefined
  if (before && text === textOf(before, name)) return undefined
  if (hasInvisible(text)) return { code: 'fieldHidden', facts: {} }
  return faultOfText(control, text, locations)
}

const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]*$/
const USER_NAME = /^[A-Za-z0-9][A-Za-z0-9_.@+-]*$/

const faultOfText = (
  control: RecordControl,
  text: string,
  locations: readonly string[],
): Fault | undefined => {
  if ('most' in control && text.length > control.most) {
    return { code: 'fieldTooLong', facts: { most: control.most } }
  }
  const check = (isValid: boolean, code: RecordFault): Fault | undefined =>
    isValid ? undefined : { code, facts: { value: text } }
  switch (control.type) {
    case 'code':
      return check(CODE.test(text), 'fieldNotCode')
    case 'userName':
      return check(USER_NAME.test(text), 'fieldNotUserName')
    case 'number':
      return check(/^[1-9]\d*$/.test(text), 'fieldNotNumber')
    case 'choice':
      return check(control.options.includes(text), 'fieldNotChoice')
    case 'location':
      return check(locations.includes(text), 'fieldNotLocation')
    case 'operatorNumber':
      return check(isOperatorNumber(text), 'fieldNotOperator')
    case 'zonePests':
      return check(readZonePests(text) !== undefined, 'fieldNotPests')
    case 'timeZone':
      return check(isTimeZone(text), 'fieldNotTimeZone')
    default:
      return undefined
  }
}

// Is this the IANA name of a time zone, such as `America/Los_Angeles`?
const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
