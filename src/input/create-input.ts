// Connects the wedge, the scan engine, the shortcuts and the ports of the open screens. No React, for tests.

import { placeAtom } from '#app/state/place.ts'
import { onResult } from '#app/state/results.ts'
import { store } from '#app/state/store.ts'
import type { Arguments, Command, RunOutcome, Source } from '#core/commands/command.ts'
import type { ShellPort } from '#core/commands/context.ts'
import { mayRun, missingArgument, refusalOutcome } from '#core/commands/dispatch.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { refuse } from '#core/wire/refusals.ts'
import { say } from '#text/say.ts'
import type { AppShell, DocumentHit } from './app-shell.ts'
import { changeSetting } from './devices/workstation-settings.ts'
import { attempt, type EngineEnvironment } from './engine/engine-environment.ts'
import { createPortStack } from './engine/port-stack.ts'
import { createScanEngine, type ScanEngine } from './engine/scan-engine.ts'
import type { Input, Run } from './input-context.ts'
import { parkedHere, parkedHits } from './kept/parked.ts'
import type { Refused, ShownRefusal } from './palette/explain.ts'
import { createShortcuts, type Shortcuts } from './wedge/shortcuts.ts'

// The parts of the page that it needs, besides the engine's environment. It creates the command context.
interface InputOptions extends Omit<EngineEnvironment, 'context'> {
  readonly shell: () => AppShell
  readonly openPalette: (opened: { readonly text: string; readonly hits: readonly DocumentHit[] }) => void
  readonly showHelp: () => void
  readonly showWhy: (refusal: ShownRefusal) => void
  /** The command whose button has the focus. */
  readonly focusedCommand?: () => CommandId | undefined
  /** The palette or the help sheet receives the keys. */
  readonly isCovered: () => boolean
  /** Calls `run` after `ms` milliseconds; returns a function that cancels it. */
  readonly after: (run: () => void, ms: number) => () => void
}

export interface CreatedInput extends Input {
  readonly shortcuts: Shortcuts
}

interface Parts extends Pick<Input, 'engine' | 'ports'> {
  readonly options: InputOptions
  readonly environment: EngineEnvironment
}

/** Creates a page's input; throws if two commands share a key. */
export function createInput(options: InputOptions): CreatedInput {
  const { registry } = options
  const environment: EngineEnvironment = { ...options, context: () => ports.context() }
  const engine = createScanEngine(environment)
  onResult(({ about, ...outcome }) => engine.reportResult(outcome, about))
  const offeredFacts = () => factsOfOffer(options, engine)
  const ports = createPortStack({
    shell: () => ({
      ...shellPort(options),
      maySwitchPlace: () => options.shell().maySwitchPlace(offeredFacts()),
      switchPlace: async () => {
        const outcome = await options.shell().switchPlace(offeredFacts())
        // Scans that were queued behind the offer are for the new place.
        engine.port.acknowledge()
        return outcome
      },
      explain: () => explainRefusal(parts),
    }),
    scanner: { ...engine.port, setting: changeSetting },
  })
  const parts: Parts = { options, environment, engine, ports }
  const run: Run = (id, given, source) => runCommand(parts, id, given, source)
  const shortcuts = createShortcuts({
    registry,
    context: () => ports.context(),
    run: (command, given = {}) => void run(command.id, given, 'key'),
    typeQuantity: engine.typeQuantity,
    enterQuantity: engine.enterQuantity,
    hasQuantity: () => engine.state().quantity !== '',
    isTypingNumber: engine.isTyping,
    ownsDigits: engine.ownsDigits,
    isCovered: options.isCovered,
    after: options.after,
  })
  return { registry, engine, ports, run, shortcuts }
}

// The facts of the shown outcome, if it belongs to the open screen.
const factsOfOffer = ({ here }: InputOptions, engine: ScanEngine): Arguments | undefined => {
  const { last } = engine.state()
  return last?.address === here() ? last.args : undefined
}

function explainRefusal(parts: Parts): RunOutcome {
  const { options, ports, engine } = parts
  const refused = refusalToExplain(parts)
  if (!refused) return { ...refusalOutcome(refuse('nothingToExplain')), tone: 'warning' }
  const place = store.get(placeAtom)
  const { held, lastRefused } = engine.state()
  options.showWhy({
    refused,
    registry: options.registry,
    context: ports.context(),
    place: place ? { location: place.location, season: place.season.name } : {},
    isHere: refused.raw === '' || lastRefused?.address === options.here(),
    held,
  })
  return undefined
}

// The focused disabled command, otherwise the last refusal.
const refusalToExplain = ({ options, ports, engine }: Parts): Refused | undefined => {
  const id = options.focusedCommand?.()
  const verdict = id === undefined ? true : mayRun(options.registry.byId(id), ports.context())
  if (verdict !== true) return { code: verdict.code, args: verdict.facts ?? {}, raw: '', command: id }
  const { lastRefused } = engine.state()
  if (!lastRefused) return undefined
  const { code, args, raw, command, next } = lastRefused
  return { code, args, raw, command, ...(next && { next }) }
}

async function runCommand(
  { options, environment, engine, ports }: Parts,
  id: CommandId,
  named: Arguments = {},
  source: Source = 'button',
): Promise<RunOutcome> {
  const command = options.registry.byId(id)
  const typed =
    command.takesTypedNumber === true && source === 'key' && mayRun(command, ports.context()) === true
      ? engine.takeAsKeptQuantity()
      : undefined
  const given = typed === undefined ? named : { ...named, quantity: typed }
  if (lacksArguments(command, given, ports.context())) {
    options.openPalette({ text: `${say(`command.${id}`)} `, hits: [] })
    return undefined
  }
  const outcome = await attempt(environment, id, given, { id: options.newId(), source })
  if (outcome) engine.showOutcome(outcome, id, source)
  engine.reevaluate()
  return outcome
}

// Only arguments are missing: the palette asks for them.
const lacksArguments = (command: Command, given: Arguments, context: Parameters<typeof mayRun>[1]): boolean =>
  missingArgument(command, given) !== undefined && mayRun(command, context, given) === true

const shellPort = ({
  shell,
  openPalette,
  showHelp,
}: InputOptions): Omit<ShellPort, 'explain' | 'maySwitchPlace' | 'switchPlace'> => {
  const { findDocuments, findHolders: _findHolders, ...rest } = shell()
  return {
    ...rest,
    mayShowUnfinishedWork: () => (parkedHere().length > 0 ? true : refuse('nothingParked')),
    showUnfinishedWork: () => {
      openPalette({ text: '', hits: parkedHits(rest.go) })
      return undefined
    },
    openPalette: (text = '') => openPalette({ text, hits: [] }),
    showHelp,
    openDocument: async (number) => {
      const found = await findDocuments(number)
      if (!found.ok) return found.failure
      const [first, ...others] = found.hits
      if (!first) return { tone: 'error', code: 'scan-document-missing', facts: { number } }
      if (others.length === 0) {
        first.open()
        return first.opened
      }
      openPalette({ text: number, hits: found.hits })
      return {
        tone: 'warning',
        code: 'scan-documents-found',
        facts: { n: found.hits.length, number },
      }
    },
  }
}
