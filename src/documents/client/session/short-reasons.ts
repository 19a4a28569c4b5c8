// Reasons for picking fewer plants than ordered: chosen after the pick, and changed later without a new pick.
import { isForeignServer } from '#app/api/wire-text.ts'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { Line } from '#core/kinds/document.ts'
import { lineAllows, quantityOf } from '#core/kinds/engine.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import type { ChosenReason } from '#input/questions/ask-reason.tsx'
import type { Core } from './core.ts'
import type { LineSender } from './send-line.ts'
import { codeOf } from './wording.ts'

export interface ShortReasons {
  /** The reason of a line to be picked; its own if it is not short, or if no question is needed. */
  readonly ask: (line: Line, quantity: number, cause: Cause) => Promise<string>
  /** Uses the barcode's line; without a barcode the current line, or the line that was picked short last. */
  readonly mayChange: (barcode: string | undefined) => Verdict
  readonly change: (barcode: string | undefined, cause: Cause) => Promise<CommandOutcome>
}

export function createShortReasons(core: Core, sendLine: LineSender['send']): ShortReasons {
  const { kind, askReason, proposedReason, scans, loadedReasons } = core.parts
  const { step } = core.stage.lineAction
  const type = kind.lineSteps[step]?.shortReason
  let lastBarcode: string | undefined

  const askAbout = async (
    { barcode, ordered, reason }: Line,
    n: number,
    isOptional: boolean,
    cause: Cause,
  ): Promise<ChosenReason | null> => {
    if (type === undefined) return null
    const question = {
      code: codeOf(kind.kind, step, 'why'),
      facts: { n, ordered },
      type,
      about: { barcode, n },
      optional: isOptional,
      proposed: reason || proposedReason.read(),
    }
    const chosen = await askReason(question, cause)
    if (chosen) proposedReason.write(chosen.reason)
    return chosen
  }

  const isShort = ({ line }: Entry) => core.stage.lineAction.done(line) && quantityOf(line) < line.ordered
  const entryOf = (barcode: string | undefined): Entry | undefined => {
    const entry = core.entryOf(barcode)
    if (barcode !== undefined) return core.lastEntryOf(barcode) ?? entry
    const last = lastBarcode === undefined ? undefined : core.lastEntryOf(lastBarcode)
    return entry && (isShort(entry) || !last) ? entry : last
  }

  return {
    // Do not ask if more scans are queued, or if the reasons would have to be loaded first.
    ask: async (line, quantity, cause) => {
      const isKept = quantity === core.get().quantityForScans
      if (type === undefined || quantity >= line.ordered || isKept || isForeignServer()) return line.reason
      lastBarcode = line.barcode
      if (scans.goesOn(cause) || loadedReasons(type).length === 0) return line.reason
      return (await askAbout(line, quantity, true, cause))?.reason ?? ''
    },
    mayChange: (barcode) => {
      if (type === undefined || isForeignServer()) return refuse('notOnThisScreen')
      const { sheet } = core.get()
      const entry = entryOf(barcode)
      if (!sheet) return core.mayStep(step)
      if (!entry) return firstRefusal(core.mayStep(step), refuse('noLine'))
      return firstRefusal(
        core.mayStep(step),
        isShort(entry) ? true : refuse('lineNotShort', { barcode: entry.line.barcode }),
        lineAllows(kind, step, sheet.document, entry.line, quantityOf(entry.line)),
      )
    },
    change: async (barcode, cause) => {
      const entry = entryOf(barcode)
      const loaded = await import('./change-short-reason.ts').catch(() => undefined)
      if (!loaded) return outcomeOf('error', 'notLoaded')
      if (!entry) return refusalOutcome(refuse('noLine'))
      return loaded.changeShortReason(
        core,
        entry,
        (line, n) => askAbout(line, n, false, cause),
        sendLine,
        cause,
      )
    },
  }
}
