import { and, eq, sql } from 'drizzle-orm'
import { type DocumentKind, storageTypeOf } from '#contract/constants.ts'
import { type DocumentsPort, lineKeyOf, type Stamp, type StoredLine } from '#server/domain/documents.ts'
import {
  document,
  documentLine,
  dumpNumber,
  issuanceNumber,
  requestNumber,
  returnNumber,
  transferNumber,
} from './schema/documents.ts'
import type { Queries, Transaction } from './transaction.ts'

const sequences: Readonly<Record<DocumentKind, string | undefined>> = {
  issuance: issuanceNumber.seqName,
  transfer: transferNumber.seqName,
  dump: dumpNumber.seqName,
  return: returnNumber.seqName,
  request: requestNumber.seqName,
}

/** What every kind of document has, and its lines. Only inside a transaction. */
export function createDocumentStore(queries: Queries | Transaction): DocumentsPort {
  return {
    create: async ({ kind, mode, status, location, seasonId }, stamp) => {
      const [created] = await queries
        .insert(document)
        .values({
          number: sql`nextval(${sequences[kind] ?? ''}::regclass)`,
          kind,
          storageType: storageTypeOf(mode),
          status,
          location,
          seasonId,
          createdBy: stamp.by,
          ...changeOf(stamp),
        })
        .returning({ number: document.number })
      if (!created) throw new Error(`No ${kind} was created`)
      return String(created.number)
    },
    touch: async (number, status, stamp) => {
      await queries
        .update(document)
        .set({ status, changedAt: sql`now()`, ...changeOf(stamp) })
        .where(eq(document.number, Number(number)))
    },
    saveLines: async (number, lines, stamp) => {
      const ids = new Map(
        lines.flatMap((line) => (line.id === null ? [] : [[lineKeyOf(line), line.id] as const])),
      )
      const known = lines.filter((line) => line.id !== null)
      if (known.length > 0) await queries.execute(updateLines(number, known, stamp))
      const added = lines.filter((line) => line.id === null)
      if (added.length === 0) return ids
      const inserted = await queries
        .insert(documentLine)
        .values(added.map((line) => lineRow(number, line, stamp)))
        .returning({ id: documentLine.id, barcode: documentLine.barcode, place: documentLine.sourcePlace })
      for (const { id, barcode, place } of inserted) {
        const line = added.find((each) => each.barcode === barcode && each.source.place === place)
        if (line) ids.set(lineKeyOf(line), String(id))
      }
      return ids
    },
    numberOfLine: async (kind, id) => {
      if (!/^\d{1,15}$/.test(id)) return null
      const [found] = await queries
        .select({ number: documentLine.number })
        .from(documentLine)
        .innerJoin(document, and(eq(document.number, documentLine.number), eq(document.kind, kind)))
        .where(eq(documentLine.id, Number(id)))
      return found ? String(found.number) : null
    },
    deleteLine: async (number, id) => {
      await queries
        .delete(documentLine)
        .where(and(eq(documentLine.number, Number(number)), eq(documentLine.id, Number(id))))
    },
  }
}

const changeOf = ({ by, claimedAt }: Stamp) => ({
  changedBy: by,
  claimedAt: claimedAt === null ? null : new Date(claimedAt),
})

const lineRow = (number: string, line: StoredLine, stamp: Stamp) => ({
  number: Number(number),
  barcode: line.barcode,
  status: line.status,
  ordered: line.ordered,
  picked: line.picked,
  received: line.received,
  held: line.held,
  sourceKind: line.source.kind,
  sourceOwner: line.source.owner,
  sourcePlace: line.source.place,
  reason: line.reason,
  isReplant: line.isReplant,
  changedBy: stamp.by,
})

/** All changed lines in one statement; barcode and source of a saved line never change. */
function updateLines(number: string, lines: readonly StoredLine[], stamp: Stamp) {
  const column = (values: readonly (string | number | null)[], type: 'bigint' | 'integer' | 'text') =>
    sql`${sql.param(values)}::${sql.raw(type)}[]`
  return sql`
    update document_line set status = changed.status, ordered = changed.ordered, picked = changed.picked,
      received = changed.received, held = changed.held, reason = changed.reason,
      changed_by = ${stamp.by}, changed_at = now()
    from unnest(
      ${column(
        lines.map((line) => line.id),
        'bigint',
      )},
      ${column(
        lines.map((line) => line.status),
        'text',
      )},
      ${column(
        lines.map((line) => line.ordered),
        'integer',
      )},
      ${column(
        lines.map((line) => line.picked),
        'integer',
      )},
      ${column(
        lines.map((line) => line.received),
        'integer',
      )},
      ${column(
        lines.map((line) => line.held),
        'integer',
      )},
      ${column(
        lines.map((line) => line.reason),
        'text',
      )}
    ) as changed (id, status, ordered, picked, received, held, reason)
    where document_line.id = changed.id and document_line.number = ${Number(number)}`
}
