import { listReturns, readReturn } from '#server/domain/return.ts'
import { deleteReturnLine, saveReturn } from '#server/domain/save-return.ts'
import type { Handlers } from '../handlers.ts'
import { asPerson, type HandlerParts } from './context.ts'

/** Returns (part 2 section 7). */
export const returnHandlers = <Transaction>(parts: HandlerParts<Transaction>) => {
  const { ports, portsIn } = parts
  return {
    'return.list': ({ query, user }) =>
      asPerson(parts, ports, user, (person) =>
        listReturns(ports.returns, person, {
          location: query.returnwarehouse,
          seasonId: query.trimseasonid,
          statuses: query.status,
          offset: query.offset,
          limit: query.limit,
        }),
      ),
    'return.detail': ({ params, query, user }) =>
      asPerson(parts, ports, user, (person) =>
        readReturn(ports.returns, person, {
          number: params.nbr,
          seasonId: query.trimseasonid,
          location: query.returnwarehouse,
        }),
      ),
    'return.save': ({ body, user }, transaction) => {
      const inside = portsIn(transaction)
      return asPerson(parts, inside, user, (person) => saveReturn(inside, person, body))
    },
    'return.deleteLine': ({ params, query, user }, transaction) => {
      const inside = portsIn(transaction)
      return asPerson(parts, inside, user, (person) =>
        deleteReturnLine(inside, person, { id: params.id, number: query.lognbr }),
      )
    },
  } satisfies Handlers<Transaction>
}
