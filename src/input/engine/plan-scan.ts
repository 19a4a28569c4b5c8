// Decides what a scan means when it runs: an outcome, or a command with its arguments.
import type { Arguments, Command, CommandOutcome, RunOutcome } from '#core/commands/command.ts'
import { readCommandBarcode } from '#core/commands/command-barcode.ts'
import type { Registry } from '#core/commands/registry.ts'
import type { CandidateKind } from '#core/scan/classify.ts'
import type { QueuedScan, ScanQueue } from '#core/scan/queue.ts'
import { routeScan } from '#core/scan/route.ts'
import { type CommandId, isCommandId } from '#core/wire/command-ids.ts'
import { say } from '#text/say.ts'
import { classifyScan, type EngineEnvironment } from './engine-environment.ts'
import { type EngineTarget, nextOf, type ScannedLines } from './scan-entry.ts'
import { NO_SCREEN, type ScanStack } from './scan-stack.ts'

/** How a scan ended. */
export interface Ending {
  readonly scan: QueuedScan
  readonly kind: CandidateKind
  readonly outcome: CommandOutcome
  readonly command?: CommandId
}

/** `run`: this command decides the outcome. `bug`: a target named an unknown command. */
export type ScanPlan =
  | { readonly type: 'end'; readonly ending: Ending; readonly bug?: Error }
  | {
      readonly type: 'run'
      readonly kind: CandidateKind
      readonly command: Command
      readonly given: Arguments
    }

/** Plans a scan that runs now. */
export function planScan(environment: EngineEnvironment, stack: ScanStack, scan: QueuedScan): ScanPlan {
  const { registry } = environment
  const end = (kind: CandidateKind, outcome: CommandOutcome): ScanPlan & { readonly type: 'end' } => ({
    type: 'end',
    ending: { scan, kind, outcome },
  })
  const candidates = classifyScan(environment, scan)
  if (scan.lacks !== undefined) {
    const facts = { number: scan.lacks, barcode: scan.text }
    return end(candidates[0].kind, { tone: 'error', code: 'number-lacking', facts })
  }
  const screens = scan.target === NO_SCREEN ? [] : stack.all().filter(({ level }) => level === 'screen')
  const routed = routeScan(scan, candidates, [shellTarget(registry), ...screens])
  if (routed.type === 'refused') {
    const { tone, code, args, kind, next } = routed.outcome
    return end(kind, { tone, code, facts: args, ...nextOf(next) })
  }
  const { candidate, intent } = routed
  if (!isCommandId(intent.command)) {
    const bug = new Error(`A scan target named '${intent.command}', which is no command`)
    return { ...end(candidate.kind, { tone: 'error', code: 'scan-failed' }), bug }
  }
  const command = registry.byId(intent.command)
  const barcode = candidate.kind === 'barcode' ? candidate.barcode : undefined
  const quantity = quantityNow(scan, barcode, stack.top('screen')?.lines)
  return {
    type: 'run',
    kind: candidate.kind,
    command,
    given: withQuantity(command, intent.arguments, quantity),
  }
}

// Handles scans that no screen takes: a number opens its document, a command barcode runs.
const shellTarget = (registry: Registry): EngineTarget => ({
  id: 'shell',
  level: 'shell',
  accepts: (candidate) => {
    if (candidate.kind === 'number')
      return { type: 'intent', command: 'openDocument', arguments: { number: candidate.number } }
    if (candidate.kind !== 'command') return undefined
    const read = readCommandBarcode(registry, candidate.command)
    return read.ok
      ? { type: 'intent', command: read.command.id, arguments: read.given }
      : { type: 'refusal', code: read.code }
  },
})

// The quantity of a scan that runs now. A line that has a quantity by now does not take the kept one.
const quantityNow = (
  { kept, quantity }: QueuedScan,
  barcode: string | undefined,
  lines: ScannedLines | undefined,
): number | undefined => {
  if (kept !== true) return quantity
  return barcode !== undefined && lines?.takesKeptQuantity?.(barcode)
    ? (quantity ?? lines.keptQuantity?.())
    : undefined
}

// Adds the scan's quantity to a command that accepts one and has none.
const withQuantity = (command: Command, given: Arguments, quantity: number | undefined): Arguments =>
  quantity !== undefined &&
  given['quantity'] === undefined &&
  command.arguments?.some(({ name }) => name === 'quantity')
    ? { ...given, quantity }
    : given

/** Every scan has an outcome, even if the screen shows the result. */
export function outcomeOrDone(outcome: RunOutcome, id: CommandId | undefined): CommandOutcome {
  return outcome ?? { tone: 'ok', code: 'scan-done', facts: { command: id ? say(`command.${id}`) : '' } }
}

/** Does this scan open another screen, so that later scans are for that one? */
export function leavesScreen(environment: EngineEnvironment, scan: QueuedScan): boolean {
  const [first] = classifyScan(environment, scan)
  if (first.kind === 'number') return true
  if (first.kind !== 'command') return false
  const read = readCommandBarcode(environment.registry, first.command)
  return read.ok && read.command.opensOtherScreen === true
}

/** The ids of the scans for the screen that this scan should have opened. */
export function followersOf(
  environment: EngineEnvironment,
  { items }: ScanQueue,
  scan: QueuedScan,
): readonly string[] {
  const later = items.slice(items.findIndex(({ id }) => id === scan.id) + 1)
  const end = later.findIndex((item) => item.target !== undefined || leavesScreen(environment, item))
  return later.slice(0, end === -1 ? undefined : end).map(({ id }) => id)
}
