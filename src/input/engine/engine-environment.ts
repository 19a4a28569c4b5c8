// The parts of the page that scanning and commands use: clock, ids, storage, path, sound. The page creates
// one object; tests create their own.
import type { Arguments, Cause, CommandOutcome, Outage, RunOutcome } from '#core/commands/command.ts'
import type { CommandContext } from '#core/commands/context.ts'
import { dispatch } from '#core/commands/dispatch.ts'
import type { Registry } from '#core/commands/registry.ts'
import { type Candidate, classify, type NumberPatterns } from '#core/scan/classify.ts'
import type { AfterError, QueuedScan, ScanQueue } from '#core/scan/queue.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import type { Entry } from './scan-entry.ts'

export interface EngineEnvironment {
  readonly registry: Registry
  /** The current command context. */
  readonly context: () => CommandContext
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newId: () => string
  /** The open path, to detect that a command has left the screen. */
  readonly here: () => string
  readonly runAfter: (run: () => void, ms: number) => void
  readonly numberPatterns: () => NumberPatterns
  /** Does this outage still exist? Called only for an outage that a command has met. */
  readonly isOutageActive: (outage: Outage) => boolean
  /** The initial mode: does an error hold the scans behind it? */
  readonly afterError: AfterError
  /** Stores the queue and replaces the previous one; not awaited. */
  readonly storeQueue: (queue: ScanQueue | undefined) => void
  /** Plays sound, vibration and flash of an outcome, or of a queued scan (busy). */
  readonly onTone: (tone: CommandOutcome['tone'], mustBeAcknowledged: boolean) => void
  readonly onEntry: (entry: Entry) => void
  /** Reports a bug in a command. */
  readonly onBug: (error: unknown) => void
}

/** The possible meanings of a code. A partial or ambiguous code has none. */
export function classifyScan(
  { numberPatterns }: EngineEnvironment,
  { text, cut, unclear }: Pick<QueuedScan, 'text' | 'cut' | 'unclear'>,
): readonly [Candidate, ...Candidate[]] {
  const hint = cut ? 'fragment' : unclear
  return hint ? [{ kind: 'unknown', text, hint }] : classify(text, { numberPatterns: numberPatterns() })
}

/** Runs a command. A thrown error is reported and becomes an outcome. */
export async function attempt(
  { registry, context, onBug }: EngineEnvironment,
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
