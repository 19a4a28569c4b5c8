/** Runs a scan engine without a page: screens that open and close, and a server that the test answers for. */

import type { Cause, CommandOutcome, RunOutcome } from '#core/commands/command.ts'
import type { DocumentPort } from '#core/commands/context.ts'
import { registry } from '#core/commands/index.ts'
import { createPortStack } from '#input/engine/port-stack.ts'
import { createScanEngine, type ScanEngine } from '#input/engine/scan-engine.ts'
import type { EngineTarget, Entry, ScannedLines } from '#input/engine/scan-entry.ts'
import { documentPort } from './document-port.ts'

/** Waits until all pending work is done. */
export function settle() {
  return new Promise<void>((done) => setTimeout(done, 0))
}

interface Call {
  readonly barcode: string | undefined
  readonly quantity: number | undefined
  readonly cause: Cause
  readonly number: string
  readonly answer: (outcome?: CommandOutcome) => void
}

/** Ten lines of a document. */
export const barcodes = Array.from({ length: 10 }, (_, index) => `B00000000${index}`)
export const picked: CommandOutcome = { tone: 'ok', code: 'picked' }
export const refused: CommandOutcome = { tone: 'error', code: 'lineNotWhileStatus' }

/** Starts an engine for one person. The test opens and closes screens and answers the calls. */
export function startScanEngine(
  options: { afterError?: 'hold' | 'continue'; stored?: { value: unknown } } = {},
) {
  const out = { current: false }
  const calls: Call[] = []
  const entries: Entry[] = []
  const tones: string[] = []
  const bugs: unknown[] = []
  const stored = options.stored ?? { value: undefined }
  const laters: (() => void)[] = []
  let address = '/'
  let clock = 1_000_000
  let ids = 0
  const opens = { current: async (_number: string): Promise<RunOutcome> => undefined }
  const engine: ScanEngine = createScanEngine({
    registry,
    context: () => ports.context(),
    now: () => clock,
    newId: () => {
      ids += 1
      return `id-${ids}-${Math.round(clock)}`
    },
    here: () => address,
    runAfter: (run) => void laters.push(run),
    isOutageActive: () => out.current,
    numberPatterns: () => ({}),
    afterError: options.afterError ?? 'hold',
    storeQueue: (queue) => {
      stored.value = queue === undefined ? undefined : JSON.parse(JSON.stringify(queue))
    },
    onTone: (tone) => void tones.push(tone),
    onEntry: (entry) => void entries.push(entry),
    onBug: (error) => void bugs.push(error),
  })
  const went: string[] = []
  const ports = createPortStack({
    shell: () => ({
      go: (route) => {
        went.push(route)
        address = `/${route}`
      },
      back: () => undefined,
      maySwitchPlace: () => ({ code: 'noOtherPlace' }),
      switchPlace: () => undefined,
      mayVisit: () => true,
      openDocument: (number) => opens.current(number),
      openPalette: () => undefined,
      showHelp: () => undefined,
      explain: () => undefined,
      mayShowUnfinishedWork: () => true,
      showUnfinishedWork: () => undefined,
      switchTheme: () => undefined,
      mayPrintCommandSheet: () => true,
      printCommandSheet: () => undefined,
      reloadData: () => undefined,
      reloadMasterData: () => undefined,
      signOut: () => undefined,
    }),
    scanner: { ...engine.port, setting: () => undefined },
  })

  /** Opens a document's picking screen like its component does. The returned function closes it. */
  const openDocument = (
    number: string,
    changes: Partial<DocumentPort> = {},
    ready = true,
    lines?: ScannedLines,
  ) => {
    address = `/Issuance/Grower/${number}`
    const port = documentPort({
      number,
      takeStep: (step, cause) =>
        new Promise((answer) => {
          calls.push({ barcode: step, quantity: undefined, cause, number, answer })
        }),
      actOnLine: (barcode, quantity, cause) =>
        new Promise((answer) => {
          calls.push({ barcode, quantity, cause, number, answer })
        }),
      mayUndo: () => true,
      undo: () => ({ tone: 'ok', code: 'undone' }),
      ...changes,
    })
    const closePorts = ports.add(() => ({ document: port }))
    const target = (isReady: boolean): EngineTarget => ({
      id: `issuance.detail.${number}`,
      level: 'screen',
      ready: isReady,
      ...(lines && { lines }),
      accepts: (candidate) =>
        candidate.kind === 'barcode'
          ? { type: 'intent', command: 'pick', arguments: { barcode: candidate.barcode } }
          : undefined,
    })
    let closeTarget = engine.addTarget(target(ready))
    const close = () => {
      closeTarget()
      closePorts()
    }
    return Object.assign(close, {
      becomeReady: () => {
        closeTarget()
        closeTarget = engine.addTarget(target(true))
      },
    })
  }
  const openDialog = (
    answers: Record<string, () => RunOutcome>,
    chooseReason?: (reason: string) => RunOutcome,
  ) => {
    const closePort = ports.addDialog(() => ({ answers, ...(chooseReason && { chooseReason }) }))
    const closeTarget = engine.addTarget({
      id: 'dialog',
      level: 'dialog',
      accepts: (candidate) =>
        chooseReason && candidate.kind === 'command' && candidate.command.startsWith('R.')
          ? { type: 'intent', command: 'chooseReason', arguments: { reason: candidate.command.slice(2) } }
          : undefined,
    })
    return () => {
      closeTarget()
      closePort()
    }
  }
  /** By default half a second passes between scans. */
  const scan = (text: string, afterMs = 500) => {
    clock += afterMs
    engine.scan({ text, raw: text, readAt: clock })
  }
  const answerNext = async (at: number, outcome: CommandOutcome = picked) => {
    await settle()
    calls[at]?.answer(outcome)
    await settle()
  }
  return {
    out,
    engine,
    scan,
    openDocument,
    openDialog,
    answerNext,
    calls,
    entries,
    tones,
    bugs,
    stored,
    laters,
    went,
    opens,
    moveTo: (path: string) => {
      address = path
    },
    /** Advances the clock by milliseconds. */
    wait: (ms: number) => {
      clock += ms
    },
    type: (text: string) => {
      for (const key of text) {
        clock += 100
        engine.typeQuantity(key, clock)
      }
    },
    outcomes: () => entries.map(({ text, tone, code }) => [text, tone, code]),
  }
}
