// Adds, searches and deletes lines, and undoes steps.

import { type Cause, type CommandOutcome, changeKey } from '#core/commands/command.ts'
import type { DocumentPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { Line } from '#core/kinds/document.ts'
import { isFinal, lineAllows, lineStepFor, quantityOf } from '#core/kinds/engine.ts'
import { lineFor, lineOfBarcode } from '#core/kinds/stock.ts'
import { shelfOf } from '#core/kinds/walk.ts'
import { type Entry, lineKey } from '#core/kinds/worksheet.ts'
import { growerStorageLocation } from '#core/wire/grower-key.ts'
import type { InventoryRecord } from '#core/wire/inventory.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { outcomeOf, waitingForQuantity } from '#input/engine/outcomes.ts'
import { questionOfIrreversible } from '#input/questions/question.ts'
import type { Core } from './core.ts'
import { lookUpStock } from './look-up-stock.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import type { LineSender } from './send-line.ts'
import { codeOf } from './wording.ts'

/**
 * Deletes a line: locally if it is unsaved, else on the server too. `seen`: the line that the person agreed
 * to delete; without it, asks first.
 */
export async function deleteEntry(
  core: Core,
  sender: LineSender,
  key: string,
  cause: Cause,
  seen?: Line,
): Promise<CommandOutcome | undefined> {
  const { kind, ask } = core.parts
  const entry = core.get().sheet?.entries[key]
  if (!entry) return refusalOutcome(refuse('noLine'))
  const { barcode } = entry.line
  if (entry.line.id === null) {
    core.apply({ type: 'dropped', key })
    return outcomeOf('ok', 'documents.removed.line', { barcode })
  }
  const code = codeOf(kind.kind, 'delete', 'ask')
  if (!seen && (await ask(questionOfIrreversible(code, { barcode }), cause)) !== 'yes') {
    core.returnToLine(key, cause)
    return outcomeOf('warning', 'documents.kept', { barcode })
  }
  const changed = refuseIfChanged(core, seen ?? entry.line)
  if (changed) return changed
  const line = core.get().sheet?.entries[key]?.line ?? entry.line
  const intent = { type: 'delete', line } as const
  const outcome = await sender.outgoing.send(changeKey(cause, `${key}.delete`), intent, () => {
    core.applyPending()
    return outcomeOf('ok', 'documents.deletedHere', { barcode })
  })
  return outcome.ok ? outcome.value : outcomeOf('error', `outbox.${outcome.error}`, { barcode })
}

export interface LineAdder extends Pick<DocumentPort, 'mayAddLine' | 'addLine'> {
  /** Adds a found record to the list. */
  readonly addRecord: (record: InventoryRecord) => CommandOutcome | undefined
  /** The listed line of a barcode; if a grower is chosen, this grower's line. */
  readonly listedUnder: (barcode: string) => Entry | undefined
}

type ActOnEntry = (
  key: string,
  quantity: number | undefined,
  cause: Cause,
) => Promise<CommandOutcome | undefined>

export function createLineAdder(core: Core, actOnEntry: ActOnEntry): LineAdder {
  const { mode } = core.parts
  const { step } = core.stage.lineAction
  /** The keys of lines that wait for a quantity after a scan, by the scan's id. */
  const keysByScan = new Map<string, string>()
  const mayAddLine = (): Verdict =>
    firstRefusal(
      core.mayStep(step),
      mode.picksGrower && core.get().grower === '' ? refuse('growerMissing') : true,
    )

  const listedUnder = (barcode: string): Entry | undefined => {
    const { sheet, grower } = core.get()
    if (!sheet) return undefined
    return mode.picksGrower
      ? sheet.entries[lineKey({ barcode, storageLocation: growerStorageLocation(grower) })]
      : core.entryOf(barcode)
  }

  const listed = async (entry: Entry, quantity: number | undefined, cause: Cause) => {
    if (isFinal(core.parts.kind, step, entry.line)) {
      core.scrollToLine(entry.key)
      const { barcode, ordered, status } = entry.line
      return outcomeOf('warning', 'documents.final', { barcode, status, quantity: ordered })
    }
    if (quantity !== undefined) return actOnEntry(entry.key, quantity, cause)
    keysByScan.set(cause.id, entry.key)
    core.focus(entry.key, cause)
    return waitingForQuantity(outcomeOf('warning', 'documents.lineListed', { barcode: entry.line.barcode }))
  }

  return {
    mayAddLine,
    listedUnder,
    addRecord: (record) => {
      const known = listedUnder(record.BarcodeID)
      if (known) {
        core.focus(known.key)
        return outcomeOf('warning', 'documents.lineListed', { barcode: record.BarcodeID })
      }
      const line = lineFor(record, 0)
      core.apply({ type: 'added', line })
      core.focus(lineKey(line))
      return describeAdded(line)
    },
    addLine: async (barcode, quantity, cause) => {
      const { sheet } = core.get()
      if (!sheet) return refusalOutcome(refuse('stillLoading'))
      // Another grower may have been chosen between the scan and its number.
      const known = sheet.entries[keysByScan.get(cause.of ?? '') ?? ''] ?? listedUnder(barcode)
      if (known) return listed(known, quantity, cause)
      // Show the line immediately, so that the next input applies to it while the search runs.
      const placeholder = lineOfBarcode(barcode)
      const placeholderKey = lineKey(placeholder)
      core.apply({ type: 'added', line: placeholder, looking: true })
      if (quantity === undefined) core.focus(placeholderKey, cause)
      const looking = lookUpStock(core, barcode, cause, quantity).then((found) => {
        core.stockSearches.delete(placeholderKey)
        if (found === 'unchecked') core.apply({ type: 'found', key: placeholderKey, line: placeholder })
        else if ('tone' in found) core.apply({ type: 'dropped', key: placeholderKey })
        else core.apply({ type: 'found', key: placeholderKey, line: lineFor(found, 0) })
        return found
      })
      core.stockSearches.set(placeholderKey, looking)
      const found = await looking
      if (found !== 'unchecked' && 'tone' in found) return found
      const line = found === 'unchecked' ? placeholder : lineFor(found, 0)
      const key = lineKey(line)
      const entry = core.get().sheet?.entries[key]
      // It may have been removed during the search.
      if (!entry) return outcomeOf('ok', 'documents.removed.line', { barcode })
      if (quantity !== undefined) return refuseIfChanged(core, line) ?? actOnEntry(entry.key, quantity, cause)
      keysByScan.set(cause.id, entry.key)
      if (entry.key !== placeholderKey) core.focus(entry.key, cause)
      return found === 'unchecked'
        ? waitingForQuantity(outcomeOf('warning', 'documents.notChecked', { barcode }))
        : waitingForQuantity(describeAdded(entry.line))
    },
  }
}

const describeAdded = ({ barcode, storageLocation }: Line): CommandOutcome => {
  const shelf = shelfOf({ storageLocation })
  return shelf === ''
    ? outcomeOf('ok', 'documents.added.line', { barcode })
    : outcomeOf('ok', 'documents.added.at', { barcode, shelf })
}

export type Undoer = Pick<DocumentPort, 'mayUndo' | 'undo'>

/** Undoes the last step on a line, and earlier ones that this screen remembers. */
export function createUndoer(core: Core, sender: LineSender): Undoer {
  const { kind } = core.parts
  const { step } = core.stage.lineAction
  const last = () => {
    const { sheet } = core.get()
    // Lines that were deleted meanwhile cannot be undone.
    if (!sheet) return undefined
    while (sender.undoables.length > 0) {
      const undoable = sender.undoables.at(-1)
      const entry = undoable && sheet.entries[undoable.key]
      if (undoable && entry) return { ...undoable, entry, document: sheet.document }
      sender.undoables.pop()
    }
    return undefined
  }
  /** An unsaved line that was just added comes first: it is the latest action. */
  const lastAdded = () => {
    const { sheet } = core.get()
    const key = sheet?.order.at(-1)
    const entry = key === undefined ? undefined : sheet?.entries[key]
    return core.parts.stage === 'edit' && entry?.line.id === null ? entry : undefined
  }
  /** The line step that restores the earlier state; a line that existed before is never deleted. */
  const undoStepOf = ({ line }: Entry, before: Entry['line'] | null) =>
    before === null ? 'delete' : (lineStepFor(kind, line.status, before.status) ?? step)

  const mayUndo = (): Verdict => {
    if (lastAdded()) return true
    const found = last()
    if (!found) return refuse('nothingToUndo')
    const undoStep = undoStepOf(found.entry, found.before)
    const may = core.mayStep(undoStep)
    return may === true
      ? lineAllows(
          kind,
          undoStep,
          found.document,
          { ...found.entry.line, reason: found.before?.reason ?? '' },
          1,
        )
      : may
  }

  return {
    mayUndo,
    undo: async (cause) => {
      const added = lastAdded()
      if (added) return deleteEntry(core, sender, added.key, cause)
      const found = last()
      if (!found) return refusalOutcome(refuse('nothingToUndo'))
      const { key, before, after, entry } = found
      const undoStep = undoStepOf(entry, before)
      sender.undoables.pop()
      // An unsent operation is removed from the outbox and never reaches the server.
      if (sender.outgoing.removeUnsent(key)) {
        if (before === null) core.apply({ type: 'dropped', key })
        return outcomeOf('ok', 'documents.undone', { barcode: entry.line.barcode })
      }
      const changed = refuseIfChanged(core, after)
      if (changed) return changed
      const depth = sender.undoables.length
      const outcome =
        before === null
          ? await deleteEntry(core, sender, key, cause, entry.line)
          : await sender.send(
              key,
              undoStep,
              kind.lineSteps[undoStep]?.writes === 'ordered' ? before.ordered : quantityOf(before),
              cause,
              before.reason,
            )
      if (outcome?.tone === 'ok') {
        // Undo itself cannot be undone.
        sender.undoables.length = Math.min(sender.undoables.length, depth)
        const undone = outcomeOf('ok', 'documents.undone', { barcode: entry.line.barcode })
        const later = outcome.later?.then((reply) => (reply.tone === 'ok' ? undone : reply))
        return { ...undone, ...(later && { later }) }
      }
      sender.undoables.push({ key, before, after })
      return outcome
    },
  }
}
