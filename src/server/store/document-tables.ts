// Where the documents of each kind are kept: the table of what only its header has, its range of numbers, and what is joined to it.
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DocumentKind } from '#contract/constants.ts'
import {
  adjustmentRequest,
  dump,
  dumpNumber,
  issuance,
  issuanceNumber,
  plantReturn,
  requestNumber,
  returnNumber,
  transfer,
  transferNumber,
} from './schema/documents.ts'
import { grower, nursery } from './schema/reference.ts'

type HeaderTable = PgTable & { readonly number: AnyPgColumn }

interface Kept {
  readonly table: HeaderTable
  /** Header fields that no column of it has. */
  readonly joined: Readonly<Record<string, SQL<string>>>
}

/** A fact of the grower or nursery that an issuance goes to. */
const ofDestination = (ofGrower: AnyPgColumn, ofNursery?: AnyPgColumn): SQL<string> => {
  const from = (entity: typeof grower | typeof nursery, type: string, fact: AnyPgColumn) =>
    sql`(select ${fact} from ${entity} where ${issuance.IssueToType} = ${sql.raw(`'${type}'`)} and ${entity.id} = ${issuance.IssueToNbr})`
  const other = ofNursery ? from(nursery, 'Nursery', ofNursery) : sql`null`
  return sql<string>`coalesce(${from(grower, 'Grower', ofGrower)}, ${other}, '')`
}

const kept: Readonly<Record<Exclude<DocumentKind, 'request'>, Kept>> = {
  issuance: {
    table: issuance,
    joined: {
      EntityName: ofDestination(grower.name, nursery.name),
      GrowingDistrict: ofDestination(grower.growingDistrict),
      VendorInvoiceAccNum: ofDestination(grower.vendorInvoiceAccount),
      PickUpLocationId: ofDestination(grower.pickUpLocation),
    },
  },
  transfer: {
    table: transfer,
    joined: {
      RequestID: sql<string>`coalesce((select ${adjustmentRequest.number}::text from ${adjustmentRequest} where ${adjustmentRequest.transferNumber} = ${transfer.number}), '')`,
    },
  },
  dump: { table: dump, joined: {} },
  return: {
    table: plantReturn,
    joined: {
      ReturnedFromType: sql<string>`'Grower'`,
      growerEntity: sql<string>`(select ${grower.name} from ${grower} where ${grower.id} = ${plantReturn.ReturnedFromNbr})`,
    },
  },
}

/** The sequence that a kind's numbers are taken from. */
export const sequences: Readonly<Record<DocumentKind, string | undefined>> = {
  issuance: issuanceNumber.seqName,
  transfer: transferNumber.seqName,
  dump: dumpNumber.seqName,
  return: returnNumber.seqName,
  request: requestNumber.seqName,
}

/** The table of a kind's headers, and what is read of a header there, by the names of the wire. */
export function headersOf(kind: DocumentKind) {
  if (kind === 'request') throw new Error('Adjustment requests have a store of their own')
  const { table, joined } = kept[kind]
  const { number: _, ...own } = getTableColumns(table)
  return { table, own: { ...own, ...joined } }
}
