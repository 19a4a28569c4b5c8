// Stores people and master data for Maintenance, with one set of queries for all kinds over
// `maintained-tables`.
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  type MaintainedRecord,
  RECORD_ACTIONS,
  type RecordKind,
  type RecordValues,
  rulesOf,
  setOf,
  textOf,
} from '#features/maintenance/common/maintenance.ts'
import type { MaintainedRecordsPort } from '#features/maintenance/server/records-port.ts'
import { advisoryLocks } from '#server/database/advisory-locks.ts'
import { memberOf } from '#server/database/document-rows.ts'
import { type MaintainedTable, maintainedTables } from '#server/database/maintained-tables.ts'
import { document, transfer } from '#server/database/schema/documents.ts'
import { recordChange } from '#server/database/schema/maintenance.ts'
import { balance } from '#server/database/schema/stock.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'

interface Row extends Record<string, unknown> {
  key: string
  active: boolean
  version: number | null
  by: string | null
  at: string | null
  values: RecordValues
  total: string
}

export function createMaintainedRecordsStore(queries: Queries | Transaction): MaintainedRecordsPort {
  return {
    list: async (kind, { search, active, offset, limit }) => {
      const { active: column } = maintainedTables[kind]
      const conditions = [
        ...(active === 'all' ? [] : [sql`${column} = ${active === 'active'}`]),
        ...wordsOf(search).map((word) => sql`${searchable(kind)} ilike ${`%${escapeLike(word)}%`}`),
      ]
      const where = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
      const rows = await readRows(queries, kind, where, sql`limit ${limit} offset ${offset}`)
      // A page after the last row has no row with the total count.
      const total = rows[0]?.total ?? (offset > 0 ? await count(queries, kind, where) : '0')
      return { records: rows.map(readRow), total: Number(total) }
    },
    find: async (kind, key) => {
      const [row] = await readRows(queries, kind, sql`${keyOf(kind)} = ${key}`)
      return row ? readRow(row) : null
    },
    changes: async (kind, key) => {
      const rows = await queries
        .select()
        .from(recordChange)
        .where(and(eq(recordChange.kind, kind), eq(recordChange.key, key)))
        .orderBy(desc(recordChange.version))
      return rows.map(({ version, at, by, action, before, after }) => ({
        Version: version,
        At: at.toISOString(),
        By: by,
        Action: memberOf(RECORD_ACTIONS, action),
        Before: copy(before),
        After: copy(after),
      }))
    },
    lock: async (kind) => {
      await queries.execute(
        sql`select pg_advisory_xact_lock(${advisoryLocks.maintainedRecords}, hashtext(${kind}))`,
      )
    },
    findDuplicate: (kind, key, values) => findDuplicate(queries, kind, key, values),
    write: (kind, key, record, change) => writeRecord(queries, kind, key, record, change),
    lockDependents: (kind, key) => lockDependents(queries, kind, key),
  }
}

async function readRows(
  queries: Queries | Transaction,
  kind: RecordKind,
  where: SQL,
  page: SQL = sql``,
): Promise<readonly Row[]> {
  const { rows } = await queries.execute<Row>(select(kind, where, page))
  return rows
}

async function findDuplicate(
  queries: Queries | Transaction,
  ...[kind, key, values]: Parameters<MaintainedRecordsPort['findDuplicate']>
): ReturnType<MaintainedRecordsPort['findDuplicate']> {
  const { table, columns, once = [] } = maintainedTables[kind]
  for (const field of once) {
    const column = columns[field]
    const value = textOf(values, field)
    if (!column || value === '') continue
    const { rows } = await queries.execute(
      sql`select from ${table} where ${column}::text = ${value} and ${keyOf(kind)} <> ${key}`,
    )
    if (rows.length > 0) return { field, value }
  }
  return null
}

async function writeRecord(
  queries: Queries | Transaction,
  ...[kind, key, { values, active }, change]: Parameters<MaintainedRecordsPort['write']>
): Promise<void> {
  const target = maintainedTables[kind]
  await queries.execute(
    key === null ? insert(target, values, active) : update(kind, target, key, values, active),
  )
  const [written] = await readRows(
    queries,
    kind,
    key === null ? sameKey(kind, target, values) : sql`${keyOf(kind)} = ${key}`,
  )
  if (!written) throw new Error(`No ${kind} was written`)
  await writeSets(queries, target, written.key, values)
  const [after] = await readRows(queries, kind, sql`${keyOf(kind)} = ${written.key}`)
  await queries
    .insert(recordChange)
    .values({ kind, key: written.key, ...change, after: after?.values ?? change.after })
}

async function writeSets(
  queries: Queries | Transaction,
  target: MaintainedTable,
  key: string,
  values: RecordValues,
): Promise<void> {
  for (const [field, { table, owner, code }] of Object.entries(target.sets ?? {})) {
    const codes = sql`${sql.param(setOf(values, field))}::text[]`
    const [ownerName, codeName] = [sql.identifier(owner.name), sql.identifier(code.name)]
    await queries.execute(sql`
      update ${table} set active = ${codeName} = any (${codes}) where ${owner} = ${key}`)
    await queries.execute(sql`
      insert into ${table} (${ownerName}, ${codeName}) select ${key}, unnest(${codes})
      on conflict (${ownerName}, ${codeName}) do nothing`)
  }
}

async function lockDependents(
  queries: Queries | Transaction,
  ...[kind, key]: Parameters<MaintainedRecordsPort['lockDependents']>
): ReturnType<MaintainedRecordsPort['lockDependents']> {
  const { plants, documents } = unfinishedQueries[kind] ?? {}
  // Wait for uncommitted transactions that refer to this record.
  await queries.execute(
    sql`select from ${maintainedTables[kind].table} where ${keyOf(kind)} = ${key} for update`,
  )
  const { rows: held } = plants
    ? await queries.execute<{ n: string | null }>(
        sql`select sum(${balance.qty}) as n from ${balance} where ${plants(key)}`,
      )
    : { rows: [] }
  const { rows: open } = documents
    ? await queries.execute<{ number: number }>(sql`
        select ${document.number} from ${document}
        left join ${transfer} on ${transfer.number} = ${document.number}
        where ${documents(key)} and (${isOpen} or ${isInTransit}) order by ${document.number}`)
    : { rows: [] }
  return { plants: Number(held[0]?.n ?? 0), documents: open.map(({ number }) => String(number)) }
}

const isOpen = sql`${document.status} in ('OPEN', 'RESERVED', 'PICKED')`
// SHIPPED is final for an issuance, but not for a transfer.
const isInTransit = sql`(${document.kind} = 'transfer' and ${document.status} = 'SHIPPED')`

// The plants and documents that depend on a record of these kinds.
const unfinishedQueries: Partial<
  Record<RecordKind, Partial<Record<'plants' | 'documents', (key: string) => SQL>>>
> = {
  locations: {
    plants: (key) => sql`${balance.kind} in ('stock', 'grower-storage') and ${balance.owner} = ${key}`,
    documents: (key) => sql`${key} in (${document.location}, ${transfer.DestinationLocationID})`,
  },
  seasons: { documents: (key) => sql`${document.seasonId} = ${key}` },
  growers: { plants: (key) => sql`${balance.kind} = 'grower-storage' and ${balance.place} = ${key}` },
}

const columnOf = ({ columns }: MaintainedTable, field: string): PgColumn => {
  const column = columns[field]
  if (!column) throw new Error(`No column for ${field}`)
  return column
}

// Returns the key as text, built from its fields.
const keyOf = (kind: RecordKind): SQL =>
  sql.join(
    rulesOf(kind).key.map((field) => sql`${columnOf(maintainedTables[kind], field)}::text`),
    sql` || ':' || `,
  )

const sameKey = (kind: RecordKind, target: MaintainedTable, values: RecordValues): SQL =>
  sql.join(
    rulesOf(kind).key.map((field) => sql`${columnOf(target, field)} = ${textOf(values, field)}`),
    sql` and `,
  )

// Returns a record's values as one JSON object.
const valuesOf = ({ columns, sets = {} }: MaintainedTable): SQL => {
  const texts = Object.entries(columns).map(([field, column]) => sql`${field}::text, ${column}::text`)
  const lists = Object.entries(sets).map(
    ([field, { table, owner, code }]) => sql`${field}::text, array(
      select ${code} from ${table} where ${owner} = ${person(columns)} and ${table}.active order by ${code})`,
  )
  return sql`jsonb_build_object(${sql.join([...texts, ...lists], sql`, `)})`
}
const person = (columns: MaintainedTable['columns']) => sql`${columns['UserName']}`

const searchable = (kind: RecordKind): SQL =>
  sql`concat_ws(' ', ${sql.join(Object.values(maintainedTables[kind].columns), sql`, `)})`

const select = (kind: RecordKind, where: SQL, page: SQL): SQL => {
  const target = maintainedTables[kind]
  return sql`
    select ${keyOf(kind)} as key, ${target.active} as active, ${valuesOf(target)} as values,
      changed.version, changed.by, changed.at::text as at, count(*) over () as total
    from ${target.table}
    left join lateral (
      select version, by, at from ${recordChange}
      where ${recordChange.kind} = ${kind} and ${recordChange.key} = ${keyOf(kind)}
      order by version desc limit 1
    ) as changed on true
    where ${where}
    order by lower(${columnOf(target, rulesOf(kind).title)}), ${keyOf(kind)} ${page}`
}

const count = async (queries: Queries | Transaction, kind: RecordKind, where: SQL): Promise<string> => {
  const { rows } = await queries.execute<{ total: string }>(
    sql`select count(*) as total from ${maintainedTables[kind].table} where ${where}`,
  )
  return rows[0]?.total ?? '0'
}

const insert = (target: MaintainedTable, values: RecordValues, active: boolean): SQL => {
  const columns = Object.entries(target.columns)
  return sql`
    insert into ${target.table} (${sql.join(
      [...columns.map(([, column]) => sql.identifier(column.name)), sql.identifier(target.active.name)],
      sql`, `,
    )}) values (${sql.join(
      [...columns.map(([field, column]) => valueOf(target, values, field, column)), sql`${active}::boolean`],
      sql`, `,
    )})`
}

const update = (
  kind: RecordKind,
  target: MaintainedTable,
  key: string,
  values: RecordValues,
  active: boolean,
): SQL => {
  const fixed = new Set(
    rulesOf(kind)
      .fields.filter((field) => field.fixed)
      .map((field) => field.name),
  )
  const changes = Object.entries(target.columns)
    .filter(([field]) => !fixed.has(field) && !usesDefault(target, values, field))
    .map(([field, column]) => sql`${sql.identifier(column.name)} = ${valueOf(target, values, field, column)}`)
  return sql`
    update ${target.table} set ${sql.join([...changes, sql`active = ${active}`], sql`, `)}
    where ${keyOf(kind)} = ${key}`
}

// A field left empty at creation has a database default; keep its value.
const usesDefault = ({ defaults }: MaintainedTable, values: RecordValues, field: string): boolean =>
  defaults?.[field] !== undefined && textOf(values, field) === ''

const valueOf = (target: MaintainedTable, values: RecordValues, field: string, column: PgColumn): SQL =>
  usesDefault(target, values, field)
    ? sql`${target.defaults?.[field]}`
    : sql`${textOf(values, field)}::${sql.raw(column.getSQLType())}`

const wordsOf = (search: string): readonly string[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)

// Escapes `%`, `_` and `\` for LIKE.
const escapeLike = (word: string): string => word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

const copy = (values: RecordValues): MaintainedRecord['Values'] =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, typeof value === 'string' ? value : [...value]]),
  )

const readRow = ({ key, active, version, by, at, values }: Row): MaintainedRecord => ({
  Key: key,
  Active: active,
  Version: version ?? 0,
  Values: copy(values),
  ChangedBy: by ?? '',
  ChangedAt: at === null ? '' : new Date(at).toISOString(),
})
