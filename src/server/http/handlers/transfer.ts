import { deleteTransferLine, saveTransfer } from '#server/domain/save-transfer.ts'
import { listTransfers, readTransfer } from '#server/domain/transfer.ts'
import type { Handlers } from '../handlers.ts'
import { asPerson, type HandlerParts } from './context.ts'

/** Transfers (part 2 section 7). */
export const transferHandlers = <Transaction>(parts: HandlerParts<Transaction>) => {
  const { ports, portsIn } = parts
  return {
    'transfer.list': ({ query, user }) =>
      asPerson(parts, ports, user, (person) =>
        listTransfers(ports.transfers, person, {
          seasonId: query.trimseasonid,
          origin: query.originlocationid,
          destination: query.destinationlocationid,
          statuses: query.status,
          number: query.transfernbr,
          offset: query.offset,
          limit: query.limit,
        }),
      ),
    'transfer.detail': ({ params, query, user }) =>
      asPerson(parts, ports, user, (person) =>
        readTransfer(ports.transfers, person, {
          number: params.nbr,
          seasonId: query.trimseasonid,
          location: query.inventorylocation,
        }),
      ),
    'transfer.save': ({ body, user }, transaction) => {
      const inside = portsIn(transaction)
      return asPerson(parts, inside, user, (person) => saveTransfer(inside, person, body))
    },
    'transfer.deleteLine': ({ params, user }, transaction) => {
      const inside = portsIn(transaction)
      return asPerson(parts, inside, user, (person) => deleteTransferLine(inside, person, params.id))
    },
  } satisfies Handlers<Transaction>
}
