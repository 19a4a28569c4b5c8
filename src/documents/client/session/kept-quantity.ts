// The quantity for the next scans (docs/scanning.md, The same quantity for every scan).
import type { CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { takesQuantities } from '#core/kinds/screens.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { listedLine } from './current-line.ts'
import { mayStep } from './may-step.ts'
import type { Session } from './session-state.ts'

// The document's other screen or a reload restores the quantity for this long after its last use.
const restoreLimitMs = 10 * 60_000

export function mayKeepQuantity(session: Session): Verdict {
  const { parts, stage } = session
  return takesQuantities(parts.kind, stage)
    ? mayStep(session, stage.lineAction.step)
    : refuse('notOnThisScreen')
}

export function keepQuantity(session: Session, quantity: number): CommandOutcome {
  if (quantity === 0) return refusalOutcome(refuse('keptQuantityZero'))
  setKeptQuantity(session, quantity)
  return outcomeOf('ok', 'quantity.kept', { quantity })
}

export function endKeptQuantity(session: Session): CommandOutcome {
  const quantity = session.get().quantityForScans ?? 0
  setKeptQuantity(session, null)
  return outcomeOf('ok', 'quantity.ended', { quantity })
}

/** Does a scan of this barcode use it? Not if its line already has a quantity, saved or typed. */
export function takesKeptQuantity(session: Session, barcode: string): boolean {
  const entry = listedLine(session, barcode)
  if (!entry) return session.parts.stage === 'edit'
  return entry.typed === null && !session.stage.lineAction.done(entry.line)
}

/** The quantity for a scan that is read now. */
export function quantityForScan(session: Session): number | undefined {
  const { quantityForScans } = session.get()
  if (quantityForScans !== null) storeQuantity(session, quantityForScans)
  return quantityForScans ?? undefined
}

/** Restores the quantity of the document's other screen, or from before a reload. */
export function restoreQuantity(session: Session): void {
  const { storedQuantity: stored } = session.parts
  const before = stored.read()
  if (!before) return
  if (before.until > Date.now()) setKeptQuantity(session, before.quantity)
  else stored.write(undefined)
}

/** Drops the quantity when the document is left; its other screen keeps it. */
export function leaveQuantity(session: Session): void {
  if (!session.isSwitchingScreen && session.get().quantityForScans !== null) setKeptQuantity(session, null)
}

const setKeptQuantity = (session: Session, quantity: number | null) => {
  session.set({ quantityForScans: quantity })
  storeQuantity(session, quantity)
}

const storeQuantity = ({ parts }: Session, quantity: number | null) =>
  parts.storedQuantity.write(quantity === null ? undefined : { quantity, until: Date.now() + restoreLimitMs })
