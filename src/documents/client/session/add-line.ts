// Adds a line to the document: finds the stock of its barcode, and orders it if its quantity is known.

import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { Line } from '#core/kinds/document.ts'
import { isFinal } from '#core/kinds/engine.ts'
import { lineFor, lineOfBarcode } from '#core/kinds/stock.ts'
import { shelfOf } from '#core/kinds/walk.ts'
import { type Entry, lineKey } from '#core/kinds/worksheet.ts'
import type { InventoryRecord } from '#core/wire/inventory.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { outcomeOf, waitingForQuantity } from '#input/engine/outcomes.ts'
import { actOnEntry } from './act-on-line.ts'
import { applyEvent } from './apply-event.ts'
import { focusLine, listedLine, scrollToLine } from './current-line.ts'
import { lookUpStock } from './look-up-stock.ts'
import { mayStep } from './may-step.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import type { Session } from './session-state.ts'

export function mayAddLine(session: Session): Verdict {
  const { parts, stage } = session
  return firstRefusal(
    mayStep(session, stage.lineAction.step),
    parts.mode.picksGrower && session.get().grower === '' ? refuse('growerMissing') : true,
  )
}

/** Adds the line of a scanned barcode; with a quantity, orders it immediately. */
export async function addLine(
  session: Session,
  barcode: string,
  quantity: number | undefined,
  cause: Cause,
): Promise<CommandOutcome | undefined> {
  const { keysByScan } = session
  const { sheet } = session.get()
  if (!sheet) return refusalOutcome(refuse('stillLoading'))
  // Another grower may have been chosen between the scan and its number.
  const known = sheet.entries[keysByScan.get(cause.of ?? '') ?? ''] ?? listedLine(session, barcode)
  if (known) return actOnListed(session, known, quantity, cause)
  const placeholderKey = lineKey(lineOfBarcode(barcode))
  const found = await searchStock(session, barcode, quantity, cause)
  if (found !== 'unchecked' && 'tone' in found) return found
  const line = found === 'unchecked' ? lineOfBarcode(barcode) : lineFor(found, 0)
  const entry = session.get().sheet?.entries[lineKey(line)]
  // It may have been removed during the search.
  if (!entry) return outcomeOf('ok', 'documents.removed.line', { barcode })
  if (quantity !== undefined)
    return refuseIfChanged(session, line) ?? actOnEntry(session, entry.key, quantity, cause)
  keysByScan.set(cause.id, entry.key)
  if (entry.key !== placeholderKey) focusLine(session, entry.key, cause)
  return waitingForQuantity(
    found === 'unchecked'
      ? outcomeOf('warning', 'documents.notChecked', { barcode })
      : describeAdded(entry.line),
  )
}

// Shows the line immediately, so that the next input applies to it while the search runs.
const searchStock = (session: Session, barcode: string, quantity: number | undefined, cause: Cause) => {
  const line = lineOfBarcode(barcode)
  const key = lineKey(line)
  applyEvent(session, { type: 'added', line, looking: true })
  if (quantity === undefined) focusLine(session, key, cause)
  const search = lookUpStock(session, barcode, cause, quantity).then((found) => {
    session.stockSearches.delete(key)
    if (found === 'unchecked') applyEvent(session, { type: 'found', key, line })
    else if ('tone' in found) applyEvent(session, { type: 'dropped', key })
    else applyEvent(session, { type: 'found', key, line: lineFor(found, 0) })
    return found
  })
  session.stockSearches.set(key, search)
  return search
}

const actOnListed = async (
  session: Session,
  { key, line }: Entry,
  quantity: number | undefined,
  cause: Cause,
) => {
  const { barcode, ordered, status } = line
  if (isFinal(session.parts.kind, session.stage.lineAction.step, line)) {
    scrollToLine(session, key)
    return outcomeOf('warning', 'documents.final', { barcode, status, quantity: ordered })
  }
  if (quantity !== undefined) return actOnEntry(session, key, quantity, cause)
  session.keysByScan.set(cause.id, key)
  focusLine(session, key, cause)
  return waitingForQuantity(outcomeOf('warning', 'documents.lineListed', { barcode }))
}

/** Adds a found record to the list. */
export function addRecord(session: Session, record: InventoryRecord): CommandOutcome {
  const known = listedLine(session, record.BarcodeID)
  if (known) {
    focusLine(session, known.key)
    return outcomeOf('warning', 'documents.lineListed', { barcode: record.BarcodeID })
  }
  const line = lineFor(record, 0)
  applyEvent(session, { type: 'added', line })
  focusLine(session, lineKey(line))
  return describeAdded(line)
}

const describeAdded = ({ barcode, storageLocation }: Line): CommandOutcome => {
  const shelf = shelfOf({ storageLocation })
  return shelf === ''
    ? outcomeOf('ok', 'documents.added.line', { barcode })
    : outcomeOf('ok', 'documents.added.at', { barcode, shelf })
}
