// Builds outcomes with reasons, for tones and the scan strip.
import { quoteReply, sayReply } from '#app/ui/reason.ts'
import type { CommandOutcome, Outage } from '#core/commands/command.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { parseRefusal } from '#core/wire/reply-messages.ts'
import { say, sayCode } from '#text/say.ts'

type Facts = Readonly<Record<string, string | number>>

export function outcomeOf(
  tone: CommandOutcome['tone'],
  code: string,
  facts: Facts = {},
  next: readonly CommandId[] = [],
): CommandOutcome {
  return { tone, code, facts, ...(next.length > 0 && { next }) }
}

/** Marks that the outcome's line waits for a quantity: the next digits are for it. */
export function waitingForQuantity(outcome: CommandOutcome): CommandOutcome {
  return { ...outcome, wants: 'quantity' }
}

/** An error outcome with its reason: 'Failed to Ship Issuance. 2 lines are not picked yet.' */
export function failureOf(code: string, reason: string, next: readonly CommandId[] = []): CommandOutcome {
  return reason === ''
    ? outcomeOf('error', code, {}, next)
    : outcomeOf('error', 'withReason', { what: sayCode(code), reason }, next)
}

/** Like `failureOf`, for a server message about a barcode. 'Why not?' explains a known refusal. */
export function failureOfReply(code: string, message: string, barcode: string): CommandOutcome {
  const outcome = failureOf(code, sayReply(message))
  const refusal = parseRefusal(message)
  return refusal
    ? { ...outcome, facts: { ...outcome.facts, ...refusal.facts, barcode, why: refusal.code } }
    : outcome
}

/** Adds the server's message to a success, if there is one: 'Issuance SHIPPED. The server says: Saved' */
export function withServerMessage(outcome: CommandOutcome, word: string): CommandOutcome {
  if (word === '') return outcome
  const { code, facts } = outcome
  const reason = say('serverWord', { message: sayReply(word) })
  return { ...outcome, code: 'withReason', facts: { what: sayCode(code, facts), reason } }
}

/** The outcome of a change whose success is unknown: neither the reply nor a reload confirms it. */
export function unclearOutcome(number: string, message: string): CommandOutcome {
  return outcomeOf('error', 'documents.unclear', { number, message: quoteReply(message) })
}

/** Marks an outcome whose change was not sent because of an outage. Its scan stays queued. */
export function withOutage({ code }: { readonly code: string }, outcome: CommandOutcome): CommandOutcome {
  const until = outages[code]
  return until === undefined ? outcome : { ...outcome, until }
}

const outages: Readonly<Partial<Record<string, Outage>>> = {
  offline: 'network',
  captive_portal: 'network',
  origin_not_allowed: 'network',
  signed_out: 'sign-in',
}
