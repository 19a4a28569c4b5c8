// Runs the line action of a screen (order, pick, dump …), from a scan, key or click to the server.

import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import type { DocumentPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { Document } from '#core/kinds/document.ts'
import { foreseeShortage, lineAllows } from '#core/kinds/engine.ts'
import { readQuantity } from '#core/kinds/quantity.ts'
import { growerOf } from '#core/kinds/stock.ts'
import { findLineToWorkOn, linesOfBarcode, shelfOf } from '#core/kinds/walk.ts'
import { type Entry, pendingEntries } from '#core/kinds/worksheet.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { outcomeOf, waitingForQuantity } from '#input/engine/outcomes.ts'
import { messageToAcknowledge, questionOfChange, questionOfZero } from '#input/questions/question.ts'
import { isTextCode } from '#text/say.ts'
import { aboutLine } from './about-line.ts'
import type { Core } from './core.ts'
import type { Reasons } from './reasons.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import { savedQuantity } from './saved-quantity.ts'
import type { LineSender } from './send-line.ts'
import { handleUnlistedBarcode } from './unlisted-barcode.ts'
import { codeOf, codeOfLine } from './wording.ts'

export interface LineActor extends Pick<DocumentPort, 'mayActOnLine' | 'actOnLine'> {
  /** The same for a known line; with `quantity`, the person need not enter one. */
  readonly actOnEntry: (
    key: string,
    quantity: number | undefined,
    cause: Cause,
  ) => Promise<CommandOutcome | undefined>
}

type DeleteLine = (entry: Entry, cause: Cause) => Promise<CommandOutcome | undefined>

export function createLineActor(
  core: Core,
  sender: LineSender,
  reasons: Reasons,
  deleteEntry: DeleteLine,
): LineActor {
  const { kind, ask } = core.parts
  const { lineAction } = core.stage
  const { step, nextStep } = lineAction
  const inEditor = core.parts.stage === 'edit'

  const mayActOnLine = (barcode?: string): Verdict => {
    const may = core.mayStep(step)
    const { sheet } = core.get()
    if (may !== true || !sheet) return may
    if (barcode === undefined && inEditor) {
      return pendingEntries(sheet).length > 0 ? true : refuse('nothingPending')
    }
    const entry = core.entryOf(barcode)
    // A barcode that is not on the document has its own outcome, with next steps.
    if (!entry) return barcode === undefined ? refuse('noLine') : true
    // A finished line is focused, with its own message.
    if (barcode !== undefined && !inEditor && lineAction.done(entry.line)) return true
    return allows(entry, Math.max(1, proposed(entry) ?? 1))
  }

  /** Returns the engine's verdict. A missing reason is no refusal here: a question requests it later. */
  const allows = ({ line }: Entry, quantity: number): Verdict => {
    const { sheet } = core.get()
    if (!sheet) return refuse('stillLoading')
    const verdict = lineAllows(kind, step, sheet.document, line, quantity)
    return verdict !== true && verdict.code === 'reasonMissing' ? true : verdict
  }

  /** Must the person confirm the changed quantity? Not in its own field, which shows the saved quantity. */
  const asksAboutChange = (entry: Entry, proposal: number, quantity: number, isGiven: boolean) => {
    if (quantity === proposal) return false
    const saved = savedQuantity(core.stage, entry)
    if (!lineAction.confirmsChange) return isGiven && saved !== undefined && saved > 0
    // The quantity for all scans needs no confirmation for each of them.
    const isForAll = isGiven && quantity === core.get().quantityForScans && quantity > 0
    return entry.line.id !== null && (!isForAll || saved !== undefined)
  }

  const proposed = (entry: Entry) => lineAction.proposedQuantity(entry.line)

  /** Refuses 0 if this step forbids it, or outside of the editor the step that follows. */
  const refusalOfZero = (line: Entry['line'], document: Document): Verdict =>
    firstRefusal(
      kind.lineSteps[step]?.guard?.(line, 0, document) ?? true,
      (nextStep !== undefined && !inEditor && kind.lineSteps[nextStep]?.guard?.(line, 0, document)) || true,
    )

  const askAboutZero = async (
    entry: Entry,
    document: Document,
    cause: Cause,
  ): Promise<CommandOutcome | undefined | 'save'> => {
    const newLineCode = codeOf(kind.kind, step, 'zeroNew')
    const code =
      entry.line.id === null && isTextCode(newLineCode) ? newLineCode : codeOf(kind.kind, step, 'zero')
    // If the step never accepts 0, there is nothing to ask.
    const verdict = refusalOfZero(entry.line, document)
    if (verdict !== true) {
      await ask(
        messageToAcknowledge(inEditor ? code : codeOf(kind.kind, nextStep ?? step, 'zero'), aboutLine(entry)),
        cause,
      )
      core.returnToLine(entry.key, cause)
      // The person has just answered a dialog: no further acknowledgement.
      return { ...refusalOutcome(verdict), tone: 'warning' }
    }
    const reply = await ask(questionOfZero(code, aboutLine(entry)), cause)
    if (reply === 'save') return 'save'
    if (reply === 'delete') return deleteEntry(entry, cause)
    core.focus(entry.key, byScan(cause))
    return waitingForQuantity(outcomeOf('warning', 'documents.kept', { barcode: entry.line.barcode }))
  }

  const actOnEntry: LineActor['actOnEntry'] = async (key, given, cause) => {
    await core.stockSearches.get(key)
    const { sheet } = core.get()
    const entry = sheet?.entries[key]
    if (!sheet || !entry) return refusalOutcome(refuse('noLine'))
    const { line, typed } = entry
    const { barcode } = line
    const proposal = proposed(entry)
    // Without a proposed quantity, a scan focuses the line; its quantity is the next input.
    if (proposal === null && typed === null && given === undefined) {
      core.focus(key, byScan(cause))
      const { ordered, picked } = line
      return lineAction.done(line)
        ? waitingForQuantity(
            outcomeOf('warning', codeOf(kind.kind, step, 'already'), {
              barcode,
              quantity: picked ?? ordered,
            }),
          )
        : waitingForQuantity(outcomeOf('ok', codeOf(kind.kind, step, 'enter'), { barcode }))
    }
    const read =
      given === undefined
        ? readQuantity(typed ?? String(proposal ?? ''))
        : ({ ok: true, value: given } as const)
    if (!read.ok) {
      core.apply({ type: 'failed', key, problem: read.error })
      core.returnToLine(key, cause)
      return refusalOutcome(read.error)
    }
    const quantity = read.value
    if (!inEditor && lineAction.done(line) && quantity === proposal) {
      core.focus(key, byScan(cause))
      const facts = {
        barcode,
        quantity: proposal,
        ordered: line.ordered,
        shipped: line.picked ?? line.ordered,
      }
      return waitingForQuantity(
        outcomeOf('warning', codeOfLine(kind.kind, step, 'already', line.ordered), facts, ['undo']),
      )
    }
    const allowed = allows(entry, Math.max(1, quantity))
    if (allowed !== true) return refusalOutcome(allowed)
    if (quantity === 0 && (inEditor || refusalOfZero(line, sheet.document) !== true)) {
      const answer = await askAboutZero(entry, sheet.document, cause)
      if (answer !== 'save') return answer
    } else if (
      proposal !== null &&
      asksAboutChange(entry, proposal, given ?? quantity, given !== undefined)
    ) {
      const code = lineAction.confirmsChange ? codeOf(kind.kind, step, 'changed') : 'documents.replace'
      const reply = await ask(questionOfChange(code, { x: proposal, y: quantity }, aboutLine(entry)), cause)
      if (reply !== 'yes') {
        core.apply({ type: 'typed', key, text: null })
        core.returnToLine(key, cause)
        return outcomeOf('warning', 'documents.kept', { barcode })
      }
    }
    // Check for a shortage first: a refused quantity needs no reason.
    const shortage = reasons.needsQuestion(entry) ? foreseeShortage(kind, step, line, quantity) : true
    if (shortage !== true) {
      const problem = { ...shortage, facts: { ...shortage.facts, quantity } }
      core.apply({ type: 'failed', key, problem, typed: String(quantity) })
      core.returnToLine(key, cause)
      return refusalOutcome(shortage)
    }
    const reason = await reasons.reasonFor(entry, quantity, cause)
    if (reason === null) {
      core.returnToLine(key, cause)
      return outcomeOf('warning', 'documents.kept', { barcode })
    }
    const changed = refuseIfChanged(core, line)
    if (changed) return changed
    // Set the reason before sending, so that it need not be chosen again after a failure.
    if (reasons.type() !== undefined) core.apply({ type: 'reasoned', key, reason })
    return sendWith(key, quantity, reason, cause)
  }

  /** Sends the step and the step that follows it. */
  const sendWith = async (key: string, quantity: number, reason: string, cause: Cause) => {
    const hasNextStep = nextStep !== undefined && quantity > 0 && core.mayStep(nextStep) === true
    const first = await sender.send(key, step, quantity, cause, reason)
    const outcome =
      hasNextStep && first.tone === 'ok'
        ? combineOutcomes(first, await sender.send(key, nextStep, quantity, cause, reason))
        : first
    if (outcome.tone === 'ok' && reasons.type() !== undefined) reasons.countSaved(reason, outcome.later)
    return outcome
  }

  /** Saves all unsaved lines in list order; stops at the first refusal and leaves the rest unsaved. */
  const actOnPending = async (cause: Cause): Promise<CommandOutcome | undefined> => {
    const { sheet: seen } = core.get()
    let last: CommandOutcome | undefined
    let count = 0
    for (;;) {
      const { sheet } = core.get()
      const next = sheet && pendingEntries(sheet)[0]
      if (!next) break
      const before = seen?.entries[next.key]
      last = (before && refuseIfChanged(core, before.line)) ?? (await actOnEntry(next.key, undefined, cause))
      const remaining = core.get().sheet?.entries[next.key]
      if (last?.tone !== 'ok' && remaining) return last
      if (last?.tone === 'error') return last
      count += 1
    }
    return count > 1 ? outcomeOf('ok', 'documents.orderedAll', { n: count }) : last
  }

  return {
    mayActOnLine,
    actOnEntry,
    actOnLine: (barcode, quantity, cause) => {
      if (barcode === undefined && inEditor) return actOnPending(cause)
      const last = barcode === undefined || isFirstScan(cause) ? undefined : core.lastEntryOf(barcode)
      if (last && last.key === core.get().current) return actOnEntry(last.key, quantity, cause)
      const { sheet } = core.get()
      const several = barcode !== undefined && !inEditor ? openLinesElsewhere(core, barcode) : []
      if (barcode !== undefined && several.length > 1) {
        return askForLine(core, barcode, several, quantity, cause).then((chosen) =>
          chosen
            ? (refuseIfChanged(core, chosen.line) ?? actOnEntry(chosen.key, quantity, cause))
            : outcomeOf('warning', 'shelf.left', { barcode }),
        )
      }
      const entry = core.entryOf(barcode)
      if (entry) return actOnEntry(entry.key, quantity, cause)
      if (barcode === undefined || !sheet) return Promise.resolve(refusalOutcome(refuse('noLine')))
      return handleUnlistedBarcode(core, { barcode, quantity }, cause)
    },
  }
}

// Is it a scan, and not a number, key or button for the current line?
const isFirstScan = ({ source, of }: Cause): boolean => source === 'scan' && of === undefined

// The open lines of a barcode, if it has several; none if the current line has this barcode.
const openLinesElsewhere = (core: Core, barcode: string): readonly Entry[] => {
  const { sheet, current } = core.get()
  if (!sheet) return []
  const open = linesOfBarcode(sheet, barcode).filter(({ line }) => !core.stage.lineAction.done(line))
  return open.length > 1 && findLineToWorkOn(core.stage, sheet, current)?.line.barcode !== barcode ? open : []
}

const askForLine = async (
  { parts: { askShelf }, stage }: Core,
  barcode: string,
  entries: readonly Entry[],
  quantity: number | undefined,
  cause: Cause,
) => {
  const shelves = entries.map(({ key, line }) => ({
    id: key,
    name: shelfOf(line) || growerOf(line),
    n: stage.lineAction.proposedQuantity(line) ?? line.ordered,
  }))
  const shelf = await askShelf({ barcode, ...(quantity !== undefined && { quantity }), shelves }, cause)
  return entries.find(({ key }) => key === shelf?.id)
}

const combineOutcomes = (first: CommandOutcome, next: CommandOutcome): CommandOutcome =>
  next.later ? { ...next, later: combineLater(first, next) } : next

// The later result of two steps on a line: an error of the first step applies to the second step too.
async function combineLater(first: CommandOutcome, next: CommandOutcome): Promise<CommandOutcome> {
  const result = await first.later
  return result?.tone === 'error' ? result : ((await next.later) ?? next)
}

// A key or button applies to the current line, whatever was scanned before.
const byScan = (cause: Cause): Cause | undefined => (cause.source === 'scan' ? cause : undefined)
