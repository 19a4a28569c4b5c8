import { and, asc, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { issuance as kind } from '#core/kinds/issuance/rules.ts'
import { IssuedRecord } from '#core/wire/issued.ts'
import type { IssuedFilter, IssuedPort } from '#documents/server/issued.ts'
import {
  documentColumns,
  joinedColumns,
  readDocument,
  readLine,
  wireHeader,
  wireLine,
} from '#server/database/document-rows.ts'
import { headersOf } from '#server/database/document-tables.ts'
import { document, documentLine, issuance } from '#server/database/schema/documents.ts'
import { movement } from '#server/database/schema/ledger.ts'
import { trimSeason, variety } from '#server/database/schema/reference.ts'
import { balance, barcode } from '#server/database/schema/stock.ts'
import { plantConditions } from '#server/database/stock-search.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'

/** Searches issued plants. */
export function createIssuedStore(queries: Queries | Transaction): IssuedPort {
  return { list: async (filter) => allocateReturned(await issuedRows(queries, filter)) }
}

// The destination's account for the line's barcode, across all issuances.
const balanceOfDestination = and(
  eq(balance.barcode, documentLine.barcode),
  eq(balance.kind, 'issued'),
  eq(balance.owner, issuance.IssueToType),
  eq(balance.place, issuance.IssueToNbr),
)

interface IssuedRow {
  readonly record: IssuedRecord
  /** Plants of the barcode that count as returned from issuances of this location and season. */
  readonly returned: number
}

// Returns at other locations or seasons first cover the issuances there. Only the excess counts here.
const returnedHere = ({ location, seasonId }: IssuedFilter) => sql<string>`(
  select coalesce(sum(qty) filter (where back and here), 0)
    + greatest(0, coalesce(sum(case when back then qty else -qty end) filter (where not here), 0))
  from (
    select ${movement.qty} as qty, true as back, (at.location, at.season_id) = (${location}, ${seasonId}) as here
    from ${movement} join document at on at.number = ${movement.documentNumber}
    where ${movement.barcode} = ${documentLine.barcode} and ${movement.fromKind} = 'issued'
      and ${movement.fromOwner} = ${issuance.IssueToType} and ${movement.fromPlace} = ${issuance.IssueToNbr}
    union all
    select ${movement.qty}, false, (at.location, at.season_id) = (${location}, ${seasonId})
    from ${movement} join document at on at.number = ${movement.documentNumber}
    where ${movement.barcode} = ${documentLine.barcode} and ${movement.toKind} = 'issued'
      and ${movement.toOwner} = ${issuance.IssueToType} and ${movement.toPlace} = ${issuance.IssueToNbr}) as moved)`

// Shipped lines, oldest first.
async function issuedRows(
  queries: Queries | Transaction,
  filter: IssuedFilter,
): Promise<readonly IssuedRow[]> {
  const rows = await queries
    .select({
      header: documentColumns,
      own: headersOf('issuance').own,
      ...joinedColumns,
      returned: returnedHere(filter),
    })
    .from(issuance)
    .innerJoin(document, eq(document.number, issuance.number))
    .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
    .innerJoin(documentLine, eq(documentLine.number, document.number))
    .innerJoin(barcode, eq(barcode.barcode, documentLine.barcode))
    .innerJoin(variety, eq(variety.code, barcode.varietyCode))
    .leftJoin(balance, balanceOfDestination)
    .where(
      and(
        eq(issuance.IssueToType, filter.issueToType),
        eq(issuance.IssueToNbr, filter.issueToNumber),
        eq(document.location, filter.location),
        eq(document.seasonId, filter.seasonId),
        eq(documentLine.status, 'SHIPPED'),
        ...plantConditions(queries, filter),
      ),
    )
    .orderBy(asc(document.number), asc(documentLine.id))
  return rows.map(({ header, own, line, plant, available, returned: back }) => {
    const stored = readLine(line, plant, available)
    const on = readDocument('issuance', header, {}, [])
    const wire = { ...wireHeader(kind.header, header, own), ...wireLine(kind.line, stored, on, plant) }
    return { record: v.parse(IssuedRecord, wire), returned: Number(back) }
  })
}

// Allocates returned plants to the oldest issuances first.
function allocateReturned(rows: readonly IssuedRow[]): IssuedRecord[] {
  const remainingOf = new Map<string, number>()
  return rows.map(({ record, returned }) => {
    const remaining = remainingOf.get(record.BarcodeID) ?? returned
    const share = Math.min(remaining, record.PickQty ?? 0)
    remainingOf.set(record.BarcodeID, remaining - share)
    return { ...record, ReturnedQty: share }
  })
}
