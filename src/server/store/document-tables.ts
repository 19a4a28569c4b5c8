// Where the documents of each kind are kept: the table of what only its header has, its range of numbers, and what is joined to it.
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DocumentKind } from '#contract/constants.ts'
import { adjustmentRequest, document, headerTables, issuance, plantReturn } from './schema/documents.ts'
import { grower, nursery } from './schema/reference.ts'

type HeaderTable = PgTable & { readonly number: AnyPgColumn }

type Joined = Readonly<Record<string, SQL<string>>>

// A fact of the grower or nursery that an issuance goes to.
const ofDestination = (ofGrower: AnyPgColumn, ofNursery?: AnyPgColumn): SQL<string> => {
  const from = (entity: typeof grower | typeof nursery, type: string, fact: AnyPgColumn) =>
    sql`(select ${fact} from ${entity} where ${issuance.IssueToType} = ${sql.raw(`'${type}'`)} and ${entity.id} = ${issuance.IssueToNbr})`
  const other = ofNursery ? from(nursery, 'Nursery', ofNursery) : sql`null`
  return sql<string>`coalesce(${from(grower, 'Grower', ofGrower)}, ${other}, '')`
}

// Header fields that no column of a kind's table has.
const joined: Partial<Readonly<Record<DocumentKind, Joined>>> = {
  issuance: {
    EntityName: ofDestination(grower.name, nursery.name),
    GrowingDistrict: ofDestination(grower.growingDistrict),
    VendorInvoiceAccNum: ofDestination(grower.vendorInvoiceAccount),
    PickUpLocationId: ofDestination(grower.pickUpLocation),
  },
  return: {
    ReturnedFromType: sql<string>`'Grower'`,
    growerEntity: sql<string>`(select ${grower.name} from ${grower} where ${grower.id} = ${plantReturn.ReturnedFromNbr})`,
  },
}

// The adjustment request that a document has left; '' where there is none.
const leftRequest = {
  RequestID: sql<string>`coalesce((select ${adjustmentRequest.number}::text from ${adjustmentRequest} where ${adjustmentRequest.ofNumber} = ${document.number}), '')`,
}

/** The sequence that a kind's numbers are taken from. */
export function sequenceOf(kind: DocumentKind): string {
  return `${kind}_number`
}

/** The table of a kind's headers, and what is read of a header there, by the names of the wire. */
export function headersOf(kind: DocumentKind) {
  if (kind === 'request') throw new Error('Adjustment requests have a store of their own')
  const table: HeaderTable = headerTables[kind]
  const { number: _, ...own } = getTableColumns(table)
  return { table, own: { ...own, ...leftRequest, ...joined[kind] } }
}
