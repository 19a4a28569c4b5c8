// The quantity for the next scans (docs/scanning.md, The same quantity for every scan).
import * as v from 'valibot'
import type { KeptQuantityPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { takesQuantities } from '#core/kinds/screens.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import { refuse } from '#core/wire/refusals.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import type { Core } from './core.ts'

/** `until`: the last time at which a reload restores the quantity, in milliseconds since 1970. */
export const storedQuantity = v.object({ quantity: v.number(), until: v.number() })
export type StoredQuantity = v.InferOutput<typeof storedQuantity>

// The document's other screen or a reload restores the quantity for this long after its last use.
const restoreLimitMs = 10 * 60_000

export interface KeptQuantity extends KeptQuantityPort {
  /** Does a scan of this barcode use it? Not if its line already has a quantity, saved or typed. */
  readonly appliesTo: (barcode: string) => boolean
  /** The quantity for a scan that is read now. */
  readonly forScan: () => number | undefined
  /** Restores the quantity of the document's other screen, or from before a reload. */
  readonly restore: () => void
  /** The person goes to the document's other screen, which keeps the quantity. */
  readonly keepForOtherScreen: () => void
  /** Drops the quantity when the document is left. */
  readonly leave: () => void
}

/** `lineOf` finds the listed line that a scan of the barcode applies to. */
export function createKeptQuantity(core: Core, lineOf: (barcode: string) => Entry | undefined): KeptQuantity {
  const { storedQuantity: stored } = core.parts
  const { step, done } = core.stage.lineAction
  let isSwitchingScreen = false

  const store = (quantity: number | null) =>
    stored.write(quantity === null ? undefined : { quantity, until: Date.now() + restoreLimitMs })
  const setQuantity = (quantity: number | null) => {
    core.set({ quantityForScans: quantity })
    store(quantity)
  }

  return {
    may: () =>
      takesQuantities(core.parts.kind, core.stage) ? core.mayStep(step) : refuse('notOnThisScreen'),
    keep: (quantity) => {
      if (quantity === 0) return refusalOutcome(refuse('keptQuantityZero'))
      setQuantity(quantity)
      return outcomeOf('ok', 'quantity.kept', { quantity })
    },
    isKept: () => core.get().quantityForScans !== null,
    end: () => {
      const quantity = core.get().quantityForScans ?? 0
      setQuantity(null)
      return outcomeOf('ok', 'quantity.ended', { quantity })
    },
    appliesTo: (barcode) => {
      const entry = lineOf(barcode)
      if (!entry) return core.parts.stage === 'edit'
      return entry.typed === null && !done(entry.line)
    },
    forScan: () => {
      const { quantityForScans } = core.get()
      if (quantityForScans !== null) store(quantityForScans)
      return quantityForScans ?? undefined
    },
    restore: () => {
      isSwitchingScreen = false
      const before = stored.read()
      if (!before) return
      if (before.until > Date.now()) setQuantity(before.quantity)
      else stored.write(undefined)
    },
    keepForOtherScreen: () => {
      isSwitchingScreen = true
    },
    leave: () => {
      if (!isSwitchingScreen && core.get().quantityForScans !== null) setQuantity(null)
    },
  }
}
