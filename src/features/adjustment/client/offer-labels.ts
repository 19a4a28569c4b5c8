// Offers the labels that a larger quantity needs, after the server confirmed the correction (part 2 section
// 4.6).

import { promptOutcome, within } from '#app/outbox/server-reply.ts'
import { configAtom } from '#app/state/config.ts'
import { isDisconnected } from '#app/state/online.ts'
import { store } from '#app/state/store.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { say, sayCode } from '#text/say.ts'

interface LabelOffer {
  /** The number of missing labels. */
  readonly extra: number
  /** Asks the user, and opens the printing screen after Yes. */
  readonly ask: () => Promise<void>
  /** Is the user still at the corrected row? */
  readonly isHere: () => boolean
}

// How long scans wait for the reply, because the question follows it.
const REPLY_TIMEOUT_MS = 700

/** Returns the labels to offer; 0 if the server makes none. */
export function labelsToOffer(extra: number): number {
  return store.get(configAtom)?.extensions.includes('printing') ? extra : 0
}

/**
 * Returns the outcome of a locally saved correction and offers its labels. A late reply asks only if the
 * user is still at the row; otherwise its sentence names the labels.
 */
export async function offerLabels(
  reply: Promise<CommandOutcome>,
  savedLocally: CommandOutcome,
  { extra, ask, isHere }: LabelOffer,
): Promise<CommandOutcome> {
  if (extra === 0) return (await promptOutcome(reply)) ?? { ...savedLocally, later: reply }
  const first = isDisconnected() ? undefined : await within(reply, REPLY_TIMEOUT_MS)
  if (first?.tone === 'ok') await ask()
  if (first) return first
  const later = reply.then((outcome) => {
    if (outcome.tone !== 'ok') return outcome
    if (!isHere()) return withLabels(outcome, extra)
    void ask()
    return outcome
  })
  return { ...savedLocally, later }
}

const withLabels = ({ code, facts }: CommandOutcome, n: number): CommandOutcome =>
  outcomeOf('ok', 'withReason', {
    what: sayCode(code, facts).replace(/\.$/, ''),
    reason: say('trim.labelsMissing', { n }),
  })
