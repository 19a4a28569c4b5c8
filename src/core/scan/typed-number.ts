/**
 * Assigns a typed number to a scan (docs/scanning.md, Typed numbers). The assignment depends on the start and
 * the end of the number, never on the focus:
 * - After a scan whose line waits for its quantity, digits belong to that line until Enter, Esc or a code.
 * - If no line waits, digits before a code are its quantity, and digits with Enter belong to the last scan.
 * - After a refused scan, digits are dropped with a message.
 *
 * One case is ambiguous: a number was dropped, the next code has none, and digits without Enter follow. They
 * go to the next code if the person typed every number on this screen before its scan. Otherwise they are
 * dropped with a message, and both lines ask for a quantity.
 *
 * A kept quantity applies to scans without a typed number. If a number was dropped before the scan, the line
 * asks for a quantity.
 *
 * A pure reducer: `(state, event) -> [state, effects]`. Times are milliseconds on one scale.
 */
import { LIMITS } from '#core/wire/limits.ts'
import type { DroppedFor, LastRead, NumberEffect, NumberEvent, TypedNumber } from './number-events.ts'

type Dropped = Extract<NumberEffect, { type: 'dropped' }>

export type NumberStep = readonly [TypedNumber, readonly NumberEffect[]]

/** The initial state. */
export const noNumber: TypedNumber = {
  text: '',
  at: Number.NEGATIVE_INFINITY,
  screen: undefined,
  outcomeSince: false,
  ahead: 0,
  skipped: [],
}

// This many numbers, all typed before their scans, are a habit.
const minHabit = 2

// Digits after this pause begin a new number, in milliseconds. The pause is shorter after a reported outcome.
const pauseMs = 3000
const pauseWithOutcomeMs = 1000

const isWhole = (text: string): boolean => /^[0-9]+$/.test(text)

/** The line that waits for a quantity. */
export function waitingLine({ last }: TypedNumber): { readonly barcode: string } | undefined {
  return last?.isWaiting && last.barcode !== undefined ? { barcode: last.barcode } : undefined
}

/** Are digits dropped now, because the last scan was refused? */
export function areDigitsDropped({ last }: TypedNumber, at: number, holds: boolean): boolean {
  if (last?.state !== 'refused') return false
  // If errors need no acknowledgement, a pause ends the refusal.
  return holds || at - (last.refusedAt ?? at) <= pauseMs
}

/** Is the number a barcode without its letter, which ran as a command? No line has so many plants. */
export function isLikeBarcode(text: string): boolean {
  return isWhole(text) && text.length >= LIMITS.quantityDigits
}

/** The line that gets the number on Enter if no line waits; undefined if there is none. */
export function targetLine(state: TypedNumber): { readonly barcode: string } | undefined {
  const { text, last, screen } = state
  if (!isWhole(text) || isLikeBarcode(text) || waitingLine(state) || last?.barcode === undefined)
    return undefined
  const isHere = last.screen === undefined || last.screen === screen
  return isHere && last.state !== 'refused' ? { barcode: last.barcode } : undefined
}

/** Does a number without Enter belong to the next code, although a line waits? */
export function belongsToNextScan({ last, ahead }: TypedNumber): boolean {
  return last?.isWaiting === true && last.isAmbiguous && (ahead ?? 0) >= minHabit
}

/**
 * May the focus move to the quantity of the line of a scan, or of a typed barcode (no scan)? Not after
 * another code or the line's number: further digits do not belong to that line.
 */
export function mayFocusQuantity({ last }: TypedNumber, scan: string | undefined, barcode: string): boolean {
  if (last === undefined) return true
  const isIts = scan === undefined ? last.barcode === barcode : last.scan === scan
  return isIts
    ? last.isWaiting || last.settled !== true
    : scan === undefined && !last.isWaiting && !last.chosen
}

/** Digits since a scan that is still running and whose line waits for no quantity; '' if none. */
export function digitsSinceScan({ text, last }: TypedNumber): string {
  return last?.state === 'running' && !last.isWaiting && isWhole(text) ? text : ''
}

/** Is a number being typed or dropped? Enter then ends the number and acknowledges no error. */
export function isNumberPending(state: TypedNumber, at: number, holds: boolean): boolean {
  if (state.text !== '') return true
  return state.dropped !== undefined && at - state.at <= pauseMs && isDropping(state, at, holds)
}

// Are further digits dropped: after a refusal, or after too many digits?
const isDropping = (state: TypedNumber, at: number, holds: boolean): boolean =>
  areDigitsDropped(state, at, holds) || isTooLong(state.dropped)

const isTooLong = (text = ''): boolean => text.length > LIMITS.quantityDigits

/** Processes one event. `holds`: this workstation holds errors until they are acknowledged. */
export function reduceNumber(state: TypedNumber, event: NumberEvent, holds = true): NumberStep {
  switch (event.type) {
    case 'key':
      return onKey(state, event, holds)
    case 'set':
      return areDigitsDropped(state, event.at, holds)
        ? drop(state, event.text, 'refused')
        : write({ ...state, text: event.text, at: event.at, screen: event.screen, outcomeSince: false })
    case 'take-back':
      return event.digits !== '' && state.text.endsWith(event.digits)
        ? write({ ...state, text: state.text.slice(0, -event.digits.length) })
        : [state, []]
    case 'enter':
      return onEnter(state)
    case 'read':
      return onRead(state, event)
    case 'added': {
      const last: LastRead = {
        scan: '',
        barcode: event.barcode,
        screen: event.screen,
        state: 'done',
        isWaiting: true,
        isAmbiguous: false,
      }
      const next = { ...withoutDropped(state), last, skipped: without(addWaiting(state), event.barcode) }
      return state.text === '' ? [next, []] : write(next)
    }
    case 'gone': {
      const { last, ...rest } = state
      if (!last?.isWaiting || last.scan !== '' || last.barcode !== event.barcode) return [state, []]
      return state.text === '' ? [rest, []] : clearDropped(drop(withoutText(rest), state.text, 'no-line'))
    }
    case 'chosen':
      return onChosen(state, event)
    case 'ended':
      return onEnded(state, event)
    case 'outcome':
      return [state.outcomeSince ? state : { ...state, outcomeSince: true }, []]
    case 'acknowledged':
      return state.last?.state === 'refused'
        ? [{ ...state, last: { ...state.last, state: 'acknowledged' } }, []]
        : [state, []]
    case 'given': {
      const rest = { ...state, skipped: without(state.skipped, event.barcode) }
      const { last } = state
      if (last?.barcode !== event.barcode) return [rest, []]
      if (last.isWaiting)
        return [{ ...withoutText(rest), ahead: aheadAfter(state), last: stopWaiting(last) }, []]
      // The quantity of the line that the person moved to is entered.
      return last.chosen && state.text === '' ? offerSkippedLine(rest, last, []) : [rest, []]
    }
    case 'escape': {
      const shown = showOf(state, null)
      const { last } = state
      const rest = { ...withoutText(withoutDropped(state)), skipped: [] }
      return [last ? { ...rest, last: stopWaiting(last) } : rest, shown]
    }
    case 'screen':
      return onScreen(state, event.screen)
  }
}

function onKey(state: TypedNumber, event: Extract<NumberEvent, { type: 'key' }>, holds: boolean): NumberStep {
  const { key, at, screen } = event
  if (key === 'Backspace')
    return state.text === '' ? [state, []] : write({ ...state, text: state.text.slice(0, -1), at })
  const isPoint = key === '.' || key === ','
  if (!isPoint && !/^[0-9]$/.test(key)) return [state, []]
  if (areDigitsDropped(state, at, holds)) {
    if (isPoint) return [state, []]
    const isContinued = state.dropped !== undefined && at - state.at <= pauseMs
    const text = `${state.text}${isContinued ? state.dropped : ''}${key}`
    return drop({ ...withoutText(state), at }, text, 'refused', isContinued && state.text === '')
  }
  if (isTooLong(state.dropped) && state.text === '' && at - state.at <= pauseMs)
    return isPoint ? [state, []] : drop({ ...state, at }, `${state.dropped}${key}`, 'too-long', true)
  const pause = state.outcomeSince ? pauseWithOutcomeMs : pauseMs
  const isNew = waitingLine(state) === undefined && at - state.at > pause
  const before = isNew ? '' : state.text
  if (isPoint && before === '') return [state, []]
  const text = (before + key).replace(/^0+(?=[0-9])/, '')
  if (isTooLong(text)) {
    const [dropped, effects] = drop({ ...withoutText(state), at }, text, 'too-long')
    return [dropped, [...showOf(state, null), ...effects]]
  }
  const [written, effects] = write({ ...state, text, at, screen, outcomeSince: false })
  return [written, isPoint ? [...effects, { type: 'not-whole', text }] : effects]
}

function onEnter(state: TypedNumber): NumberStep {
  const { text, last } = state
  if (text === '')
    // Enter shows that the dropped digits belonged to the refused scan.
    return [state.dropped === undefined ? state : { ...withoutDropped(state), ahead: undefined }, []]
  if (!isWhole(text)) {
    const [dropped, effects] = drop(withoutText(state), text, 'not-whole')
    // The line still waits, and the person has seen the message: the next number is not ambiguous.
    return [withoutDropped(dropped), [...showOf(state, null), ...effects]]
  }
  if (isLikeBarcode(text) && !waitingLine(state))
    return clearDropped(drop(withoutText(state), text, 'like-barcode'))
  if (last?.barcode === undefined || (last.screen !== undefined && last.screen !== state.screen))
    return clearDropped(drop(withoutText(state), text, 'no-line'))
  const { scan, barcode } = last
  const known = last.state === 'acknowledged' || last.state === 'refused' || last.chosen === true
  const commit: NumberEffect = { type: 'commit', scan, barcode, quantity: Number(text), known }
  const rest = {
    ...withoutText(withoutDropped(state)),
    ahead: aheadAfter(state),
    skipped: without(state.skipped, barcode),
  }
  return offerSkippedLine(rest, last, [commit])
}

// After the last line has its quantity, the oldest skipped line waits next.
function offerSkippedLine(state: TypedNumber, last: LastRead, effects: readonly NumberEffect[]): NumberStep {
  const [next, ...skipped] = state.skipped
  if (next?.barcode === undefined) return [{ ...state, last: stopWaiting(last), skipped }, effects]
  const { chosen: _moved, ...read } = last
  // A skipped line needs Enter, because digits without Enter may belong to the next code.
  const offered: LastRead = { ...read, ...next, state: 'done', isWaiting: true, isAmbiguous: true }
  return [{ ...state, last: offered, skipped }, [...effects, { type: 'lead', barcode: next.barcode }]]
}

// The skipped lines, plus the line that waits now.
const addWaiting = ({ last, skipped }: TypedNumber): TypedNumber['skipped'] =>
  last?.isWaiting ? [...skipped, { scan: last.scan, barcode: last.barcode }] : skipped

// The person moved to a line: digits belong to its field, and no line waits. A number that was typed for the
// waiting line stays there, unsaved.
function onChosen(
  state: TypedNumber,
  { barcode, screen }: Extract<NumberEvent, { type: 'chosen' }>,
): NumberStep {
  const { last } = state
  // Ignores the move until a refusal is acknowledged, and a move within the waiting line.
  if (last?.state === 'refused' || (last?.barcode === barcode && (last.isWaiting || last.chosen)))
    return [state, []]
  const chosen: LastRead = {
    scan: '',
    barcode,
    screen,
    state: 'done',
    isWaiting: false,
    settled: true,
    isAmbiguous: false,
    chosen: true,
  }
  const rest = { ...state, last: chosen, skipped: without(addWaiting(state), barcode) }
  if (!last?.isWaiting || state.text === '') return [rest, []]
  return [{ ...withoutText(withoutDropped(rest)), ahead: undefined }, []]
}

// A number after its scan ends the habit, unless it answers a repeated question.
const aheadAfter = ({ last, ahead }: TypedNumber): number | undefined =>
  last?.isAmbiguous ? ahead : undefined

const stopWaiting = (last: LastRead): LastRead => ({
  ...last,
  isWaiting: false,
  isAmbiguous: false,
  settled: true,
})

const without = (skipped: TypedNumber['skipped'], barcode: string | undefined): TypedNumber['skipped'] =>
  skipped.some((line) => line.barcode === barcode)
    ? skipped.filter((line) => line.barcode !== barcode)
    : skipped

function onRead(before: TypedNumber, event: Extract<NumberEvent, { type: 'read' }>): NumberStep {
  const { scan, barcode, screen } = event
  const { text, last } = before
  const whole = isWhole(text)
  const effects: NumberEffect[] = []
  let { dropped, ahead } = before
  let quantity: number | undefined
  // The waiting line stays without a number.
  let isPassedOver = last?.isWaiting === true
  if (text !== '' && !whole) {
    effects.push(...showOf(before, null), droppedEffect(before, text, 'not-whole'))
    dropped = text
  } else if (text !== '' && last?.isWaiting && !last.isAmbiguous) {
    // The number belongs to the waiting line, but is not confirmed: it is shown there, unsaved.
    isPassedOver = false
    ahead = undefined
  } else if (text !== '' && last?.isWaiting) {
    effects.push(...showOf(before, null))
    if (barcode === undefined) effects.push(droppedEffect(before, text, 'used-up'))
    else if (belongsToNextScan(before)) quantity = Number(text)
    else {
      effects.push({ ...droppedEffect(before, text, 'unsure'), next: barcode })
      dropped = text
    }
  } else if (text !== '' && barcode === undefined) effects.push(droppedEffect(before, text, 'used-up'))
  else if (text !== '') {
    quantity = Number(text)
    if (ahead !== undefined) ahead += 1
  }
  const { kept } = event
  const isKept = barcode !== undefined && kept !== undefined && text === '' && dropped === undefined
  const needsQuantity = barcode !== undefined && quantity === undefined && !(isKept && kept !== 'unknown')
  if (quantity !== undefined) effects.push({ type: 'quantity', quantity })
  else if (isKept) effects.push({ type: 'kept', quantity: kept })
  // Refuses the scan: it would run with the proposed quantity instead of the dropped or kept number.
  else if (needsQuantity && event.wants === false && (dropped !== undefined || kept !== undefined))
    effects.push({ type: 'refuse-scan', dropped: dropped ?? text })
  const { dropped: _told, ...rest } = withoutText(before)
  const skipped = isPassedOver ? addWaiting(before) : before.skipped
  const next: LastRead = {
    scan,
    barcode,
    screen,
    state: 'running',
    isWaiting: needsQuantity && event.wants !== false,
    ...(quantity !== undefined && { settled: true }),
    isAmbiguous: needsQuantity && (dropped !== undefined || event.wants === undefined),
  }
  return [{ ...rest, ahead, last: next, skipped: without(skipped, barcode) }, effects]
}

function onEnded(before: TypedNumber, event: Extract<NumberEvent, { type: 'ended' }>): NumberStep {
  const isSkipped = event.refused && before.skipped.some(({ scan }) => scan === event.scan)
  const state = isSkipped
    ? { ...before, skipped: before.skipped.filter(({ scan }) => scan !== event.scan) }
    : before
  const { last } = state
  if (last === undefined || last.scan === '' || last.scan !== event.scan) return [state, []]
  if (!event.refused) {
    const startsToWait = event.wants && !last.settled && state.text === ''
    return [{ ...state, last: { ...last, state: 'done', isWaiting: last.isWaiting || startsToWait } }, []]
  }
  const refused: LastRead = {
    ...last,
    state: 'refused',
    isWaiting: false,
    isAmbiguous: false,
    refusedAt: event.at,
  }
  if (last.isWaiting && state.text !== '')
    return drop({ ...withoutText(state), last: refused }, state.text, 'refused')
  return [{ ...state, last: refused }, []]
}

function onScreen(state: TypedNumber, screen: string): NumberStep {
  const { last } = state
  if (last && last.screen === undefined) return onScreen({ ...state, last: { ...last, screen } }, screen)
  const hasLeft = last !== undefined && last.screen !== screen
  const isFromOtherScreen = state.text !== '' && state.screen !== undefined && state.screen !== screen
  if (!hasLeft && !isFromOtherScreen) return [state, []]
  const { last: _left, ...rest } = isFromOtherScreen
    ? withoutText(withoutDropped(state))
    : withoutDropped(state)
  return [hasLeft ? { ...rest, ahead: 0, skipped: [] } : { ...rest, ...(last && { last }) }, []]
}

// Shows the number in the line that waits for it.
const write = (state: TypedNumber): NumberStep => [state, showOf(state, state.text)]

const showOf = ({ last }: TypedNumber, text: string | null): readonly NumberEffect[] =>
  last?.isWaiting && last.barcode !== undefined
    ? [{ type: 'show', scan: last.scan, barcode: last.barcode, text: text === '' ? null : text }]
    : []

const droppedEffect = ({ last }: TypedNumber, text: string, why: DroppedFor, again = false): Dropped => ({
  type: 'dropped',
  text,
  why,
  barcode: last?.barcode,
  again,
})

const drop = (state: TypedNumber, text: string, why: DroppedFor, again = false): NumberStep => [
  { ...state, dropped: text },
  [droppedEffect(state, text, why, again)],
]

const clearDropped = ([state, effects]: NumberStep): NumberStep => [withoutDropped(state), effects]

const withoutText = (state: TypedNumber): TypedNumber => ({ ...state, text: '', outcomeSince: false })

// Clears the dropped number, so that the next number is not ambiguous.
const withoutDropped = (state: TypedNumber): TypedNumber => {
  const { dropped: _known, ...rest } = state
  return rest
}
