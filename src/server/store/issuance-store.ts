import { and, asc, eq, sql } from 'drizzle-orm'
import type { IssuedRecord } from '#contract/issuance.ts'
import type { IssuancesPort, IssuedFilter, StoredIssuance } from '#server/domain/issuance.ts'
import { inPage, joinedColumns, listed, lockBefore, pageOf, readLine, withLines } from './document-rows.ts'
import { headerColumns, issuanceLine, readHeader, readIssuance } from './issuance-rows.ts'
import { document, documentLine, issuance } from './schema/documents.ts'
import { movement } from './schema/ledger.ts'
import { grower, nursery, trimSeason, variety } from './schema/reference.ts'
import { balance, barcode } from './schema/stock.ts'
import { plantConditions } from './stock-store.ts'
import type { Queries, Transaction } from './transaction.ts'

const ofGrower = and(eq(issuance.issueToType, 'Grower'), eq(grower.id, issuance.issueToNumber))
const ofNursery = and(eq(issuance.issueToType, 'Nursery'), eq(nursery.id, issuance.issueToNumber))

/** What of a line's barcode the destination has and has not returned, of all its issuances. */
const balanceOfDestination = and(
  eq(balance.barcode, documentLine.barcode),
  eq(balance.kind, 'issued'),
  eq(balance.owner, issuance.issueToType),
  eq(balance.place, issuance.issueToNumber),
)

/** Headers, lists and the search over what was issued. */
export function createIssuanceStore(queries: Queries | Transaction): IssuancesPort {
  const find = async (number: string): Promise<StoredIssuance | null> => {
    const headers = queries
      .select({ header: headerColumns, ...joinedColumns })
      .from(document)
      .innerJoin(issuance, eq(issuance.number, document.number))
      .leftJoin(grower, ofGrower)
      .leftJoin(nursery, ofNursery)
    const rows = await withLines(headers.$dynamic(), number)
    const [first] = rows
    return first ? readIssuance(first.header, rows) : null
  }

  return {
    find,
    lock: lockBefore(queries, find),
    insert: async (number, fields) => {
      await queries.insert(issuance).values({ number: Number(number), ...fields })
    },
    update: async (number, fields) => {
      await queries
        .update(issuance)
        .set(fields)
        .where(eq(issuance.number, Number(number)))
    },
    list: async (wanted) => {
      const where = listed('issuance', wanted)
      const headers = queries
        .select({ header: headerColumns, total: queries.$count(document, where) })
        .from(document)
        .innerJoin(issuance, eq(issuance.number, document.number))
        .leftJoin(grower, ofGrower)
        .leftJoin(nursery, ofNursery)
      return pageOf(queries, where, wanted, await inPage(headers.$dynamic(), where, wanted), readHeader)
    },
    issued: async (filter) => shareReturned(await issuedRows(queries, filter)),
  }
}

// ---- what was issued

/** Shipped lines with what has left the destination's account again, counted over all its lines of that barcode. */
async function issuedRows(queries: Queries | Transaction, filter: IssuedFilter) {
  const returned = queries
    .select({ sum: sql`coalesce(sum(${movement.qty}), 0)` })
    .from(movement)
    .where(
      and(
        eq(movement.barcode, documentLine.barcode),
        eq(movement.fromKind, 'issued'),
        eq(movement.fromOwner, issuance.issueToType),
        eq(movement.fromPlace, issuance.issueToNumber),
      ),
    )
  const rows = await queries
    .select({
      header: headerColumns,
      ...joinedColumns,
      returned: sql<string>`(${returned})`,
    })
    .from(issuance)
    .innerJoin(document, eq(document.number, issuance.number))
    .innerJoin(trimSeason, eq(trimSeason.id, document.seasonId))
    .leftJoin(grower, ofGrower)
    .leftJoin(nursery, ofNursery)
    .innerJoin(documentLine, eq(documentLine.number, document.number))
    .innerJoin(barcode, eq(barcode.barcode, documentLine.barcode))
    .innerJoin(variety, eq(variety.code, barcode.varietyCode))
    .leftJoin(balance, balanceOfDestination)
    .where(
      and(
        eq(issuance.issueToType, filter.issueToType),
        eq(issuance.issueToNumber, filter.issueToNumber),
        eq(document.location, filter.location),
        eq(document.seasonId, filter.seasonId),
        eq(documentLine.status, 'SHIPPED'),
        ...plantConditions(queries, filter),
      ),
    )
    .orderBy(asc(document.number), asc(documentLine.id))
  return rows.map(({ header, line, plant, available, returned: back }) => {
    const wire = readHeader(header)
    return {
      record: {
        ...issuanceLine(wire.TagNbr, readLine(line, plant, available), plant),
        TagNbr: wire.TagNbr,
        IssueToType: wire.IssueToType,
        IssueToNbr: wire.IssueToNbr,
        EntityName: wire.EntityName,
      },
      returned: Number(back),
    }
  })
}

/** What has come back belongs to the oldest issuances first. */
function shareReturned(
  rows: readonly { readonly record: Omit<IssuedRecord, 'ReturnedQty'>; readonly returned: number }[],
): IssuedRecord[] {
  const left = new Map<string, number>()
  return rows.map(({ record, returned }) => {
    const rest = left.get(record.BarcodeID) ?? returned
    const share = Math.min(rest, record.PickQty ?? 0)
    left.set(record.BarcodeID, rest - share)
    return { ...record, ReturnedQty: share }
  })
}
