// How a server has its values: the same records, told in three ways.
import { type Entity, type EntityName, entities, type FieldType } from './tables.ts'

/**
 * `strict`: ids are numbers, a wrong type is 400, an absent value is left out. `defaults`: ids are texts, every
 * optional field has the specification's default, 0 or ''. `nulls`: ids are numbers, every absent value is
 * null.
 */
export const TEMPERAMENTS = ['strict', 'defaults', 'nulls'] as const
export type Temperament = (typeof TEMPERAMENTS)[number]

export type Values = Readonly<Record<string, unknown>>

const empty: Readonly<Record<FieldType, unknown>> = { id: '', text: '', count: 0, flag: false, any: '' }
const isNone = (value: unknown): boolean => value === undefined || value === null || value === ''

/** A record as this server answers it; fields that the specification lacks stay as they were stored. */
export function told(temperament: Temperament, name: EntityName, record: Values): Values {
  const { fields, defaults = {} }: Entity = entities[name]
  const values = Object.entries(fields).flatMap(([field, type]): [string, unknown][] => {
    const value = record[field]
    const isId = type === 'id'
    if (!isNone(value)) return [[field, isId ? idAs(temperament, value) : value]]
    if (temperament === 'strict') return []
    return [[field, temperament === 'nulls' ? null : (defaults[field] ?? empty[type])]]
  })
  return { ...record, ...Object.fromEntries(values) }
}

/** An id as this server writes it: a number, or a text where it has defaults. */
export function idAs(temperament: Temperament, value: unknown): unknown {
  if (temperament === 'defaults') return String(value)
  const number = Number(value)
  return Number.isNaN(number) ? value : number
}

/** The fields of a body with a type that a strict server refuses: name, value and what it must be. */
export function misfits(name: EntityName, record: Values): readonly string[] {
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
