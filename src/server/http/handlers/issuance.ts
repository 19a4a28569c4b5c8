import type { Status } from '#contract/constants.ts'
import { defaultIssuanceStatuses, listIssuances, listIssued, readIssuance } from '#server/domain/issuance.ts'
import { deleteIssuanceLine, saveIssuance } from '#server/domain/save-issuance.ts'
import type { Handlers } from '../handlers.ts'
import { asPerson, type HandlerParts } from './context.ts'

/** Issuance (part 2 section 7). */
export const issuanceHandlers = <Transaction>(parts: HandlerParts<Transaction>) => {
  const { ports, portsIn } = parts
  return {
    'issuance.list': ({ query, user }) =>
      asPerson(parts, ports, user, (person) =>
        listIssuances(ports.issuances, person, {
          location: query.inventorylocation,
          seasonId: query.trimseasonid,
          storageType: query.storagetype,
          statuses: statusesOf(query),
          offset: query.offset,
          limit: query.limit,
        }),
      ),
    'issuance.detail': ({ params, query, user }) =>
      asPerson(parts, ports, user, (person) =>
        readIssuance(ports.issuances, person, {
          number: params.id,
          storageType: query.storagetype,
          seasonId: query.trimseasonid,
          location: query.inventorylocation,
        }),
      ),
    'issuance.issued': ({ query, user }) =>
      asPerson(parts, ports, user, (person) =>
        listIssued(ports.issuances, person, query.storagetype, {
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
    'issuance.save': ({ body, user }, transaction) => {
      const inside = portsIn(transaction)
      return asPerson(parts, inside, user, (person) => saveIssuance(inside, person, body))
    },
    'issuance.deleteLine': ({ query, user }, transaction) => {
      const inside = portsIn(transaction)
      return asPerson(parts, inside, user, (person) =>
        deleteIssuanceLine(inside, person, {
          id: query.id,
          number: query.tagnbr,
          storageType: query.storagetype,
        }),
      )
    },
  } satisfies Handlers<Transaction>
}

/** 'All' lifts the filter; without statuses the list shows what is open (part 2 section 2.2). */
const statusesOf = (query: { readonly all: boolean; readonly status: readonly Status[] }) => {
  if (query.all) return []
  return query.status.length > 0 ? query.status : defaultIssuanceStatuses
}
