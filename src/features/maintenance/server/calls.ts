import { type HandlerParts, withPerson } from '#server/http/handlers/context.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { listRecords, readRecord } from './read-records.ts'
import type { MaintainedRecordsPort } from './records-port.ts'
import { saveRecord } from './save-record.ts'

/** Handles people and master data. */
export function maintenanceHandlers<Transaction>(
  parts: HandlerParts<Transaction, { readonly records: MaintainedRecordsPort }>,
) {
  const { ports, portsIn } = parts
  return {
    'maintenance.list': ({ params, query, user }) =>
      withPerson(parts, ports, user, (person) =>
        listRecords(ports.records, person, params.kind, { ...query, search: query.search ?? '' }),
      ),
    'maintenance.detail': ({ params, user }) =>
      withPerson(parts, ports, user, (person) => readRecord(ports.records, person, params.kind, params.key)),
    'maintenance.save': ({ params, body, user }, transaction) => {
      const inside = portsIn(transaction)
      return withPerson(parts, inside, user, (person) => saveRecord(inside, person, params.kind, body))
    },
  } satisfies Handlers<Transaction>
}
