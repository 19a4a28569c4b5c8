// Compares the received calls with the specification's tables, field by field.
import * as seed from './seed.ts'
import type { Arrived } from './server.ts'
import { typeErrors, type Values } from './server-style.ts'
import { type Entity, type EntityName, entities, type SpecifiedCall, specifiedCalls } from './tables.ts'

/** A call of the specification and the deviations of the app's calls from it. */
export interface Row {
  readonly call: string
  readonly section: string
  readonly times: number
  readonly deviations: readonly string[]
}

// Field names of the seed's records, by entity and id: the app read these fields and may send them back. A
// new record has no fields beyond its entity.
const documents = {
  IssuanceHeader: ['TagNbr', seed.issuances.map(({ header }) => header)],
  IssuanceLine: ['ID', seed.issuances.flatMap(({ lines }) => lines)],
  DumpHeader: ['LogNbr', seed.dumps.map(({ header }) => header)],
  DumpLine: ['ID', seed.dumps.flatMap(({ lines }) => lines)],
  ReturnHeader: ['LogNbr', seed.returns.map(({ header }) => header)],
  ReturnLine: ['ID', seed.returns.flatMap(({ lines }) => lines)],
  TransferHeader: ['TransferNbr', seed.transfers.map(({ header }) => header)],
  TransferLine: ['ID', seed.transfers.flatMap(({ lines }) => lines)],
  Adjustment: ['RequestID', seed.requests.map(({ header }) => header)],
  AdjustmentLine: ['LineID', seed.requests.flatMap(({ lines }) => lines)],
  AdjustTransaction: ['ID', []],
  PrintServer: ['ID', seed.printServers],
} as const satisfies Readonly<Record<EntityName, readonly [string, readonly Values[]]>>

const readBefore = (name: EntityName, record: Values): ReadonlySet<string> => {
  const [id, records]: readonly [string, readonly Values[]] = documents[name]
  const found = records.find((each) => String(each[id]) === String(record[id]))
  return new Set(Object.keys(found ?? {}))
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null
const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

function ofEntity(part: string, name: EntityName, record: Values, types: boolean): readonly string[] {
  const { fields }: Entity = entities[name]
  const at = part === '' ? '' : `${part}.`
  const known = readBefore(name, record)
  const missing = Object.keys(fields).filter((field) => !(field in record))
  const beyond = Object.keys(record).filter((field) => !(field in fields) && !known.has(field))
  return [
    ...missing.map((field) => `${at}${field} is missing`),
    ...beyond.map((field) => `${at}${field} is not in the specification`),
    ...(types ? typeErrors(name, record).map((each) => `${at}${each.replace(/: .* is no/, ' is no')}`) : []),
  ]
}

function ofCall(call: SpecifiedCall, { query, body }: Arrived, types: boolean): readonly string[] {
  const beyond = Object.keys(query).filter((name) => !call.query.includes(name))
  const parts = Object.entries(call.body ?? {}).flatMap(([part, name]) => {
    const sent = part === '' ? body : isValues(body) ? body[part] : undefined
    if (sent === undefined) return [`${part} is missing`]
    return (Array.isArray(sent) ? sent : [sent])
      .filter(isValues)
      .flatMap((record) => ofEntity(part, name, record, types))
  })
  return [...beyond.map((name) => `?${name} is not in the specification`), ...parts]
}

/**
 * Returns one row per specified call, in order, then the calls that the specification lacks. `types`: ids are
 * numbers on this server.
 */
export function compareCalls(arrived: readonly Arrived[], types: boolean): readonly Row[] {
  const rows = specifiedCalls.map((call) => {
    const pattern = patternOf(call.path)
    const found = arrived.filter(({ method, path }) => method === call.method && pattern.test(path))
    const deviations = new Set(found.flatMap((each) => ofCall(call, each, types)))
    return {
      call: `${call.method} ${call.path}`,
      section: call.section,
      times: found.length,
      deviations: found.length === 0 ? ['is not made'] : [...deviations].toSorted(),
    }
  })
  const unknown = arrived.filter(
    ({ method, path }) =>
      !specifiedCalls.some((call) => call.method === method && patternOf(call.path).test(path)),
  )
  return [
    ...rows,
    ...unknown.map(({ method, path }) => ({
      call: `${method} ${path}`,
      section: 'none',
      times: 1,
      deviations: ['is not in the specification'],
    })),
  ]
}

/** Formats the table as text, one call a line. */
export function tableOf(rows: readonly Row[]): string {
  return rows
    .map(
      ({ call, section, times, deviations }) =>
        `${call.padEnd(30)} part ${section}  ${String(times).padStart(3)}×  ${deviations.join('; ') || 'as specified'}`,
    )
    .join('\n')
}
