// The quantity for the next scans (docs/scanning.md, The same quantity for every scan).
import * as v from 'valibot'
import type { KeptQuantityPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { takesQuantities } from '#core/kinds/screens.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import { refuse } from '#core/wire/refusals.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import type { Core } from './core.ts'

/** `until`: after it a reload does not restore the quantity, in milliseconds since 1970. */
export const storedQuantity = v.object({ quantity: v.number(), until: v.number() })
export type StoredQuantity = v.InferOutput<typeof storedQuantity>

// How long after its last use the quantity is restored on the document's other screen or after a reload, in
// milliseconds.
const KEPT_AWAY = 10 * 60_000

export interface KeptQuantity extends KeptQuantityPort {
  /** Does a scan of this barcode take it? Not if its line has its quantity, saved or typed. */
  readonly isFor: (barcode: string) => boolean
  /** The quantity for a scan that is read now. */
  readonly forScan: () => number | undefined
  /** Restores the quantity of the document's other screen, or of before a reload. */
  readonly arrive: () => void
  /** The document's other screen is next: it keeps the quantity. */
  readonly goOn: () => void
  /** Drops the quantity when the document is left. */
  readonly leave: () => void
}

/** `lineOf` finds the listed line that a scan of the barcode would be for. */
export function createKeptQuantity(core: Core, lineOf: (barcode: string) => Entry | undefined): KeptQuantity {
  const { storedQuantity: stored } = core.parts
  const { step, done } = core.stage.lineAction
  let goesOn = false

  const store = (quantity: number | null) =>
    stored.write(quantity === null ? undefined : { quantity, until: Date.now() + KEPT_AWAY })
  const hold = (quantity: number | null) => {
    core.set({ each: quantity })
    store(quantity)
  }

  return {
    may: () =>
      takesQuantities(core.parts.kind, core.stage) ? core.mayStep(step) : refuse('notOnThisScreen'),
    keep: (quantity) => {
      if (quantity === 0) return refusalOutcome(refuse('keptQuantityZero'))
      hold(quantity)
      return outcomeOf('ok', 'quantity.kept', { quantity })
    },
    isKept: () => core.get().each !== null,
    end: () => {
      const quantity = core.get().each ?? 0
      hold(null)
      return outcomeOf('ok', 'quantity.ended', { quantity })
    },
    isFor: (barcode) => {
      const entry = lineOf(barcode)
      if (!entry) return core.parts.stage === 'edit'
      return entry.typed === null && !done(entry.line)
    },
    forScan: () => {
      const { each } = core.get()
      if (each !== null) store(each)
      return each ?? undefined
    },
    arrive: () => {
      goesOn = false
      const before = stored.read()
      if (!before) return
      if (before.until > Date.now()) hold(before.quantity)
      else stored.write(undefined)
    },
    goOn: () => {
      goesOn = true
    },
    leave: () => {
      if (!goesOn && core.get().each !== null) hold(null)
    },
  }
}
