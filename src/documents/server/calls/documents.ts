import { fieldNameOf } from '#core/kinds/header.ts'
import { kinds } from '#core/kinds/index.ts'
import type { DocumentCalls, Kind } from '#core/kinds/kind.ts'
import { textOf, type Values } from '#core/kinds/values.ts'
import { STORAGE_TYPES, type StorageType } from '#core/wire/constants.ts'
import { deleteDocumentLine, listDocuments, readDocument, saveBody } from '#documents/server/documents.ts'
import type { DocumentPorts } from '#documents/server/documents-port.ts'
import { listIssued } from '#documents/server/issued.ts'
import { prefetchForDelete, prefetchForSave } from '#documents/server/plan-prefetch.ts'
import { readBody, readClaim, readSeen } from '#documents/server/read-body.ts'
import { takeOver } from '#documents/server/take-over.ts'
import { type HandlerParts, withPerson } from '#server/http/handlers/context.ts'
import type { DocumentHandler, DocumentHandlers, Handlers } from '#server/http/handlers.ts'

const storageTypeIn = (text: unknown): StorageType | undefined => STORAGE_TYPES.find((type) => type === text)
const textIn = (value: unknown): string | undefined => textOf(value) || undefined

// The line to delete.
const lineOf = (kind: Kind, params: Values | undefined, query: Values) => ({
  id: textOf(params?.id ?? query.id),
  number: textIn(query[fieldNameOf(kind.header, 'number').toLowerCase()]),
})

/** The four calls of every document kind (part 1 section 7, part 2 section 7). */
export function documentHandlers<Transaction>(
  parts: HandlerParts<Transaction, DocumentPorts>,
): DocumentHandlers<Transaction> {
  const { ports, portsIn } = parts
  const handlersOf = (kind: Kind): Readonly<Record<keyof DocumentCalls, DocumentHandler<Transaction>>> => ({
    list: ({ query, user }) =>
      withPerson(parts, ports, user, (person) => listDocuments(ports, person, kind, query)),
    detail: ({ params, query, user }) =>
      withPerson(parts, ports, user, (person) =>
        readDocument(ports, person, kind, {
          number: textOf(Object.values(params)[0]),
          storageType: storageTypeIn(query.storagetype),
          seasonId: textIn(query.trimseasonid),
          location: textIn(query[kind.names.at]),
        }),
      ),
    save: Object.assign<DocumentHandler<Transaction>, Pick<DocumentHandler<Transaction>, 'ahead'>>(
      ({ body, user }, transaction) => {
        const portsInTransaction = portsIn(transaction)
        return withPerson(parts, portsInTransaction, user, (person) =>
          saveBody(portsInTransaction, person, kind, body),
        )
      },
      { ahead: ({ body }) => prefetchForSave(kind, readBody(kind, body)) },
    ),
    deleteLine: Object.assign<DocumentHandler<Transaction>, Pick<DocumentHandler<Transaction>, 'ahead'>>(
      ({ params, query, user }, transaction) => {
        const portsInTransaction = portsIn(transaction)
        return withPerson(parts, portsInTransaction, user, (person) =>
          deleteDocumentLine(portsInTransaction, person, kind, {
            ...lineOf(kind, params, query),
            storageType: storageTypeIn(query.storagetype),
            seen: readSeen({ SeenStatus: query.seenstatus, SeenQty: query.seenqty }),
            claimedAt: readClaim(query.donedatetime),
            uuid: textIn(query.documentuuid) ?? '',
          }),
        )
      },
      {
        ahead: ({ params, query }) => {
          const { id, number } = lineOf(kind, params, query)
          return prefetchForDelete(kind, number, id)
        },
      },
    ),
  })
  return Object.fromEntries(
    Object.values<Kind>(kinds).flatMap((kind) =>
      Object.entries(handlersOf(kind)).map(([verb, handler]) => [`${kind.kind}.${verb}`, handler]),
    ),
  )
}

/** Handles changes of a document's owner, and searches of issued plants (part 2 section 7). */
export function ownerHandlers<Transaction>(parts: HandlerParts<Transaction, DocumentPorts>) {
  const { ports } = parts
  return {
    'documents.takeOver': ({ body, user }, transaction) => {
      const portsInTransaction = parts.portsIn(transaction)
      return withPerson(parts, portsInTransaction, user, (person) =>
        takeOver(portsInTransaction, person, body.Number, body.Seen),
      )
    },
    'issuance.issued': ({ query, user }) =>
      withPerson(parts, ports, user, (person) =>
        listIssued(ports.issued, person, query.storagetype, {
          location: query.inventorylocation,
          seasonId: query.trimseasonid,
          issueToType: query.issuetotype,
          issueToNumber: query.issuetonbr,
          barcode: query.barcodeid,
          varietyCode: query.varietycode,
          trimType: query.trimtype,
          stockType: query.stocktype,
        }),
      ),
  } satisfies Handlers<Transaction>
}
