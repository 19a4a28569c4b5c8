// Adjustment requests (part 2 sections 2.8, 4.5): discrepancies of received transfers, and count variances
// above the posting threshold.

import { decisionFlows } from '#core/kinds/adjustment/effects.ts'
import { adjustmentRequests } from '#core/kinds/adjustment/rules.ts'
import { afterLineStep, lineAllows, mayAct, mayActAt } from '#core/kinds/engine.ts'
import type { Mode } from '#core/kinds/kind.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type {
  AdjustmentDecisionBody,
  AdjustmentLine,
  AdjustmentRequest,
  AdjustmentRequestDetail,
  ListedRequest,
} from '#core/wire/adjustment-request.ts'
import type { Status } from '#core/wire/constants.ts'
import type { Problem } from '#core/wire/problem.ts'
import { firstRefusal } from '#core/wire/refusals.ts'
import { belowReservedMessage, processedMessage, REPLIES } from '#core/wire/reply-messages.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { countedAccountsOf } from '#documents/server/change-document.ts'
import type { DocumentPorts, OpenedRequestsPort, Stamp } from '#documents/server/documents-port.ts'
import { accountsOfFlows, movementsOf } from '#documents/server/flows.ts'
import { mayListMode, mayOpenMode, visible } from '#documents/server/visible.ts'
import { openLedger } from '#server/domain/ledger.ts'
import type { Person } from '#server/domain/people.ts'
import { conflict, notFound, problemFor } from '#server/domain/refusals.ts'

/** A stored request, for the rules and the reply. */
export interface StoredRequest {
  readonly document: StoredDocument
  readonly header: AdjustmentRequest
  readonly lines: readonly AdjustmentLine[]
}

export interface AdjustmentRequestsPort extends OpenedRequestsPort {
  readonly find: (number: string) => Promise<StoredRequest | null>
  /** Like `find`, but locks the document's row until the transaction ends. */
  readonly lock: (number: string) => Promise<StoredRequest | null>
  /** Newest number first. Empty `statuses` match all. */
  readonly list: (filter: {
    readonly origin: string
    readonly statuses: readonly Status[]
  }) => Promise<readonly ListedRequest[]>
}

/** The database ports of adjustment requests. */
export interface AdjustmentPorts extends DocumentPorts {
  readonly requests: AdjustmentRequestsPort
}

const { access, rules } = adjustmentRequests
const mode: Pick<Mode, 'id' | 'access'> = { id: 'inventory', access }

export async function listAdjustmentRequests(
  { requests }: Pick<AdjustmentPorts, 'requests'>,
  person: Person,
  filter: { readonly origin: string; readonly statuses: readonly Status[] },
): Promise<Result<{ Records: ListedRequest[] }, Problem>> {
  const allowed = mayListMode(mode, person, filter.origin)
  if (!allowed.ok) return allowed
  return succeed({ Records: [...(await requests.list(filter))] })
}

export async function readAdjustmentRequest(
  { requests }: Pick<AdjustmentPorts, 'requests'>,
  person: Person,
  number: string,
): Promise<Result<AdjustmentRequestDetail, Problem>> {
  const mayOpen = mayOpenMode(mode, person)
  if (!mayOpen.ok) return mayOpen
  const found = visible(await requests.find(number), person, mode, 'adjustment request')
  if (!found.ok) return found
  return succeed({ Adjustment: found.value.header, AdjustmentLines: [...found.value.lines] })
}

/**
 * Accepts or rejects one line. If the stock does not allow it, returns the specification's message.
 * A line that is already decided is a conflict.
 */
export async function decideAdjustment(
  ports: Pick<AdjustmentPorts, 'documents' | 'requests' | 'ledger'>,
  person: Person,
  { Adjustment: header, AdjustmentLine: wanted }: AdjustmentDecisionBody,
): Promise<Result<{ Message: string }, Problem>> {
  const step = wanted.Status === 'ACCEPT' ? 'accept' : 'reject'
  const mayOpen = mayOpenMode(mode, person)
  if (!mayOpen.ok) return mayOpen
  const found = visible(await ports.requests.lock(header.RequestID), person, mode, 'adjustment request')
  if (!found.ok) return found
  const { document } = found.value
  const rights = firstRefusal(
    mayAct(access, person, step, document.header),
    mayActAt(access, step, document.header, person.locations),
  )
  if (rights !== true) return fail(problemFor(rights))
  const line = document.lines.find(({ id }) => id === wanted.LineID)
  if (!line) return fail(notFound('line on this adjustment request'))

  const { barcode, source } = line
  const flows = decisionFlows(step)
  const stock = { barcode, account: source }
  const ends = accountsOfFlows(flows, document, [line])
  const ledger = await openLedger(ports.ledger, [stock], ends, countedAccountsOf({ lines: [line] }))
  const verdict = lineAllows(rules, step, document, line, ledger.quantity(stock))
  if (verdict !== true) {
    if (verdict.code === 'adjustmentTooSmall') return succeed({ Message: REPLIES.adjustmentTooSmall })
    return fail(conflict(document, verdict))
  }
  const stamp: Stamp = { by: person.username, claimedAt: null }
  if (!movementsOf(flows, ledger, document, line, stamp).every(ledger.move)) {
    return succeed({ Message: belowReservedMessage(ledger.quantity(stock) - ledger.available(stock)) })
  }
  const status = rules.lineSteps[step].to ?? line.status
  const after = afterLineStep(rules, step, document, line)
  await ports.documents.saveLines(document.number, [{ ...line, status }], stamp)
  const concerns = access.concerns(document.header)
  await ports.documents.touch(document.number, after.status, stamp, { step, concerns })
  await ledger.write()
  return succeed({ Message: processedMessage('Adjustment Request') })
}
