// The tables of each document kind: its header table, its number sequence, and its joins.
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DocumentKind } from '#core/wire/constants.ts'
import { adjustmentRequest, document, headerTables, issuance, plantReturn } from './schema/documents.ts'
import { grower, nursery } from './schema/reference.ts'

type HeaderTable = PgTable & { readonly number: AnyPgColumn }

type Joined = Readonly<Record<string, SQL<string>>>

// A fact of an issuance's grower or nursery.
const ofDestination = (ofGrower: AnyPgColumn, ofNursery?: AnyPgColumn): SQL<string> => {
  const from = (entity: typeof grower | typeof nursery, type: string, fact: AnyPgColumn) =>
    sql`(select ${fact} from ${entity} where ${issuance.IssueToType} = ${sql.raw(`'${type}'`)} and ${entity.id} = ${issuance.IssueToNbr})`
  const other = ofNursery ? from(nursery, 'Nursery', ofNursery) : sql`null`
  return sql<string>`coalesce(${from(grower, 'Grower', ofGrower)}, ${other}, '')`
}

// Header fields that are not columns of the kind's table.
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

// The adjustment request of a document; '' if there is none.
const leftRequest = {
  RequestID: sql<string>`coalesce((select ${adjustmentRequest.number}::text from ${adjustmentRequest} where ${adjustmentRequest.ofNumber} = ${document.number}), '')`,
}

/** The number sequence of a kind. */
export function sequenceOf(kind: DocumentKind): string {
  return `${kind}_number`
}

/** Facts that only readers need: no rule asks who an entity is, and each of them is a look-up of its own. */
export const factsOfEntities: ReadonlySet<string> = new Set([
  ...Object.keys(joined.issuance ?? {}),
  'growerEntity',
])

/** A kind's header table, and its columns by their wire names. */
export function headersOf(kind: DocumentKind) {
  if (kind === 'request') throw new Error('Adjustment requests have a store of their own')
  const table: HeaderTable = headerTables[kind]
  const { number: _, ...own } = getTableColumns(table)
  return { table, own: { ...own, ...leftRequest, ...joined[kind] } }
}
