// Sends one line step and applies the server's reply to the line (part 2 section 7.1).

import { isForeignServer } from '#app/api/wire-text.ts'
import type { AcceptedReply } from '#app/outbox/build-request.ts'
import type { AppOperation, LineIntent } from '#app/outbox/intent.ts'
import { type Cause, type CommandOutcome, changeKey } from '#core/commands/command.ts'
import { compareDocuments, type Difference, isEmptyDifference } from '#core/kinds/compare.ts'
import type { Document } from '#core/kinds/document.ts'
import { progressOf } from '#core/kinds/progress.ts'
import { linesOfBarcode, needsWork, shelfOf } from '#core/kinds/walk.ts'
import { type Entry, lineKey, pendingEntries } from '#core/kinds/worksheet.ts'
import type { Why } from '#core/outbox/index.ts'
import { failureOf, outcomeOf, withServerMessage } from '#input/engine/outcomes.ts'
import { sayCode } from '#text/say.ts'
import type { Core } from './core.ts'
import { wasShelfChosen } from './look-up-stock.ts'
import { createOperationSender, type OperationSender } from './operation-sender.ts'
import { codeOf, codeOfLine, describeDifference, describeReply, nameOf } from './wording.ts'

/** An undoable step: the line before it (null if it was not listed) and after it. */
export interface Undoable {
  readonly key: string
  readonly before: Entry['line'] | null
  readonly after: Entry['line']
}

export interface LineSender {
  /** Saves a line step with a quantity in whole plants and the line's reason; returns the outcome. */
  readonly send: (
    key: string,
    step: string,
    quantity: number,
    cause: Cause,
    reason?: string,
  ) => Promise<CommandOutcome>
  readonly undoables: Undoable[]
  readonly outgoing: OperationSender
}

/** Creates the sender; calls `note` for each step. */
export function createLineSender(core: Core, note: (step: string) => void): LineSender {
  const { kind, mode, place, perform } = core.parts
  const { afterRefusal, step: ownStep } = core.stage.lineAction
  const undoables: Undoable[] = []

  /**
   * In the editor by keyboard, focuses the next unsaved line; otherwise moves the focus out of the lines.
   * After a scan, a focus request for another line stays.
   */
  const focusNext = (key: string, cause: Cause) => {
    const { source } = cause
    const { sheet, focusRequest } = core.get()
    const other = focusRequest?.key ?? key
    const requested = other === key ? undefined : sheet?.entries[other]
    // A focus request for a finished line does not count: the person only looked at it.
    const isOnlyViewed =
      core.parts.stage !== 'edit' && requested !== undefined && !needsWork(core.stage, requested)
    if (source === 'scan' && requested !== undefined && !isOnlyViewed) return
    const hasNextLine = core.parts.stage === 'edit' && source !== 'scan'
    const [next] = sheet && hasNextLine ? pendingEntries(sheet) : []
    if (next) core.focus(next.key, undefined, cause)
    else {
      core.scrollToLine(key)
      core.releaseFocus(cause)
    }
  }

  const outcomeOfStep = (
    code: 'done' | 'here',
    { step, line, quantity }: Pick<LineIntent, 'step' | 'line' | 'quantity'>,
  ): CommandOutcome => {
    const { sheet } = core.get()
    const { done, total } = sheet ? progressOf(core.stage, sheet.document) : { done: 0, total: 0 }
    const { barcode, ordered, picked } = line
    const facts = { barcode, quantity, ordered, shipped: picked ?? ordered, done, total }
    const textCode = code === 'here' ? 'documents.savedHere' : codeOfLine(kind.kind, step, 'done', ordered)
    // If the barcode has several shelves, the outcome names the shelf.
    const shelf = shelfOf(line)
    const isOne = !wasShelfChosen(core, barcode) && sheet && linesOfBarcode(sheet, barcode).length < 2
    if (!sheet || shelf === '' || isOne) return outcomeOf('ok', textCode, facts)
    return outcomeOf('ok', 'documents.fromShelf', { ...facts, what: sayCode(textCode, facts), shelf })
  }

  const confirmed = async (
    { id, intent }: AppOperation,
    { whole, word = '' }: Partial<AcceptedReply>,
    reopened: boolean,
  ): Promise<CommandOutcome> => {
    causes.delete(id)
    if (intent.type === 'create') {
      await core.load()
      const number = core.get().sheet?.document.number ?? intent.number
      return outcomeOf('ok', codeOf(kind.kind, 'create', 'done'), { number })
    }
    if (intent.type === 'header') {
      void core.load()
      const number = core.get().sheet?.document.number ?? ''
      return withServerMessage(outcomeOf('ok', codeOf(kind.kind, intent.step, 'done'), { number }), word)
    }
    if (intent.type === 'whole') {
      await core.load()
      return withServerMessage(outcomeOf('ok', codeOf(kind.kind, intent.step, 'done')), word)
    }
    if (intent.type !== 'line') {
      if (reopened) await reopen(id)
      const barcode = intent.type === 'delete' ? intent.line.barcode : ''
      return withServerMessage(outcomeOf('ok', codeOf(kind.kind, 'delete', 'done'), { barcode }), word)
    }
    if (whole !== undefined) {
      // The line is saved but the whole document failed: reload and report the server's message.
      await core.load()
      const { code, facts = {} } = describeReply(intent.line.barcode, whole)
      core.apply({ type: 'failed', key: lineKey(intent.line), problem: { code, facts } })
      return outcomeOf('error', code, facts)
    }
    return withServerMessage(outcomeOfStep('done', intent), word)
  }

  /**
   * Saves a document that has lost its last line again with its new status (part 2 section 4.1). Our own
   * server does this; another server gets the current header, not the one that was on screen.
   */
  const reopen = async (id: string) => {
    const status = core.get().sheet?.document.status
    if (!isForeignServer()) return
    await core.load()
    const { sheet, problem } = core.get()
    if (!sheet || !status || problem !== null || sheet.document.lines.length > 0) return
    const document = { ...sheet.document, status }
    const change = { type: 'header', values: document.header, document } as const
    await perform(kind.wire.save(place, mode.id, change), { idempotencyKey: `${id}.reopen` })
    await core.loadChanged()
  }

  const refused = async (
    { id, intent }: AppOperation,
    why: Why,
    quantity: number,
  ): Promise<CommandOutcome> => {
    if (intent.type !== 'line') {
      if (intent.type === 'create') return outcomeOf('error', why.code, why.facts)
      if (intent.type === 'header') return refusedHeader(intent.step, why)
      const conflict = await conflictOf(why, intent.type === 'delete' ? intent.line.barcode : '')
      if (!conflict) void core.load()
      // The server's refusal names the person and the line; the comparison names only the line.
      const step = intent.type === 'whole' ? intent.step : 'delete'
      if (why.facts['status'] === 409) return failed(step, why)
      return conflict ?? (isGone(why) ? outcomeOf('error', why.code, why.facts) : failed(step, why))
    }
    const { line, step, reason } = intent
    const key = lineKey(line)
    const at = undoables.findLastIndex((each) => each.key === key)
    if (at >= 0) undoables.splice(at, 1)
    // A refused new line has nothing to undo, and neither have its later steps.
    if (line.id === null)
      undoables.splice(0, undoables.length, ...undoables.filter((each) => each.key !== key))
    const conflict = await conflictOf(why, line.barcode)
    const outcome = conflict ?? outcomeOfRefusal(step, why)
    const problem = conflict
      ? { code: codeOf(kind.kind, step, 'failed') }
      : { code: outcome.code, facts: { ...outcome.facts, quantity } }
    if (line.id === null) {
      const isDefinite = why.code !== 'outbox.problem' && why.code !== 'insufficientQuantity'
      if (afterRefusal === 'remove' && isDefinite && !conflict) {
        core.apply({ type: 'dropped', key })
        return outcome
      }
      core.apply({ type: 'added', line })
      if (reason !== '') core.apply({ type: 'reasoned', key, reason })
    }
    // A proposed quantity is not input, and neither is the quantity of an undo.
    const isInput =
      line.id === null || (step === ownStep && quantity !== core.stage.lineAction.proposedQuantity(line))
    const typed = isReset(line)
      ? { typed: null }
      : isInput && !isConflictOnSavedLine(conflict, line)
        ? { typed: String(quantity) }
        : {}
    core.apply({ type: 'failed', key, problem, ...typed })
    // The server's line differs from the shown one: without a reload, every retry would be refused.
    if (line.id !== null && !conflict) void core.load()
    const cause = causes.get(id)
    causes.delete(id)
    // If the person has moved on to another line, the focus stays there.
    const isHere = core.get().current === key
    if (cause && isHere && (line.id === null || why.code === 'insufficientQuantity'))
      core.returnToLine(key, cause)
    return outcome
  }

  // After the reload, the form shows the server's values and the refused ones.
  const refusedHeader = async (step: string, why: Why): Promise<CommandOutcome> => {
    await core.load()
    const hasMessage = why.facts['reason'] !== undefined || why.facts['message'] !== undefined
    const outcome = hasMessage ? failed(step, why) : outcomeOfRefusal(step, why)
    const words = sayCode(outcome.code, outcome.facts)
    core.set({ headerRefused: { ...core.get().headerRefused, words } })
    return outcome
  }

  /** The saved quantity replaces the refused one; a new line has no saved quantity. */
  const isReset = (line: LineIntent['line']) => afterRefusal === 'reset' && line.id !== null

  /** On a saved line, another person's change counts; a new line has only own input. */
  const isConflictOnSavedLine = (conflict: CommandOutcome | undefined, line: LineIntent['line']) =>
    conflict !== undefined && line.id !== null

  const conflictOf = (why: Why, barcode: string): Promise<CommandOutcome | undefined> | undefined =>
    why.facts['status'] === 409 || why.facts['problem'] === 'not_found' || isGone(why)
      ? describeConflict(core, barcode)
      : undefined

  const failed = (step: string, { facts }: Why) =>
    failureOf(codeOf(kind.kind, step, 'failed'), String(facts['reason'] ?? facts['message'] ?? ''))

  const outcomeOfRefusal = (step: string, why: Why): CommandOutcome => {
    if (why.code === 'outbox.refused') return outcomeOf('error', codeOf(kind.kind, step, 'failed'))
    if (why.code === 'outbox.problem') return failed(step, why)
    return outcomeOf('error', why.code, why.facts)
  }

  const ended = async (operations: readonly AppOperation[]) => {
    const keys = new Set(operations.flatMap(({ intent }) => ('line' in intent ? [lineKey(intent.line)] : [])))
    undoables.splice(0, undoables.length, ...undoables.filter(({ key }) => !keys.has(key)))
    for (const { id } of operations) causes.delete(id)
    core.applyPending()
    await core.load()
  }

  const outgoing = createOperationSender(core, {
    confirmed: (operation, taken, reopened) => confirmed(operation, taken ?? {}, reopened),
    refused,
    ended,
  })

  /** The causes of pending operations. */
  const causes = new Map<string, Cause>()
  /** Lines whose step is being stored. */
  const writing = new Set<string>()

  /** The line was refused while its next quantity was being stored: the newer quantity becomes the input. */
  const correctQuantity = (key: string, quantity: number) => {
    const entry = core.get().sheet?.entries[key]
    if (!entry?.problem) return
    const { problem } = entry
    const facts = { ...problem.facts, quantity }
    const typed = isReset(entry.line) ? null : String(quantity)
    core.apply({ type: 'failed', key, problem: { ...problem, facts }, typed })
  }

  const send: LineSender['send'] = async (key, step, quantity, cause, given) => {
    const entry = core.get().sheet?.entries[key]
    if (!entry) return outcomeOf('error', 'noLine')
    if (writing.has(key)) return outcomeOf('busy', 'busy')
    const { line } = entry
    const reason = given ?? line.reason
    const intent = { type: 'line', step, line, quantity, reason } as const
    writing.add(key)
    // The line shows the step immediately; the server's reply is applied later.
    const id = changeKey(cause, `${key}.${step}.${quantity}`)
    causes.set(id, cause)
    let isShown = false
    const outcome = await outgoing.send(id, intent, () => {
      isShown = true
      writing.delete(key)
      core.apply({ type: 'stepped', key, step, quantity, id: null, reason, onItsWay: true })
      const after = core.get().sheet?.entries[key]?.line ?? line
      undoables.push({ key, before: line.id === null ? null : line, after })
      focusNext(key, cause)
      note(step)
      return outcomeOfStep('here', intent)
    })
    writing.delete(key)
    if (!isShown) causes.delete(id)
    if (outcome.ok) {
      if (!isShown && step === ownStep) correctQuantity(key, quantity)
      return outcome.value
    }
    const code = `outbox.${outcome.error}` as const
    core.apply({ type: 'failed', key, problem: { code }, typed: String(quantity) })
    return outcomeOf('error', code, { barcode: line.barcode })
  }

  return { send, undoables, outgoing }
}

/**
 * Reloads the document and describes what another person changed; undefined if nothing differs. With a
 * `barcode`, compares only its lines: the person has not worked on the others.
 */
export async function describeConflict(core: Core, barcode?: string): Promise<CommandOutcome | undefined> {
  const found = await core.reloadAndCompare()
  if (!found) return undefined
  const difference = compareDocuments(found.before, found.after)
  const only = (barcodes: readonly string[]) => barcodes.filter((each) => each === (barcode ?? each))
  const { added, removed, changed } = difference
  return outcomeOfDifference(found.after, {
    ...difference,
    added: only(added),
    removed: only(removed),
    changed: only(changed),
  })
}

/** Describes what another person changed on a document; undefined if nothing visible changed. */
export function outcomeOfDifference(after: Document, difference: Difference): CommandOutcome | undefined {
  if (isEmptyDifference(difference)) return undefined
  const facts = { number: nameOf(after), changes: describeDifference(difference) }
  return outcomeOf('error', 'documents.changedByOthers', facts)
}

// The line or document no longer existed when its operation was sent.
const isGone = ({ code }: Why) => code === 'outbox.lineGone' || code === 'outbox.documentGone'
