// Converts between scans, outcomes and the events of typed numbers (`src/core/scan/typed-number.ts`).
import type { CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { NumberEffect } from '#core/scan/number-events.ts'
import type { QueuedScan } from '#core/scan/queue.ts'
import { BARCODE_PATTERN } from '#core/wire/codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { refuse } from '#core/wire/refusals.ts'
import type { IncomingScan } from './scan-entry.ts'

/** The digits of a scan that were first treated as typed by a person. */
export function digitsTreatedAsTyped({ keystrokes = [] }: IncomingScan): string {
  return keystrokes
    .filter(
      ({ key, handedOn, altPress }) => handedOn === true && altPress === undefined && /^[0-9]$/.test(key),
    )
    .map(({ key }) => key)
    .join('')
}

/** A scan's quantity, or the dropped number (`lacks`) that prevents it from running. */
export function quantityFrom(
  effects: readonly NumberEffect[],
): Pick<QueuedScan, 'quantity' | 'kept' | 'lacks'> {
  const found = effects.find((effect) => effect.type === 'quantity')
  const kept = effects.find((effect) => effect.type === 'kept')
  const refusal = effects.find((effect) => effect.type === 'refuse-scan')
  return {
    ...(found && { quantity: found.quantity }),
    ...(kept && { kept: true, ...(kept.quantity !== 'unknown' && { quantity: kept.quantity }) }),
    ...(refusal && { lacks: refusal.dropped }),
  }
}

/** The report of a dropped number. */
export function outcomeOfDropped({
  text,
  why,
  barcode,
  next,
}: Extract<NumberEffect, { type: 'dropped' }>): CommandOutcome {
  if (why === 'too-long')
    return { ...refusalOutcome(refuse('quantityLooksLikeBarcode', { value: text })), tone: 'warning' }
  const facts = {
    number: text,
    ...(barcode !== undefined && { barcode }),
    ...(next !== undefined && { next }),
  }
  return { tone: 'warning', code: `number-dropped.${why}`, facts }
}

/** Why a text is no quantity; undefined if it is one. */
export function refuseQuantity(text: string): CommandOutcome | undefined {
  if (BARCODE_PATTERN.test(text)) return refusalOutcome(refuse('quantityLooksLikeBarcode', { value: text }))
  return new RegExp(`^[0-9]{1,${LIMITS.quantityDigits}}$`).test(text)
    ? undefined
    : refusalOutcome(refuse('quantityNotNumber'))
}
