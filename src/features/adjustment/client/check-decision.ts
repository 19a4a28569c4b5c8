// Reads a request again if the reply does not confirm a decision.
import { perform } from '#app/api/client.ts'
import { mustVerify } from '#app/api/wire-text.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import {
  adjustmentRequests,
  type DecisionStep,
  type RequestLine,
  type RequestOutcome,
} from '#core/kinds/adjustment/rules.ts'
import { failureOfReply, unclearOutcome } from '#input/engine/outcomes.ts'

/** Returns true if the request has the decision on this line; otherwise an outcome: refused or unknown. */
export async function checkDecision(
  number: string,
  { id, barcode }: RequestLine,
  step: DecisionStep,
  { message }: RequestOutcome,
): Promise<true | CommandOutcome> {
  if (!mustVerify(message)) return true
  const found = await perform(adjustmentRequests.detail(number))
  if (!found.ok || found.value === null) return message === '' || unclearOutcome(number, message)
  const now = found.value.lines.find((line) => line.id === id && line.barcode === barcode)
  const isDecided = now?.status === (step === 'accept' ? 'ACCEPT' : 'REJECT')
  return isDecided || failureOfReply('request.failed', message, barcode)
}
