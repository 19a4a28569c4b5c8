import { listDumps, readDump } from '#server/domain/dump.ts'
import { deleteDumpLine, saveDump } from '#server/domain/save-dump.ts'
import type { Handlers } from '../handlers.ts'
import { asPerson, type HandlerParts } from './context.ts'

/** Dumps (part 1 section 7). */
export const dumpHandlers = <Transaction>(parts: HandlerParts<Transaction>) => {
  const { ports, portsIn } = parts
  return {
    'dump.list': ({ query, user }) =>
      asPerson(parts, ports, user, (person) =>
        listDumps(ports.dumps, person, {
          location: query.dumpwarehouse,
          seasonId: query.trimseasonid,
          storageType: query.storagetype,
          statuses: query.status,
          offset: query.offset,
          limit: query.limit,
        }),
      ),
    'dump.detail': ({ params, query, user }) =>
      asPerson(parts, ports, user, (person) =>
        readDump(ports.dumps, person, {
          number: params.lognbr,
          storageType: query.storagetype,
          seasonId: query.trimseasonid,
          location: query.dumpwarehouse,
        }),
      ),
    'dump.save': ({ body, user }, transaction) => {
      const inside = portsIn(transaction)
      return asPerson(parts, inside, user, (person) => saveDump(inside, person, body))
    },
    'dump.deleteLine': ({ params, query, user }, transaction) => {
      const inside = portsIn(transaction)
      return asPerson(parts, inside, user, (person) =>
        deleteDumpLine(inside, person, { id: params.id, number: query.lognbr }),
      )
    },
  } satisfies Handlers<Transaction>
}
