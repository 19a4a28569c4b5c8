// Maps each document kind to its header table, number sequence and joined fields.
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DocumentKind } from '#core/wire/constants.ts'
import { adjustmentRequest, document, headerTables, issuance, plantReturn } from './schema/documents.ts'
import { grower, nursery } from './schema/reference.ts'

type HeaderTable = PgTable & { readonly number: AnyPgColumn }

type JoinedFields = Readonly<Record<string, SQL<string>>>

// A field of an issuance's grower or nursery.
const ofDestination = (ofGrower: AnyPgColumn, ofNursery?: AnyPgColumn): SQL<string> => {
  const from = (entity: typeof grower | typeof nursery, type: string, fact: AnyPgColumn) =>
    sql`(select ${fact} from ${entity} where ${issuance.IssueToType} = ${sql.raw(`'${type}'`)} and ${entity.id} = ${issuance.IssueToNbr})`
  const other = ofNursery ? from(nursery, 'Nursery', ofNursery) : sql`null`
  return sql<string>`coalesce(${from(grower, 'Grower', ofGrower)}, ${other}, '')`
}

// Header fields that are not columns of the kind's table.
const joinedFields: Partial<Readonly<Record<DocumentKind, JoinedFields>>> = {
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
const requestField = {
  RequestID: sql<string>`coalesce((select ${adjustmentRequest.number}::text from ${adjustmentRequest} where ${adjustmentRequest.ofNumber} = ${document.number}), '')`,
}

/** The number sequence of a kind. */
export function sequenceOf(kind: DocumentKind): string {
  return `${kind}_number`
}

/** Fields for readers only. Changes skip them: no rule needs them, and each costs a lookup. */
export const readOnlyFields: ReadonlySet<string> = new Set([
  ...Object.keys(joinedFields.issuance ?? {}),
  'growerEntity',
])

/** A kind's header table, and its columns by wire name. */
export function headersOf(kind: DocumentKind) {
  if (kind === 'request') throw new Error('Adjustment requests have a store of their own')
  const table: HeaderTable = headerTables[kind]
  const { number: _, ...own } = getTableColumns(table)
  return { table, own: { ...own, ...requestField, ...joinedFields[kind] } }
}
