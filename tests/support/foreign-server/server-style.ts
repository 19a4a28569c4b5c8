// Three ways in which a server can represent the same records.
import { type Entity, type EntityName, entities, type FieldType } from './tables.ts'

/**
 * `strict`: ids are numbers, a wrong type is 400, absent values are omitted. `defaults`: ids are texts, every
 * optional field has the specified default, 0 or ''. `nulls`: ids are numbers, absent values are null.
 */
export const SERVER_STYLES = ['strict', 'defaults', 'nulls'] as const
export type ServerStyle = (typeof SERVER_STYLES)[number]

export type Values = Readonly<Record<string, unknown>>

const empty: Readonly<Record<FieldType, unknown>> = { id: '', text: '', count: 0, flag: false, any: '' }
const isNone = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * Returns a record in the form of this server's answers. Fields that the specification lacks stay unchanged.
 */
export function formatRecord(temperament: ServerStyle, name: EntityName, record: Values): Values {
  const { fields, defaults = {} }: Entity = entities[name]
  const values = Object.entries(fields).flatMap(([field, type]): [string, unknown][] => {
    const value = record[field]
    const isId = type === 'id'
    if (!isNone(value)) return [[field, isId ? formatId(temperament, value) : value]]
    if (temperament === 'strict') return []
    return [[field, temperament === 'nulls' ? null : (defaults[field] ?? empty[type])]]
  })
  return { ...record, ...Object.fromEntries(values) }
}

/** Returns an id in this server's form: a text for `defaults`, else a number. */
export function formatId(temperament: ServerStyle, value: unknown): unknown {
  if (temperament === 'defaults') return String(value)
  const number = Number(value)
  return Number.isNaN(number) ? value : number
}

/** Returns the fields whose type a strict server refuses: name, value and required type. */
export function typeErrors(name: EntityName, record: Values): readonly string[] {
  const { fields }: Entity = entities[name]
  return Object.entries(fields).flatMap(([field, type]) => {
    const value = record[field]
    return value === undefined || value === null || fits(type, value)
      ? []
      : [`${field}: ${JSON.stringify(value)} is no ${type}`]
  })
}

const fits = (type: FieldType, value: unknown): boolean => {
  switch (type) {
    case 'id':
      return typeof value === 'number'
    case 'count':
      return typeof value === 'number' && Number.isInteger(value)
    case 'text':
      return typeof value === 'string'
    case 'flag':
      return typeof value === 'boolean'
    case 'any':
      return true
  }
}
