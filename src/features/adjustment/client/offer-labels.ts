// The labels that a larger quantity needs: offered once the server has confirmed the correction (part 2
// section 4.6).

import { atOnce, within } from '#app/outbox/server-reply.ts'
import { configAtom } from '#app/state/config.ts'
import { isCutOff } from '#app/state/online.ts'
import { store } from '#app/state/store.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { say, sayCode } from '#text/say.ts'

export interface LabelOffer {
  /** The labels that are missing now. */
  readonly extra: number
  /** Asks the person, and opens the printing screen after a yes. */
  readonly ask: () => Promise<void>
  /** Is the person still at the corrected row? */
  readonly isHere: () => boolean
}

// How long scans are held for the reply, in milliseconds: the question follows it.
const REPLY_TIMEOUT = 700

/** The labels to offer: none at a server that makes none. */
export function labelsToOffer(extra: number): number {
  return store.get(configAtom)?.extensions.includes('printing') ? extra : 0
}

/**
 * The outcome of a correction that is saved here, with its question about labels. A reply that comes late
 * asks only if the person is still at the row; otherwise its sentence names the labels.
 */
export async function offerLabels(
  said: Promise<CommandOutcome>,
  here: CommandOutcome,
  { extra, ask, isHere }: LabelOffer,
): Promise<CommandOutcome> {
  if (extra === 0) return (await atOnce(said)) ?? { ...here, later: said }
  const first = isCutOff() ? undefined : await within(said, REPLY_TIMEOUT)
  if (first?.tone === 'ok') await ask()
  if (first) return first
  const later = said.then((outcome) => {
    if (outcome.tone !== 'ok') return outcome
    if (!isHere()) return withLabels(outcome, extra)
    void ask()
    return outcome
  })
  return { ...here, later }
}

const withLabels = ({ code, facts }: CommandOutcome, n: number): CommandOutcome =>
  outcomeOf('ok', 'withReason', {
    what: sayCode(code, facts).replace(/\.$/, ''),
    reason: say('trim.labelsMissing', { n }),
  })
