// Typed numbers between the keys and the lines: the rules are `src/scan/typed-number.ts`, their effects are done here.
import type { CommandOutcome } from '#commands/command.ts'
import { refusalOutcome } from '#commands/dispatch.ts'
import { BARCODE_PATTERN } from '#contract/codes.ts'
import { LIMITS } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import {
  goesToNext,
  isNobodys,
  isUnderWay,
  type NumberEffect,
  type NumberEvent,
  noNumber,
  reduceNumber,
  type TypedNumber,
  waitingLine,
} from '#scan/typed-number.ts'
import type { IncomingScan } from './scan-entry.ts'

export interface NumberOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Do errors wait for the person's OK? */
  readonly holds: () => boolean
  readonly screen: () => string | undefined
  /** Shows what was typed for a scan's line; null: nothing. */
  readonly show: (scan: string, barcode: string, text: string | null) => void
  /** Gives a line its quantity, in whole plants; `known`: only if the line is there. */
  readonly commit: (effect: Extract<NumberEffect, { type: 'commit' }>) => void
  /** Brings a line into sight, with the focus. */
  readonly lead: (barcode: string) => void
  /** Tells what came of a number; `again`: of one that was told of already. */
  readonly tell: (outcome: CommandOutcome, text: string, again: boolean) => void
  readonly changed: () => void
}

export interface NumberEntry {
  readonly text: () => string
  /** The barcode whose line waits for what is typed. */
  readonly waiting: () => string | undefined
  /** The waiting line gets it only with Enter, and the next barcode without. */
  readonly goesToNext: () => boolean
  /** Digits have begun, for a line or for nobody, and Enter ends them. */
  readonly isUnderWay: () => boolean
  /** The scan before was refused, and nobody has said OK: digits are nobody's. */
  readonly isNobodys: () => boolean
  /** Digits are for a waiting line, or nobody's, whatever has the focus. */
  readonly ownsDigits: () => boolean
  /** A person's digit, Backspace, point or comma; `at` on the clock of `now`. */
  readonly type: (key: string, at?: number) => void
  /** Enter after digits: they are given to the line of the last scan. */
  readonly enter: () => void
  /** The whole of it at once, as a command barcode brings it. */
  readonly set: (value: number | string) => CommandOutcome
  readonly mayClear: () => boolean
  readonly clear: () => void
  /** A code was read: the quantity that it gets, or the number that was dropped and that it must not act without. */
  readonly read: (event: Omit<Extract<NumberEvent, { type: 'read' }>, 'type'>) => {
    readonly quantity?: number
    readonly lacks?: string
  }
  readonly send: (event: NumberEvent) => void
}

/** Nothing typed at first. */
export function createNumberEntry(options: NumberOptions): NumberEntry {
  let state: TypedNumber = noNumber

  const reduce = (event: NumberEvent): readonly NumberEffect[] => {
    const [next, effects] = reduceNumber(state, event, options.holds())
    const changed = next !== state
    state = next
    for (const effect of effects) act(effect)
    if (changed) options.changed()
    return effects
  }
  const act = (effect: NumberEffect) => {
    switch (effect.type) {
      case 'show':
        options.show(effect.scan, effect.barcode, effect.text)
        return
      case 'commit':
        options.commit(effect)
        return
      case 'lead':
        options.lead(effect.barcode)
        return
      case 'dropped':
        options.tell(outcomeOfDropped(effect), effect.text, effect.again)
        return
      case 'not-whole':
        options.tell(
          { tone: 'warning', code: 'number-not-whole', facts: { number: effect.text } },
          effect.text,
          false,
        )
        return
      case 'quantity':
      case 'refuse-scan':
    }
  }

  const nobodys = () => isNobodys(state, options.now(), options.holds())

  return {
    text: () => state.text,
    waiting: () => waitingLine(state)?.barcode,
    goesToNext: () => goesToNext(state),
    isUnderWay: () => isUnderWay(state, options.now(), options.holds()),
    isNobodys: nobodys,
    ownsDigits: () => waitingLine(state) !== undefined || nobodys(),
    type: (key, at = options.now()) => void reduce({ type: 'key', key, at, screen: options.screen() }),
    enter: () => void reduce({ type: 'enter' }),
    set: (value) => {
      const text = String(value)
      if (BARCODE_PATTERN.test(text))
        return refusalOutcome(refuse('quantityLooksLikeBarcode', { value: text }))
      if (!new RegExp(`^[0-9]{1,${LIMITS.quantityDigits}}$`).test(text))
        return refusalOutcome(refuse('quantityNotNumber'))
      const at = options.now()
      const quantity = String(Number(text))
      if (isNobodys(state, at, options.holds()))
        return { tone: 'warning', code: 'number-dropped.refused', facts: { number: quantity } }
      reduce({ type: 'set', text: quantity, at, screen: options.screen() })
      const barcode = waitingLine(state)?.barcode
      return barcode === undefined
        ? { tone: 'ok', code: 'scan-quantity-set', facts: { quantity } }
        : { tone: 'ok', code: 'scan-quantity-of-line', facts: { quantity, barcode } }
    },
    mayClear: () => state.text !== '' || waitingLine(state) !== undefined,
    clear: () => void reduce({ type: 'escape' }),
    read: (event) => {
      const effects = reduce({ ...event, type: 'read' })
      const given = effects.find((effect) => effect.type === 'quantity')
      const lacking = effects.find((effect) => effect.type === 'refuse-scan')
      return {
        ...(given && { quantity: given.quantity }),
        ...(lacking && { lacks: lacking.dropped }),
      }
    },
    send: (event) => void reduce(event),
  }
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

/** The digits of a scan that had been counted as a person's. */
export function handedOnDigits({ keystrokes = [] }: IncomingScan): string {
  return keystrokes
    .filter(
      ({ key, handedOn, altPress }) => handedOn === true && altPress === undefined && /^[0-9]$/.test(key),
    )
    .map(({ key }) => key)
    .join('')
}
