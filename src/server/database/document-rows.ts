// Columns and joins of all document kinds. Maps rows to documents and lines.
import { and, asc, type Column, desc, eq, type GetColumnData, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { ACCOUNT_KINDS, type Account } from '#core/kinds/accounts.ts'
import type { HeaderFields, HeaderRole } from '#core/kinds/header.ts'
import type { LineFields } from '#core/kinds/line-fields.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import { type Values } from '#core/kinds/values.ts'
import {
  type DocumentKind,
  modeOf,
  STATUSES,
  STORAGE_TYPES,
  type Status,
  type StorageType,
} from '#core/wire/constants.ts'
import { preparedStatement, runDeferred } from './prepared.ts'
import { document, documentLine } from './schema/documents.ts'
import { trimSeason, variety } from './schema/reference.ts'
import { balance, barcode } from './schema/stock.ts'
import { plantColumns, storageLocationOf } from './stock-search.ts'
import type { Queries, Transaction } from './transaction.ts'

/** SQL condition: this request holds its idempotency key, or has none. */
export const keyIsClaimed = sql`coalesce(current_setting('trimline.free', true), '') <> 'false'`

/** Columns of every header. The query must join the season. */
export const documentColumns = {
  number: document.number,
  uuid: document.uuid,
  version: document.version,
  status: document.status,
  storageType: document.storageType,
  location: document.location,
  seasonId: document.seasonId,
  createdBy: document.createdBy,
  createdAt: document.createdAt,
  changedBy: document.changedBy,
  changedAt: document.changedAt,
  ownedBy: document.ownedBy,
  ownedAt: document.ownedAt,
  seasonName: trimSeason.name,
  commodity: trimSeason.commodity,
}

export const lineColumns = {
  id: documentLine.id,
  barcode: documentLine.barcode,
  status: documentLine.status,
  ordered: documentLine.ordered,
  picked: documentLine.picked,
  received: documentLine.received,
  held: documentLine.held,
  reason: documentLine.reason,
  changedBy: documentLine.changedBy,
  changedAt: documentLine.changedAt,
  claimedAt: documentLine.claimedAt,
  isReplant: documentLine.isReplant,
  countedBy: documentLine.countedBy,
  countedAfter: documentLine.countedAfter,
  sourceKind: documentLine.sourceKind,
  sourceOwner: documentLine.sourceOwner,
  sourcePlace: documentLine.sourcePlace,
}

/** Columns of a document's lines, next to its own header columns. */
export const joinedColumns = {
  line: lineColumns,
  plant: plantColumns,
  available: sql<string | null>`${balance.qty} - ${balance.reserved}`,
}

// Skips the lock when another request holds the key: waiting would be useless.
const locking = preparedStatement(
  'lock-document',
  () => sql`select ${document.number} from ${document} where ${document.number} = ${sql.placeholder('number')}
    and ${keyIsClaimed} for update`,
)

/** Locks a document row until the transaction ends, then reads it. */
export function lockThenRead<Found>(
  queries: Queries | Transaction,
  find: (number: string) => Promise<Found>,
) {
  return async (number: string): Promise<Found> => {
    // Lock in a separate statement, so that `find` sees changes committed during the wait.
    await runDeferred(queries, locking({ number: Number(number) }))
    return find(number)
  }
}

/** Reads headers (newest first) and lines in one statement, so that they are consistent. */
export function withLines<Query extends PgSelect>(headers: Query, of: SQL | undefined) {
  return headers
    .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
    .leftJoin(documentLine, eq(documentLine.number, document.number))
    .leftJoin(barcode, eq(barcode.barcode, documentLine.barcode))
    .leftJoin(variety, eq(variety.code, barcode.varietyCode))
    .leftJoin(balance, balanceOfLine)
    .where(of)
    .orderBy(desc(document.number), asc(documentLine.id))
}

// The balance of a line's source account.
const balanceOfLine = and(
  eq(balance.barcode, documentLine.barcode),
  eq(balance.kind, documentLine.sourceKind),
  eq(balance.owner, documentLine.sourceOwner),
  eq(balance.place, documentLine.sourcePlace),
)

/** The filter of all document lists. An empty `statuses` matches every status. */
export function listFilter(
  kind: DocumentKind,
  wanted: {
    readonly seasonId?: string
    readonly location?: string | undefined
    readonly storageType?: StorageType
    readonly statuses: readonly Status[]
  },
): SQL | undefined {
  return and(
    eq(document.kind, kind),
    wanted.seasonId === undefined ? undefined : eq(document.seasonId, wanted.seasonId),
    wanted.location === undefined ? undefined : eq(document.location, wanted.location),
    wanted.storageType === undefined ? undefined : eq(document.storageType, wanted.storageType),
    wanted.statuses.length > 0 ? inArray(document.status, [...wanted.statuses]) : undefined,
  )
}

/** A result row of these columns. */
export type Row<Columns extends Record<string, Column>> = {
  readonly [Name in keyof Columns]: GetColumnData<Columns[Name]>
}
/** Such a row from a left join. */
export type Nullable<Values> = { readonly [Name in keyof Values]: Values[Name] | null }
export type DocumentRow = Row<typeof documentColumns>
export type PlantRow = { readonly [Name in keyof typeof plantColumns]: string }
export interface JoinedRow {
  readonly line: Row<typeof lineColumns> | null
  readonly plant: Nullable<PlantRow> | null
  readonly available: string | null
}

/** Narrows a database value to its closed list. Database checks guarantee membership. */
export function memberOf<const Options extends readonly string[]>(
  options: Options,
  value: string,
): Options[number] {
  const found = options.find((option) => option === value)
  if (found === undefined) throw new Error(`${value} is none of ${options.join(', ')}`)
  return found
}

// Reads header fields by role.
const valueOfRole: Readonly<Record<HeaderRole, (row: DocumentRow) => string | number>> = {
  number: ({ number }) => String(number),
  uuid: ({ uuid }) => uuid,
  version: ({ version }) => version,
  status: ({ status }) => memberOf(STATUSES, status),
  location: ({ location }) => location,
  storageType: ({ storageType }) => memberOf(STORAGE_TYPES, storageType),
  seasonId: ({ seasonId }) => seasonId,
  seasonName: ({ seasonName }) => seasonName,
  createdBy: ({ createdBy }) => createdBy,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  changedBy: ({ changedBy }) => changedBy,
  changedAt: ({ changedAt }) => changedAt.toISOString(),
  ownedBy: ({ ownedBy }) => ownedBy ?? '',
  ownedAt: ({ ownedAt }) => ownedAt?.toISOString() ?? '',
}

/** Maps a header row to wire names. `own`: the columns of its kind. */
export function wireHeader(fields: HeaderFields, row: DocumentRow, own: Values): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { role }]) => [
      name,
      role ? valueOfRole[role](row) : (own[name] ?? ''),
    ]),
  )
}

/** Builds a document for the rules. `header`: the fields that its kind's rules read. */
export function readDocument(
  kind: DocumentKind,
  row: DocumentRow,
  header: StoredDocument['header'],
  lines: readonly StoredLine[],
): StoredDocument {
  return {
    kind,
    mode: modeOf(memberOf(STORAGE_TYPES, row.storageType)),
    number: String(row.number),
    status: memberOf(STATUSES, row.status),
    header,
    location: row.location,
    seasonId: row.seasonId,
    lines,
  }
}

/** The lines of a joined document, with their plant facts. */
export function readLines(
  rows: readonly JoinedRow[],
): readonly { readonly stored: StoredLine; readonly plant: PlantRow }[] {
  return rows.flatMap(({ line, plant, available }) => {
    if (!line) return []
    const facts = plantFacts(plant)
    return [{ stored: readLine(line, facts, available), plant: facts }]
  })
}

// The driver returns a Date; JSON-aggregated lines contain text.
const momentOf = (at: Date | string | null): string => (at === null ? '' : new Date(at).toISOString())

/** Builds a line for the rules. Omit `available` if the stock was not read. */
export function readLine(
  line: Row<typeof lineColumns>,
  plant: PlantRow,
  available: string | null | undefined,
): StoredLine {
  const source: Account = {
    kind: memberOf(ACCOUNT_KINDS, line.sourceKind),
    owner: line.sourceOwner,
    place: line.sourcePlace,
  }
  return {
    id: String(line.id),
    barcode: line.barcode,
    status: memberOf(STATUSES, line.status),
    ordered: line.ordered,
    picked: line.picked,
    received: line.received,
    reason: line.reason,
    changedBy: line.changedBy,
    changedAt: momentOf(line.changedAt),
    doneAt: momentOf(line.claimedAt),
    storageLocation: storageLocationOf(source.kind, source.place),
    available: available === undefined ? null : Number(available ?? 0),
    plant: {
      variety: plant.VarietyCode,
      trimType: plant.TrimType,
      stockType: plant.StockType,
      commodity: plant.Commodity,
    },
    held: line.held,
    source,
    isReplant: line.isReplant,
    counted:
      line.countedBy === null || line.countedAfter === null
        ? null
        : { by: line.countedBy, after: line.countedAfter },
  }
}

/** Plant facts of a line; '' where unknown. */
export function plantFacts(plant: Nullable<PlantRow> | null): PlantRow {
  return {
    Commodity: plant?.Commodity ?? '',
    VarietyCode: plant?.VarietyCode ?? '',
    VarietyID: plant?.VarietyID ?? '',
    PlantCode: plant?.PlantCode ?? '',
    TrimType: plant?.TrimType ?? '',
    StockType: plant?.StockType ?? '',
    Grade: plant?.Grade ?? '',
    UOM: plant?.UOM ?? '',
    Rate: plant?.Rate ?? '',
    CodeID: plant?.CodeID ?? '',
    InventoryType: plant?.InventoryType ?? '',
    Attributes: plant?.Attributes ?? '',
    AttributesID: plant?.AttributesID ?? '',
  }
}

/** Maps a line to wire names. */
export function wireLine(
  fields: LineFields,
  line: StoredLine,
  document: StoredDocument,
  plant: PlantRow,
): Values {
  return {
    ...plant,
    ...Object.fromEntries(
      Object.entries(fields).map(([name, { toResponse }]) => [name, toResponse(line, document)]),
    ),
  }
}
