// What scanning and commands need of the page: clock, ids, storage, path, sound. One object for everything;
// the page creates it once, and so do tests.
import type { Arguments, Cause, CommandOutcome, Outage, RunOutcome } from '#core/commands/command.ts'
import type { CommandContext } from '#core/commands/context.ts'
import { dispatch } from '#core/commands/dispatch.ts'
import type { Registry } from '#core/commands/registry.ts'
import { type Candidate, classify, type NumberPatterns } from '#core/scan/classify.ts'
import type { AfterError, QueuedScan, ScanQueue } from '#core/scan/queue.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import type { Entry } from './scan-entry.ts'

export interface Surroundings {
  readonly registry: Registry
  /** The command context now. */
  readonly context: () => CommandContext
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newId: () => string
  /** The open path, to see whether a command has left the screen. */
  readonly here: () => string
  readonly later: (run: () => void, ms: number) => void
  readonly numberPatterns: () => NumberPatterns
  /** Is this outage still there? Only asked for one that a command has met. */
  readonly isOut: (outage: Outage) => boolean
  /** Whether an error holds the scans behind it, at start. */
  readonly afterError: AfterError
  /** Stores the queue, replacing the previous one; not awaited. */
  readonly keep: (queue: ScanQueue | undefined) => void
  /** Sound, vibration and flash of an outcome, or of a scan that waits (busy). */
  readonly onTone: (tone: CommandOutcome['tone'], mustBeAcknowledged: boolean) => void
  readonly onEntry: (entry: Entry) => void
  /** Reports a bug in a command. */
  readonly onBug: (error: unknown) => void
}

/** What a code may be here; a cut or unclear one is none, whatever it looks like. */
export function classifyScan(
  { numberPatterns }: Surroundings,
  { text, cut, unclear }: Pick<QueuedScan, 'text' | 'cut' | 'unclear'>,
): readonly [Candidate, ...Candidate[]] {
  const hint = cut ? 'fragment' : unclear
  return hint ? [{ kind: 'unknown', text, hint }] : classify(text, { numberPatterns: numberPatterns() })
}

/** Runs a command; a bug is reported and gives an outcome too. */
export async function attempt(
  { registry, context, onBug }: Surroundings,
  id: CommandId,
  given: Arguments,
  cause: Cause,
): Promise<RunOutcome> {
  try {
    return await dispatch(registry, id, context(), given, cause)
  } catch (error) {
    onBug(error)
    return { tone: 'error', code: 'scan-failed' }
  }
}
