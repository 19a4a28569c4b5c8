// One line on its way to the server, and what its word means for the line (part 2 section 7.1).

import { isUnclear } from '#client/api/problem.ts'
import { failureOf, outcomeOf, untilSent } from '#client/input/engine/outcomes.ts'
import { reasonOf } from '#client/ui/reason.ts'
import { type Cause, type CommandOutcome, changeKey } from '#commands/command.ts'
import type { Ask } from '#contract/ask-of.ts'
import { compareDocuments, isSame } from '#kinds/compare.ts'
import { judgeLine } from '#kinds/judge.ts'
import type { Saved } from '#kinds/kind.ts'
import { progressOf } from '#kinds/progress.ts'
import { type Entry, pendingEntries } from '#kinds/worksheet.ts'
import { sayCode } from '#text/say.ts'
import type { Core } from './core.ts'
import { codeOf, codeOfLine, describeDifference, describeReply, nameOf } from './wording.ts'

/** A step that can be taken back: the line as it was before it; null when it was not on the list. */
export interface Undoable {
  readonly key: string
  readonly before: Entry['line'] | null
}

export interface LineSender {
  /** Sends a line step with a quantity in whole plants and the line's reason, and tells how it went. */
  readonly send: (
    key: string,
    step: string,
    quantity: number,
    cause: Cause,
    reason?: string,
  ) => Promise<CommandOutcome>
  readonly undoables: Undoable[]
}

interface Attempt {
  readonly meant: string
  readonly ask: Ask<Saved>
  readonly idempotencyKey: string
}

export function createLineSender(core: Core): LineSender {
  const { kind, mode, place, perform } = core.parts
  const { afterRefusal } = core.stage.lineAction
  /** Sends that may or may not have arrived, by line: the same again goes out as it was, under its own key. */
  const unclear = new Map<string, Attempt>()
  const undoables: Undoable[] = []

  const attemptOf = (
    entry: Entry,
    step: string,
    quantity: number,
    cause: Cause,
    reason: string,
  ): Attempt | undefined => {
    const meant = meaningOf(step, quantity, reason)
    const before = unclear.get(entry.key)
    if (before?.meant === meant) return before
    const { sheet } = core.get()
    if (!sheet) return undefined
    const line = { ...entry.line, reason }
    const change = { type: 'line', step, document: sheet.document, line, quantity } as const
    const ask = kind.wire.save(place, mode.id, change)
    // A scan that runs again after a reload may find the document changed: another body is another change.
    const part = `${entry.key}.${step}.${digest(JSON.stringify(ask.input.body))}`
    return { meant, ask, idempotencyKey: changeKey(cause, part) }
  }

  /** What stands in the field of a line that was not saved; nothing new where it is a step of the way back. */
  const entered = (step: string, quantity: number) =>
    step === core.stage.lineAction.step ? { typed: String(quantity) } : {}

  const conflict = async (
    { key, line }: Entry,
    step: string,
    quantity: number,
    reason: string,
  ): Promise<CommandOutcome> => {
    const problem = { code: codeOf(kind.kind, step, 'failed') }
    // What others have written on a line counts; on a new one there is nothing but what was entered here.
    core.apply({ type: 'failed', key, problem, ...(line.id === null && entered(step, quantity)) })
    return (await describeConflict(core)) ?? failureOf(codeOf(kind.kind, step, 'failed'), reason)
  }

  /**
   * Who works by keyboard in the editor goes on to the next line that waits. Who scans goes on with the next scan, or where the
   * typed number has led meanwhile.
   */
  const focusNext = (key: string, { source }: Cause) => {
    const { sheet, focus } = core.get()
    if (source === 'scan' && focus !== null && focus.key !== null && focus.key !== key) return
    const goesOn = core.parts.stage === 'edit' && source !== 'scan'
    const [next] = sheet && goesOn ? pendingEntries(sheet) : []
    if (next) core.focus(next.key)
    else {
      core.show(key)
      core.release()
    }
  }

  const send: LineSender['send'] = async (key, step, quantity, cause, given) => {
    const reason = given ?? core.get().sheet?.entries[key]?.line.reason ?? ''
    const stale = unclear.get(key)
    // Another quantity after an unclear one: look first what became of it.
    if (stale && stale.meant !== meaningOf(step, quantity, reason)) {
      unclear.delete(key)
      await core.load()
    }
    const entry = core.get().sheet?.entries[key]
    const attempt = entry && attemptOf(entry, step, quantity, cause, reason)
    if (!entry || !attempt) return outcomeOf('error', 'noLine')
    if (entry.sending) return outcomeOf('busy', 'busy')
    const { barcode } = entry.line
    const failed = codeOf(kind.kind, step, 'failed')
    core.apply({ type: 'sending', key })
    const result = await perform(attempt.ask, { idempotencyKey: attempt.idempotencyKey })
    if (!result.ok) {
      const problem = result.error
      if (problem.status === 409 || problem.code === 'not_found') {
        unclear.delete(key)
        return conflict(entry, step, quantity, reasonOf(problem))
      }
      const retry = isUnclear(problem)
      if (retry) unclear.set(key, attempt)
      else unclear.delete(key)
      const facts = { what: sayCode(failed), reason: reasonOf(problem) }
      // The quantity of a way back is nobody's entry: the line shows what it has, and only another undo tries again.
      const ours = step === core.stage.lineAction.step
      core.apply({
        type: 'failed',
        key,
        problem: { code: 'withReason', facts, retry: retry && ours },
        ...entered(step, quantity),
      })
      return untilSent(problem, outcomeOf('error', 'withReason', facts))
    }
    unclear.delete(key)
    const judged = judgeLine(result.value, barcode)
    if (judged.type === 'insufficient') {
      core.apply({
        type: 'failed',
        key,
        problem: { code: 'insufficientQuantity' },
        typed: afterRefusal === 'reset' ? null : String(quantity),
      })
      core.leadTo(key, cause)
      return outcomeOf('error', 'insufficientQuantity', { barcode })
    }
    if (judged.type === 'refused') {
      const outcome =
        judged.message === '' ? outcomeOf('error', failed) : describeReply(barcode, judged.message)
      const problem = { code: outcome.code, facts: outcome.facts ?? {} }
      if (afterRefusal === 'remove' && entry.line.id === null) {
        core.apply({ type: 'dropped', key })
        return outcome
      }
      // What the line proposes by itself is no entry that waits.
      const own = entry.line.id === null || quantity !== core.stage.lineAction.proposes(entry.line)
      const typed = afterRefusal === 'reset' ? { typed: null } : own ? entered(step, quantity) : {}
      core.apply({ type: 'failed', key, problem, ...typed })
      if (entry.line.id === null) core.focus(key)
      return outcome
    }
    if (!result.value.ok && result.value.message !== '') {
      // The line is saved and the whole is not well: what the server says is told, and what it has by now.
      await core.load()
      const outcome = describeReply(barcode, result.value.message)
      core.apply({ type: 'failed', key, problem: { code: outcome.code, facts: outcome.facts ?? {} } })
      return outcome
    }
    const status = judged.status && { status: judged.status }
    core.apply({ type: 'stepped', key, step, quantity, id: judged.id, reason, ...status })
    undoables.push({ key, before: entry.line.id === null ? null : entry.line })
    focusNext(key, cause)
    // A server that does not name the new line's ID is asked for it: without one it could not be changed.
    if (entry.line.id === null && judged.id === null) await core.load()
    const sheet = core.get().sheet
    const { done, total } = sheet ? progressOf(core.stage, sheet.document) : { done: 0, total: 0 }
    return outcomeOf('ok', codeOfLine(kind.kind, step, 'done', entry.line.ordered), {
      barcode,
      quantity,
      ordered: entry.line.ordered,
      shipped: entry.line.picked ?? entry.line.ordered,
      done,
      total,
    })
  }

  return { send, undoables }
}

// What a step was to do: the same again is the same deed.
const meaningOf = (step: string, quantity: number, reason: string) => `${step} ${quantity} ${reason}`

/** Reads the document again and says what another person changed; undefined when nothing shows. */
export async function describeConflict(core: Core): Promise<CommandOutcome | undefined> {
  const found = await core.compare()
  if (!found) return undefined
  const difference = compareDocuments(found.before, found.after)
  if (isSame(difference)) return undefined
  const facts = { number: nameOf(found.after), changes: describeDifference(difference) }
  return outcomeOf('error', 'documents.changedByOthers', facts)
}

// A short name for a text: FNV-1a, 32 bits. It tells bodies of one deed apart, nothing more.
const digest = (text: string): string => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
