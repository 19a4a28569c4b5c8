// Reasons for dumps and returns: chosen for each line, or kept for scans (docs/scanning.md, Reasons).

import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import type { ReasonsPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { Line } from '#core/kinds/document.ts'
import { lineAllows } from '#core/kinds/engine.ts'
import { readQuantity } from '#core/kinds/quantity.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import type { ReasonType } from '#core/wire/constants.ts'
import { refuse } from '#core/wire/refusals.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { findReason, nameReason } from '#input/questions/find-reasons.ts'
import type { Core } from './core.ts'
import type { LineSender } from './send-line.ts'
import { createShortReasons } from './short-reasons.ts'
import type { KeptReason } from './stored-reason.ts'
import { codeOf } from './wording.ts'

// A kept reason expires after this pause: then it must be given again.
const reasonLifetimeMs = 10 * 60_000

export interface Reasons extends ReasonsPort {
  /** The type of the reasons that the document's lines need; undefined if none. */
  readonly type: () => ReasonType | undefined
  /** Do lines have reasons on this screen: required ones, or those of a shortage? */
  readonly hasReasons: boolean
  /** The line's own reason, the kept one, or the person's choice; null if a required one is missing. */
  readonly reasonFor: (entry: Entry, quantity: number, cause: Cause) => Promise<string | null>
  /** Would `take` ask the person? */
  readonly needsQuestion: (entry: Entry) => boolean
  /** Counts a line saved with the kept reason; removes it from the count if it is refused later. */
  readonly countSaved: (reason: string, later?: Promise<CommandOutcome>) => void
  /** Restores the reason that was kept on the document's other screen or before a reload. */
  readonly restore: () => void
  /** The person goes to the document's other screen, which keeps the reason. */
  readonly keepForOtherScreen: () => void
  /** Drops the kept reason when the document is left. */
  readonly leave: () => void
}

export function createReasons(core: Core, sendLine: LineSender['send']): Reasons {
  const { kind, askReason, loadReasons, notify, after, keptReason } = core.parts
  const { step } = core.stage.lineAction
  let cancelExpiry: (() => void) | undefined
  let until = 0
  let isSwitchingScreen = false
  const shortReasons = createShortReasons(core, sendLine)

  const type = (): ReasonType | undefined => {
    const { sheet } = core.get()
    return sheet ? kind.lineSteps[step]?.reason?.(sheet.document.header) : undefined
  }

  const count = (reason: string, by: number) => {
    const { reasonForScans } = core.get()
    if (reasonForScans?.reason === reason)
      show({ ...reasonForScans, count: Math.max(0, reasonForScans.count + by) })
  }
  const show = (kept: KeptReason | null) => {
    core.set({ reasonForScans: kept })
    keptReason.write(kept === null ? undefined : { ...kept, until })
  }
  const keepReason = (kept: KeptReason | null, time = reasonLifetimeMs) => {
    cancelExpiry?.()
    until = Date.now() + time
    cancelExpiry =
      kept === null
        ? undefined
        : after(() => {
            keepReason(null)
            notify('reason.expired', { reason: kept.name }, 'warning')
          }, time)
    show(kept)
  }

  const ask = async (
    type: ReasonType,
    { barcode }: Line,
    n: number,
    cause: Cause,
  ): Promise<string | null> => {
    const question = { code: codeOf(kind.kind, 'reason'), type, about: { barcode, n }, mayKeep: true }
    const chosen = await askReason(question, cause)
    if (chosen?.keep) keepReason({ reason: chosen.reason, name: chosen.name, count: 0 })
    return chosen?.reason ?? null
  }

  const rule = kind.lineSteps[step]
  return {
    type,
    hasReasons: rule?.reason !== undefined || rule?.shortReason !== undefined,
    reasonFor: async ({ line, reason }, quantity, cause) => {
      const reasonType = type()
      if (reasonType === undefined) return shortReasons.ask(line, quantity, cause)
      const own = reason ?? line.reason
      return own === ''
        ? (core.get().reasonForScans?.reason ?? (await ask(reasonType, line, quantity, cause)))
        : own
    },
    needsQuestion: ({ line, reason }) =>
      type() !== undefined && (reason ?? line.reason) === '' && core.get().reasonForScans === null,
    countSaved: (reason, later) => {
      count(reason, 1)
      void later?.then(({ tone }) => tone === 'error' && count(reason, -1))
    },
    may: () => (type() === undefined ? refuse('noQuestion') : core.mayStep(step)),
    isKept: () => core.get().reasonForScans !== null,
    keep: async (text) => {
      const reasonType = type()
      if (reasonType === undefined) return refusalOutcome(refuse('notOnThisScreen'))
      const codes = await loadReasons(reasonType)
      if (codes === null) return outcomeOf('error', 'reason.failed')
      const found = findReason(codes, text)
      if (!found) return refusalOutcome(refuse('reasonUnknown', { reason: text }))
      keepReason({ reason: found.ReasonCode, name: nameReason(found), count: 0 })
      return outcomeOf('ok', 'reason.kept', { reason: nameReason(found) })
    },
    end: () => {
      keepReason(null)
      return outcomeOf('ok', 'reason.ended')
    },
    mayChange: (barcode) => {
      if (type() === undefined) return shortReasons.mayChange(barcode)
      const may = core.mayStep(step)
      const { sheet } = core.get()
      if (may !== true || !sheet) return may
      const entry = core.entryOf(barcode)
      if (!entry) return refuse('noLine')
      const verdict = lineAllows(kind, step, sheet.document, entry.line, 1)
      return verdict !== true && verdict.code === 'reasonMissing' ? true : verdict
    },
    change: async (barcode, cause) => {
      if (type() === undefined) return shortReasons.change(barcode, cause)
      const entry = core.entryOf(barcode)
      const reasonType = type()
      if (!entry || reasonType === undefined) return refusalOutcome(refuse('noLine'))
      const quantity = readQuantity(entry.typed ?? '')
      const n = quantity.ok ? quantity.value : (core.stage.lineAction.proposedQuantity(entry.line) ?? 0)
      const reason = await ask(reasonType, entry.line, n, cause)
      if (reason === null) return outcomeOf('warning', 'documents.kept', { barcode: entry.line.barcode })
      core.apply({ type: 'reasoned', key: entry.key, reason })
      core.selectLine(entry.key)
      core.focus(entry.key)
      return outcomeOf('ok', 'reason.changed', { barcode: entry.line.barcode })
    },
    restore: () => {
      isSwitchingScreen = false
      const stored = keptReason.read()
      if (!stored) return
      const { until: end, ...kept } = stored
      if (end > Date.now()) keepReason(kept, end - Date.now())
      else keptReason.write(undefined)
    },
    keepForOtherScreen: () => {
      isSwitchingScreen = true
    },
    leave: () => {
      if (isSwitchingScreen) cancelExpiry?.()
      else if (core.get().reasonForScans) keepReason(null)
    },
  }
}
