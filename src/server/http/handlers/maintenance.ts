import { listRecords, readRecord } from '#server/domain/maintenance/read-records.ts'
import { mayImport } from '#server/domain/maintenance/rights.ts'
import { saveRecord } from '#server/domain/maintenance/save-record.ts'
import type { Handlers } from '../handlers.ts'
import { asPerson, type HandlerParts, whoMay } from './context.ts'

/** People, master data and past imports. */
export function maintenanceHandlers<Transaction>(parts: HandlerParts<Transaction>) {
  const { ports, portsIn } = parts
  return {
    'maintenance.list': ({ params, query, user }) =>
      asPerson(parts, ports, user, (person) =>
        listRecords(ports.records, person, params.kind, { ...query, search: query.search ?? '' }),
      ),
    'maintenance.detail': ({ params, user }) =>
      asPerson(parts, ports, user, (person) => readRecord(ports.records, person, params.kind, params.key)),
    'maintenance.save': ({ params, body, user }, transaction) => {
      const inside = portsIn(transaction)
      return asPerson(parts, inside, user, (person) => saveRecord(inside, person, params.kind, body))
    },
    'maintenance.imports': ({ user }) =>
      whoMay(parts, user, mayImport, async () => ({ Result: [...(await ports.imports.past())] })),
  } satisfies Handlers<Transaction>
}
