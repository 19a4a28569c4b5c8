// Finds scans that run immediately: commands that answer or clear what blocks the queue, and codes that a
// dialog or field handles.
import type { Arguments, Command, MaybePromise, RunOutcome } from '#core/commands/command.ts'
import { readCommandBarcode } from '#core/commands/command-barcode.ts'
import type { Registry } from '#core/commands/registry.ts'
import type { Candidate } from '#core/scan/classify.ts'
import { type CommandId, isCommandId } from '#core/wire/command-ids.ts'
import { type IncomingScan, nextOf } from './scan-entry.ts'
import type { ScanStack } from './scan-stack.ts'

export interface ImmediateScan {
  readonly candidate: Candidate
  readonly work: () => MaybePromise<RunOutcome>
  readonly id?: CommandId
}

/** Returns the action of a scan that runs immediately; undefined if the scan is queued. */
export function findImmediateScan(
  registry: Registry,
  stack: ScanStack,
  attempt: (command: Command, given: Arguments) => Promise<RunOutcome>,
  scan: IncomingScan,
  candidates: readonly Candidate[],
): ImmediateScan | undefined {
  for (const candidate of candidates) {
    if (candidate.kind !== 'command') continue
    const read = readCommandBarcode(registry, candidate.command)
    if (read.ok && read.command.turn === 'at-once') {
      const { command, given } = read
      return { candidate, id: command.id, work: () => attempt(command, given) }
    }
  }
  const fields = stack
    .all()
    .filter(({ level, id, ignoresFocus }) => level === 'field' && (ignoresFocus || id === scan.field))
  const topTarget = stack.top('dialog') ?? fields.at(-1)
  const isWhole = !scan.cut && !scan.unclear
  for (const candidate of topTarget ? candidates : []) {
    // A partial code must not become a shelf or a reason.
    const taken = isWhole ? topTarget?.handleScan?.(candidate) : undefined
    if (taken) return { candidate, work: taken }
    const answer = topTarget?.accepts(candidate)
    if (answer?.type === 'refusal')
      return {
        candidate,
        work: () => ({
          tone: answer.tone ?? 'error',
          code: answer.code,
          facts: answer.args ?? {},
          ...nextOf(answer.next),
        }),
      }
    if (answer?.type === 'intent' && isCommandId(answer.command)) {
      const command = registry.byId(answer.command)
      return { candidate, id: command.id, work: () => attempt(command, answer.arguments) }
    }
  }
  return undefined
}
