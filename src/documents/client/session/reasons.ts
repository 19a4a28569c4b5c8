// Reasons for dumps and returns: chosen for each line, or kept for scans (docs/scanning.md, Reasons).

import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { Line } from '#core/kinds/document.ts'
import { readQuantity } from '#core/kinds/quantity.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import type { ReasonType } from '#core/wire/constants.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { findReason, nameReason } from '#input/questions/find-reasons.ts'
import { applyEvent } from './apply-event.ts'
import { entryOf, focusLine, selectLine } from './current-line.ts'
import { mayStep } from './may-step.ts'
import { mayDoLine } from './plan-line-action.ts'
import type { Session } from './session-state.ts'
import { askShortReason, mayChangeShortReason, shortLineOf } from './short-reasons.ts'
import type { KeptReason } from './stored-for-scans.ts'
import { codeOf } from './wording.ts'

// A kept reason expires after this pause: then it must be given again.
const reasonLifetimeMs = 10 * 60_000

/** The type of the reasons that the document's lines need; undefined if none. */
export function reasonTypeOf(session: Session): ReasonType | undefined {
  const { sheet } = session.get()
  return sheet ? stepOf(session)?.reason?.(sheet.document.header) : undefined
}

/** Do lines have reasons on this screen: required ones, or those of a shortage? */
export function hasReasons(session: Session): boolean {
  const step = stepOf(session)
  return step?.reason !== undefined || step?.shortReason !== undefined
}

const stepOf = ({ parts, stage }: Session) => parts.kind.lineSteps[stage.lineAction.step]

/** The line's own reason, the kept one, or the person's choice; null if a required one is missing. */
export async function reasonFor(
  session: Session,
  { line, reason }: Entry,
  quantity: number,
  cause: Cause,
): Promise<string | null> {
  const type = reasonTypeOf(session)
  if (type === undefined) return askShortReason(session, line, quantity, cause)
  const own = reason ?? line.reason
  return own === ''
    ? (session.get().reasonForScans?.reason ?? (await askReason(session, type, line, quantity, cause)))
    : own
}

/** Would `reasonFor` ask the person for a required reason? */
export function needsReasonQuestion(session: Session, { line, reason }: Entry): boolean {
  const isMissing = (reason ?? line.reason) === '' && session.get().reasonForScans === null
  return isMissing && reasonTypeOf(session) !== undefined
}

const askReason = async (
  session: Session,
  type: ReasonType,
  { barcode }: Line,
  n: number,
  cause: Cause,
): Promise<string | null> => {
  const { kind, askReason: ask } = session.parts
  const question = { code: codeOf(kind.kind, 'reason'), type, about: { barcode, n }, mayKeep: true }
  const chosen = await ask(question, cause)
  if (chosen?.keep) setKeptReason(session, { reason: chosen.reason, name: chosen.name, count: 0 })
  return chosen?.reason ?? null
}

/** Counts a line saved with the kept reason; removes it from the count if it is refused later. */
export function countReason(session: Session, reason: string, later?: Promise<CommandOutcome>): void {
  const count = (by: number) => {
    const { reasonForScans: kept } = session.get()
    if (kept?.reason === reason) showKeptReason(session, { ...kept, count: Math.max(0, kept.count + by) })
  }
  count(1)
  void later?.then(({ tone }) => tone === 'error' && count(-1))
}

// ---- the kept reason

export function mayKeepReason(session: Session): Verdict {
  return reasonTypeOf(session) === undefined
    ? refuse('noQuestion')
    : mayStep(session, session.stage.lineAction.step)
}

/** Keeps a reason for the next scans, by code, number or first letters. */
export async function keepReason(session: Session, text: string): Promise<CommandOutcome> {
  const type = reasonTypeOf(session)
  if (type === undefined) return refusalOutcome(refuse('notOnThisScreen'))
  const codes = await session.parts.loadReasons(type)
  if (codes === null) return outcomeOf('error', 'reason.failed')
  const found = findReason(codes, text)
  if (!found) return refusalOutcome(refuse('reasonUnknown', { reason: text }))
  setKeptReason(session, { reason: found.ReasonCode, name: nameReason(found), count: 0 })
  return outcomeOf('ok', 'reason.kept', { reason: nameReason(found) })
}

export function endKeptReason(session: Session): CommandOutcome {
  setKeptReason(session, null)
  return outcomeOf('ok', 'reason.ended')
}

const setKeptReason = (session: Session, kept: KeptReason | null, time = reasonLifetimeMs) => {
  const { after, notify } = session.parts
  session.cancelReasonExpiry?.()
  session.reasonUntil = Date.now() + time
  session.cancelReasonExpiry =
    kept === null
      ? undefined
      : after(() => {
          setKeptReason(session, null)
          notify('reason.expired', { reason: kept.name }, 'warning')
        }, time)
  showKeptReason(session, kept)
}

const showKeptReason = (session: Session, kept: KeptReason | null) => {
  session.set({ reasonForScans: kept })
  session.parts.keptReason.write(kept === null ? undefined : { ...kept, until: session.reasonUntil })
}

/** Restores the reason that was kept on the document's other screen or before a reload. */
export function restoreReason(session: Session): void {
  const { keptReason } = session.parts
  const stored = keptReason.read()
  if (!stored) return
  const { until, ...kept } = stored
  if (until > Date.now()) setKeptReason(session, kept, until - Date.now())
  else keptReason.write(undefined)
}

/** Drops the kept reason when the document is left; its other screen keeps it. */
export function leaveReason(session: Session): void {
  if (session.isSwitchingScreen) session.cancelReasonExpiry?.()
  else if (session.get().reasonForScans) setKeptReason(session, null)
}

// ---- the reason of a line

export function mayChangeReason(session: Session, barcode?: string): Verdict {
  if (reasonTypeOf(session) === undefined) return mayChangeShortReason(session, barcode)
  const may = mayStep(session, session.stage.lineAction.step)
  const { sheet } = session.get()
  if (may !== true || !sheet) return may
  const entry = entryOf(session, barcode)
  return entry ? mayDoLine(session.parts, sheet.document, entry.line, 1) : refuse('noLine')
}

/** Asks for another reason of a line: by barcode, or the current line. */
export async function changeReason(
  session: Session,
  barcode: string | undefined,
  cause: Cause,
): Promise<CommandOutcome> {
  const type = reasonTypeOf(session)
  if (type === undefined) return changeReasonOfShortLine(session, barcode, cause)
  const entry = entryOf(session, barcode)
  if (!entry) return refusalOutcome(refuse('noLine'))
  const { key, line, typed } = entry
  const quantity = readQuantity(typed ?? '')
  const n = quantity.ok ? quantity.value : (session.stage.lineAction.proposedQuantity(line) ?? 0)
  const reason = await askReason(session, type, line, n, cause)
  if (reason === null) return outcomeOf('warning', 'documents.kept', { barcode: line.barcode })
  applyEvent(session, { type: 'reasoned', key, reason })
  selectLine(session, key)
  focusLine(session, key)
  return outcomeOf('ok', 'reason.changed', { barcode: line.barcode })
}

const changeReasonOfShortLine = async (
  session: Session,
  barcode: string | undefined,
  cause: Cause,
): Promise<CommandOutcome> => {
  const entry = shortLineOf(session, barcode)
  const loaded = await import('./change-short-reason.ts').catch(() => undefined)
  if (!loaded) return outcomeOf('error', 'notLoaded')
  return entry ? loaded.changeShortReason(session, entry, cause) : refusalOutcome(refuse('noLine'))
}
