// Applies the effects of typed numbers. The rules are in `src/core/scan/typed-number.ts`.
import type { CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { NumberEffect, NumberEvent, TypedNumber } from '#core/scan/number-events.ts'
import type { QueuedScan } from '#core/scan/queue.ts'
import {
  areDigitsDropped,
  belongsToNextScan,
  digitsSinceScan,
  isNumberPending,
  mayFocusQuantity,
  noNumber,
  reduceNumber,
  targetLine,
  waitingLine,
} from '#core/scan/typed-number.ts'
import { BARCODE_PATTERN } from '#core/wire/codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { refuse } from '#core/wire/refusals.ts'
import type { IncomingScan } from './scan-entry.ts'

interface NumberOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Do errors hold the queue until they are acknowledged? */
  readonly doErrorsHold: () => boolean
  readonly screen: () => string | undefined
  /** Shows the input in a scan's line; null shows nothing. */
  readonly show: (scan: string, barcode: string, text: string | null) => void
  /** Sets a line's quantity, in whole plants. `known`: only if the line exists. */
  readonly commit: (effect: Extract<NumberEffect, { type: 'commit' }>) => void
  /** Scrolls to a line and focuses it. */
  readonly focusLine: (barcode: string) => void
  /** Reports the result of a number. `again`: the same number was reported before. */
  readonly report: (outcome: CommandOutcome, text: string, again: boolean) => void
  readonly changed: () => void
}

export type NumberEntry = ReturnType<typeof createNumberEntry>

/** Starts without input. */
export function createNumberEntry(options: NumberOptions) {
  let state: TypedNumber = noNumber
  const send = (event: NumberEvent): readonly NumberEffect[] => {
    const [next, effects] = reduceNumber(state, event, options.doErrorsHold())
    const changed = next !== state
    state = next
    for (const effect of effects) applyEffect(options, effect)
    if (changed) options.changed()
    return effects
  }
  const isDropped = () => areDigitsDropped(state, options.now(), options.doErrorsHold())
  return {
    text: () => state.text,
    /** The barcode whose line waits for the input. */
    waitingBarcode: () => waitingLine(state)?.barcode,
    /** The barcode whose line gets the input with Enter, if no line waits. */
    enterBarcode: () => targetLine(state)?.barcode,
    /** The waiting line needs Enter. Without Enter the number is for the next barcode. */
    needsEnter: () => belongsToNextScan(state),
    /** Digits are being typed, for a line or to be dropped. Enter ends them. */
    isTyping: () => isNumberPending(state, options.now(), options.doErrorsHold()),
    /** The previous scan was refused and not acknowledged: digits are dropped. */
    areDigitsIgnored: isDropped,
    /** Digits are for a waiting line or are dropped, regardless of the focus. */
    ownsDigits: () => waitingLine(state) !== undefined || isDropped(),
    /** May this scan, or a typed barcode (scan undefined), move the focus to its line's quantity? */
    mayFocusLine: (scan: string | undefined, barcode: string) => mayFocusQuantity(state, scan, barcode),
    /** Adds a digit, Backspace, point or comma that a person typed. `at` uses the clock of `now`. */
    type: (key: string, at = options.now()): void =>
      void send({ type: 'key', key, at, screen: options.screen() }),
    /** Enter after digits: gives the number to the last scan's line. */
    enter: (): void => void send({ type: 'enter' }),
    /** Sets the whole number, from a command barcode. */
    set: (value: number | string): CommandOutcome => {
      const text = String(value)
      const at = options.now()
      const refusal = refuseNumber(text, isDropped)
      if (refusal) return refusal
      const quantity = String(Number(text))
      send({ type: 'set', text: quantity, at, screen: options.screen() })
      const barcode = waitingLine(state)?.barcode
      return barcode === undefined
        ? { tone: 'ok', code: 'scan-quantity-set', facts: { quantity } }
        : { tone: 'ok', code: 'scan-quantity-of-line', facts: { quantity, barcode } }
    },
    mayClear: () => state.text !== '' || waitingLine(state) !== undefined,
    clear: (): void => void send({ type: 'escape' }),
    /** A code was read. Returns its quantity, or the dropped number (`lacks`) that prevents it from running. */
    read: (event: Omit<Extract<NumberEvent, { type: 'read' }>, 'type'>) =>
      quantityFrom(send({ ...event, type: 'read' })),
    /** Takes the input as the quantity to keep; a waiting line gets it too. undefined if not a whole number. */
    takeAsKeptQuantity: (): number | undefined => {
      const { text } = state
      if (!/^[0-9]+$/.test(text)) return undefined
      if (waitingLine(state) && !belongsToNextScan(state)) send({ type: 'enter' })
      else send({ type: 'take-back', digits: text })
      return Number(text)
    },
    /** Takes the digits typed since the running scan, for its question; '' if `fits` rejects them. */
    takeForQuestion: (fits: (digits: string) => boolean): string => {
      const digits = digitsSinceScan(state)
      if (digits === '' || !fits(digits)) return ''
      send({ type: 'take-back', digits })
      return digits
    },
    send: (event: NumberEvent): void => void send(event),
  }
}

function applyEffect(options: NumberOptions, effect: NumberEffect): void {
  switch (effect.type) {
    case 'show':
      options.show(effect.scan, effect.barcode, effect.text)
      return
    case 'commit':
      options.commit(effect)
      return
    case 'lead':
      options.focusLine(effect.barcode)
      return
    case 'dropped':
      options.report(outcomeOfDropped(effect), effect.text, effect.again)
      return
    case 'not-whole':
      options.report(
        { tone: 'warning', code: 'number-not-whole', facts: { number: effect.text } },
        effect.text,
        false,
      )
      return
    case 'quantity':
    case 'refuse-scan':
  }
}

// The effects of a code that was read, as a part of its scan.
const quantityFrom = (effects: readonly NumberEffect[]): Pick<QueuedScan, 'quantity' | 'kept' | 'lacks'> => {
  const found = effects.find((effect) => effect.type === 'quantity')
  const kept = effects.find((effect) => effect.type === 'kept')
  const refusal = effects.find((effect) => effect.type === 'refuse-scan')
  return {
    ...(found && { quantity: found.quantity }),
    ...(kept && { kept: true, ...(kept.quantity !== 'unknown' && { quantity: kept.quantity }) }),
    ...(refusal && { lacks: refusal.dropped }),
  }
}

// Why a command barcode's number is not used; undefined if it is.
const refuseNumber = (text: string, isDropped: () => boolean): CommandOutcome | undefined => {
  if (BARCODE_PATTERN.test(text)) return refusalOutcome(refuse('quantityLooksLikeBarcode', { value: text }))
  if (!new RegExp(`^[0-9]{1,${LIMITS.quantityDigits}}$`).test(text))
    return refusalOutcome(refuse('quantityNotNumber'))
  return isDropped()
    ? { tone: 'warning', code: 'number-dropped.refused', facts: { number: String(Number(text)) } }
    : undefined
}

const outcomeOfDropped = ({
  text,
  why,
  barcode,
  next,
}: Extract<NumberEffect, { type: 'dropped' }>): CommandOutcome =>
  why === 'too-long'
    ? { ...refusalOutcome(refuse('quantityLooksLikeBarcode', { value: text })), tone: 'warning' }
    : {
        tone: 'warning',
        code: `number-dropped.${why}`,
        facts: {
          number: text,
          ...(barcode !== undefined && { barcode }),
          ...(next !== undefined && { next }),
        },
      }

/** The digits of a scan that were first treated as typed by a person. */
export function digitsTreatedAsTyped({ keystrokes = [] }: IncomingScan): string {
  return keystrokes
    .filter(
      ({ key, handedOn, altPress }) => handedOn === true && altPress === undefined && /^[0-9]$/.test(key),
    )
    .map(({ key }) => key)
    .join('')
}
