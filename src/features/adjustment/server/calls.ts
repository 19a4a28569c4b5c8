import { adjustTrim } from '#features/adjustment/server/adjust-trim.ts'
import {
  type AdjustmentPorts,
  decideAdjustment,
  listAdjustmentRequests,
  readAdjustmentRequest,
} from '#features/adjustment/server/adjustment-requests.ts'
import { type HandlerParts, withPerson } from '#server/http/handlers/context.ts'
import type { Handlers } from '#server/http/handlers.ts'

/** Handles trim adjustments and adjustment requests (part 2 section 7). */
export function adjustmentHandlers<Transaction>(parts: HandlerParts<Transaction, AdjustmentPorts>) {
  const { ports, portsIn } = parts
  return {
    'plantinventory.adjust': ({ body, user }, transaction) => {
      const portsInTransaction = portsIn(transaction)
      return withPerson(parts, portsInTransaction, user, (person) =>
        adjustTrim(portsInTransaction, person, body),
      )
    },
    'adjustmentrequest.list': ({ query, user }) =>
      withPerson(parts, ports, user, (person) =>
        listAdjustmentRequests(ports, person, { origin: query.originlocationid, statuses: query.status }),
      ),
    'adjustmentrequest.detail': ({ params, user }) =>
      withPerson(parts, ports, user, (person) => readAdjustmentRequest(ports, person, params.id)),
    'adjustmentrequest.decide': ({ body, user }, transaction) => {
      const portsInTransaction = portsIn(transaction)
      return withPerson(parts, portsInTransaction, user, (person) =>
        decideAdjustment(portsInTransaction, person, body),
      )
    },
  } satisfies Handlers<Transaction>
}
