// What scanning and commands need of the page around them: clock, ids, storage, address, sound. One object goes through all that is
// made for them; the page fills it in once, and so do tests.
import type { Arguments, Cause, CommandOutcome, Outage, RunOutcome } from '#commands/command.ts'
import type { CommandContext } from '#commands/context.ts'
import { dispatch } from '#commands/dispatch.ts'
import type { Registry } from '#commands/registry.ts'
import type { CommandId } from '#contract/command-ids.ts'
import { type Candidate, classify, type NumberPatterns } from '#scan/classify.ts'
import type { AfterError, QueuedScan, ScanQueue } from '#scan/queue.ts'
import type { Entry } from './scan-entry.ts'

export interface Surroundings {
  readonly registry: Registry
  /** What commands reach at this moment. */
  readonly context: () => CommandContext
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newId: () => string
  /** Which address is open, to see whether a command has left the screen. */
  readonly here: () => string
  readonly later: (run: () => void, ms: number) => void
  readonly numberPatterns: () => NumberPatterns
  /** Does this keep changes from the server now? Asked only about what a command has met. */
  readonly isOut: (outage: Outage) => boolean
  /** Whether an error holds the scans behind it, at the start. */
  readonly afterError: AfterError
  readonly storage: { readonly read: () => unknown; readonly write: (queue: ScanQueue | undefined) => void }
  /** An outcome, or a scan that has to wait (busy): sound, vibration and flash. */
  readonly onTone: (tone: CommandOutcome['tone'], mustBeAcknowledged: boolean) => void
  readonly onEntry: (entry: Entry) => void
  /** A bug in a command: to be reported, never swallowed. */
  readonly onBug: (error: unknown) => void
}

/** What a code may be here; one that was cut is a part of a code, whatever it looks like. */
export function classifyScan(
  { numberPatterns }: Surroundings,
  { text, cut }: Pick<QueuedScan, 'text' | 'cut'>,
): readonly [Candidate, ...Candidate[]] {
  return cut
    ? [{ kind: 'unknown', text, hint: 'fragment' }]
    : classify(text, { numberPatterns: numberPatterns() })
}

/** Runs a command; a bug in it is reported, and an outcome too. */
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
