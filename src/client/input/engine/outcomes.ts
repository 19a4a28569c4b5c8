// Outcomes for the ear and the strip, and reasons beside what failed.
import type { CommandOutcome, Outage } from '#commands/command.ts'
import type { CommandId } from '#contract/command-ids.ts'
import { sayCode } from '#text/say.ts'

type Facts = Readonly<Record<string, string | number>>

export function outcomeOf(
  tone: CommandOutcome['tone'],
  code: string,
  facts: Facts = {},
  next: readonly CommandId[] = [],
): CommandOutcome {
  return { tone, code, facts, ...(next.length > 0 && { next }) }
}

/** The line that the outcome is about waits for its quantity: what is typed next is for it. */
export function waiting(outcome: CommandOutcome): CommandOutcome {
  return { ...outcome, wants: 'quantity' }
}

/** An outcome that names what failed and why: 'Failed to Ship Issuance. 2 lines are not picked yet.' */
export function failureOf(code: string, reason: string, next: readonly CommandId[] = []): CommandOutcome {
  return reason === ''
    ? outcomeOf('error', code, {}, next)
    : outcomeOf('error', 'withReason', { what: sayCode(code), reason }, next)
}

/** Marks an outcome whose change could not be sent for a reason that passes: a scan keeps its turn until then. */
export function untilSent({ code }: { readonly code: string }, outcome: CommandOutcome): CommandOutcome {
  const until = outages[code]
  return until === undefined ? outcome : { ...outcome, until }
}

const outages: Readonly<Partial<Record<string, Outage>>> = {
  offline: 'network',
  captive_portal: 'network',
  signed_out: 'sign-in',
}
