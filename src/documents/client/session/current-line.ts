// Finds the line that an action applies to, and moves the focus between lines.
import type { Cause } from '#core/commands/command.ts'
import { findTargetEntry } from '#core/kinds/walk.ts'
import { type Entry, lineKey } from '#core/kinds/worksheet.ts'
import { growerStorageLocation } from '#core/wire/grower-key.ts'
import type { Session } from './session-state.ts'

/** The line that a scan of the barcode applies to; without a barcode, the current line. */
export function entryOf(session: Session, barcode: string | undefined): Entry | undefined {
  const { sheet, current } = session.get()
  return sheet ? findTargetEntry(sheet, barcode, current, session.stage.lineAction.done) : undefined
}

/** The line of a barcode that was worked on last: the current line, else as in `entryOf`. */
export function lastEntryOf(session: Session, barcode: string): Entry | undefined {
  const { sheet, current } = session.get()
  const now = current === null ? undefined : sheet?.entries[current]
  return now?.line.barcode === barcode ? now : entryOf(session, barcode)
}

/** The line that a scan of the barcode adds to or works on; in the editor, the chosen grower's line. */
export function listedLine(session: Session, barcode: string): Entry | undefined {
  const { mode, stage } = session.parts
  const { sheet, grower } = session.get()
  return stage === 'edit' && mode.picksGrower
    ? sheet?.entries[lineKey({ barcode, storageLocation: growerStorageLocation(grower) })]
    : entryOf(session, barcode)
}

/** Makes a line current and focuses its quantity, unless the person moved on since the action `after`. */
export function focusLine(session: Session, key: string, cause?: Cause, after?: Cause): void {
  const barcode = session.get().sheet?.entries[key]?.line.barcode ?? key
  if (cause && !session.parts.scans.mayLead(cause, barcode)) session.set({ current: key })
  else requestFocus(session, key, cause, after)
}

/** The person selects a line: it becomes current, and digits no longer apply to another line. */
export function selectLine(session: Session, key: string): void {
  session.set({ current: key })
  const barcode = session.get().sheet?.entries[key]?.line.barcode
  if (barcode !== undefined) session.parts.scans.choose(barcode)
}

/** Shows a refused or unfinished line: focuses its quantity, but after a scan only scrolls to it. */
export function returnToLine(session: Session, key: string, { source }: Cause): void {
  if (source === 'scan') scrollToLine(session, key)
  else requestFocus(session, key)
}

/** Makes a line current and scrolls to it, without moving the focus. */
export function scrollToLine(session: Session, key: string): void {
  session.set({ current: key })
}

/** Moves the focus out of the lines: the quantity is done, and digits belong to the next scan. */
export function releaseFocus(session: Session, after?: Cause): void {
  requestFocus(session, null, undefined, after)
}

const requestFocus = (session: Session, key: string | null, cause?: Cause, after = cause) => {
  session.focusRequests += 1
  const since = after ? beganAt(after) : performance.now()
  const focusRequest = { key, number: session.focusRequests, since, ...(cause && { cause }) }
  session.set({ focusRequest, ...(key !== null && { current: key }) })
}

// When an action began, in milliseconds of `performance.now()`: for a scan, when it was read.
const beganAt = ({ at = Number.POSITIVE_INFINITY }: Cause): number =>
  Math.min(performance.now(), at - performance.timeOrigin)
