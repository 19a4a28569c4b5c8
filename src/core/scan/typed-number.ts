/**
 * Which scan a typed number belongs to (docs/scanning.md, Typed numbers). It depends on how the number begins
 * and ends, never on the focus: after a scan whose line waits for its quantity, digits belong to that line
 * until Enter, Esc, or the next code. If no line waits, digits and then a code are that code's quantity;
 * digits and Enter are the last scan's. After a refused scan digits are dropped, with a message. So typing
 * before scans and typing after scans are never confused, and quantities cannot move to the next line.
 *
 * One case is ambiguous: a number was dropped, the next code was read without one, and digits without Enter
 * follow. They belong to the waiting line, or to the next code. If the person has typed every number of this
 * screen before its scan, they are the next code's; otherwise they are dropped with a message, and both lines
 * are asked for. The last number alone decides nothing: who has typed both ways may do either next.
 *
 * A quantity may be kept for the next scans. It is for scans before which nothing was typed: a number that
 * was typed and is not this scan's own may have been meant for it, so the person is asked.
 *
 * Pure: `(state, event) -> [state, effects]`. Times are milliseconds on any one scale.
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

// This many numbers, all before their scans, are a habit.
const habitFrom = 2

// Digits after this pause begin a new number, in milliseconds; the shorter pause if an outcome came in
// between.
const pauseMs = 3000
const pauseWithOutcomeMs = 1000

const isWhole = (text: string): boolean => /^[0-9]+$/.test(text)

/** The line that waits for the input. */
export function waitingLine({ last }: TypedNumber): { readonly barcode: string } | undefined {
  return last?.wants && last.barcode !== undefined ? { barcode: last.barcode } : undefined
}

/** Do digits belong to nobody now, because the scan before was refused? */
export function areDigitsIgnored({ last }: TypedNumber, at: number, holds: boolean): boolean {
  if (last?.state !== 'refused') return false
  // If errors need no acknowledgement, a pause ends this.
  return holds || at - (last.refusedAt ?? at) <= pauseMs
}

/** Is it a barcode's digits after its letter, which was a command? No line has so many plants. */
export function isLikeBarcode(text: string): boolean {
  return isWhole(text) && text.length >= LIMITS.quantityDigits
}

/** The line that Enter gives the input to, where none waits; undefined: none. */
export function targetLine(state: TypedNumber): { readonly barcode: string } | undefined {
  const { text, last, screen } = state
  if (!isWhole(text) || isLikeBarcode(text) || waitingLine(state) || last?.barcode === undefined)
    return undefined
  const isHere = last.screen === undefined || last.screen === screen
  return isHere && last.state !== 'refused' ? { barcode: last.barcode } : undefined
}

/** Is input without Enter for the next code, although a line waits? */
export function goesToNext({ last, ahead }: TypedNumber): boolean {
  return last?.wants === true && last.unsure && (ahead ?? 0) >= habitFrom
}

/**
 * May a scan, or a barcode that was typed (no scan), lead to its line's quantity? Not once another code was
 * read, or the number was given: further digits are not that line's.
 */
export function mayLead({ last }: TypedNumber, scan: string | undefined, barcode: string): boolean {
  if (last === undefined) return true
  const isIts = scan === undefined ? last.barcode === barcode : last.scan === scan
  return isIts ? last.wants || last.settled !== true : scan === undefined && !last.wants && !last.chosen
}

/**
 * Digits typed since a scan that is still being worked on, and for whose line they are no quantity; '' for
 * none.
 */
export function digitsSinceScan({ text, last }: TypedNumber): string {
  return last?.state === 'running' && !last.wants && isWhole(text) ? text : ''
}

/** Are digits being typed, or dropped just now? Enter then belongs to them and acknowledges nothing. */
export function isUnderWay(state: TypedNumber, at: number, holds: boolean): boolean {
  if (state.text !== '') return true
  return state.dropped !== undefined && at - state.at <= pauseMs && isDropping(state, at, holds)
}

// Are further digits dropped, too: after a refusal, or behind too many of them?
const isDropping = (state: TypedNumber, at: number, holds: boolean): boolean =>
  areDigitsIgnored(state, at, holds) || isTooLong(state.dropped)

const isTooLong = (text = ''): boolean => text.length > LIMITS.quantityDigits

/** Processes one event. `holds`: errors wait for acknowledgement on this workstation. */
export function reduceNumber(state: TypedNumber, event: NumberEvent, holds = true): NumberStep {
  switch (event.type) {
    case 'key':
      return onKey(state, event, holds)
    case 'set':
      return areDigitsIgnored(state, event.at, holds)
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
        wants: true,
        unsure: false,
      }
      const passed = { ...settled(state), last, skipped: others(passedOver(state), event.barcode) }
      return state.text === '' ? [passed, []] : write(passed)
    }
    case 'gone': {
      const { last, ...rest } = state
      if (!last?.wants || last.scan !== '' || last.barcode !== event.barcode) return [state, []]
      return state.text === '' ? [rest, []] : settle(drop(withoutText(rest), state.text, 'no-line'))
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
      const rest = { ...state, skipped: others(state.skipped, event.barcode) }
      const { last } = state
      if (last?.barcode !== event.barcode) return [rest, []]
      if (last.wants) return [{ ...withoutText(rest), ahead: aheadAfter(state), last: given(last) }, []]
      // The person is done with the line that she has moved to.
      return last.chosen && state.text === '' ? offerSkipped(rest, last, []) : [rest, []]
    }
    case 'escape': {
      const shown = showOf(state, null)
      const { last } = state
      const rest = { ...withoutText(settled(state)), skipped: [] }
      return [last ? { ...rest, last: given(last) } : rest, shown]
    }
    case 'screen':
      return onScreen(state, event.screen)
  }
}

function onKey(state: TypedNumber, event: Extract<NumberEvent, { type: 'key' }>, holds: boolean): NumberStep {
  const { key, at, screen } = event
  if (key === 'Backspace')
    return state.text === '' ? [state, []] : write({ ...state, text: state.text.slice(0, -1), at })
  const point = key === '.' || key === ','
  if (!point && !/^[0-9]$/.test(key)) return [state, []]
  if (areDigitsIgnored(state, at, holds)) {
    if (point) return [state, []]
    const goesOn = state.dropped !== undefined && at - state.at <= pauseMs
    const text = `${state.text}${goesOn ? state.dropped : ''}${key}`
    return drop({ ...withoutText(state), at }, text, 'refused', goesOn && state.text === '')
  }
  if (isTooLong(state.dropped) && state.text === '' && at - state.at <= pauseMs)
    return point ? [state, []] : drop({ ...state, at }, `${state.dropped}${key}`, 'too-long', true)
  const pause = state.outcomeSince ? pauseWithOutcomeMs : pauseMs
  const isNew = waitingLine(state) === undefined && at - state.at > pause
  const before = isNew ? '' : state.text
  if (point && before === '') return [state, []]
  const text = (before + key).replace(/^0+(?=[0-9])/, '')
  if (isTooLong(text)) {
    const [dropped, effects] = drop({ ...withoutText(state), at }, text, 'too-long')
    return [dropped, [...showOf(state, null), ...effects]]
  }
  const [written, effects] = write({ ...state, text, at, screen, outcomeSince: false })
  return [written, point ? [...effects, { type: 'not-whole', text }] : effects]
}

function onEnter(state: TypedNumber): NumberStep {
  const { text, last } = state
  if (text === '')
    // They were for the refused scan: that is clear now.
    return [state.dropped === undefined ? state : { ...settled(state), ahead: undefined }, []]
  if (!isWhole(text)) {
    const [dropped, effects] = drop(withoutText(state), text, 'not-whole')
    // The line still waits, and the person knows: the next input is not ambiguous.
    return [settled(dropped), [...showOf(state, null), ...effects]]
  }
  if (isLikeBarcode(text) && !waitingLine(state))
    return settle(drop(withoutText(state), text, 'like-barcode'))
  if (last?.barcode === undefined || (last.screen !== undefined && last.screen !== state.screen))
    return settle(drop(withoutText(state), text, 'no-line'))
  const { scan, barcode } = last
  const known = last.state === 'acknowledged' || last.state === 'refused' || last.chosen === true
  const commit: NumberEffect = { type: 'commit', scan, barcode, quantity: Number(text), known }
  const rest = {
    ...withoutText(settled(state)),
    ahead: aheadAfter(state),
    skipped: others(state.skipped, barcode),
  }
  return offerSkipped(rest, last, [commit])
}

// The last line has its quantity: the oldest skipped one is next.
function offerSkipped(state: TypedNumber, last: LastRead, effects: readonly NumberEffect[]): NumberStep {
  const [next, ...skipped] = state.skipped
  if (next?.barcode === undefined) return [{ ...state, last: given(last), skipped }, effects]
  const { chosen: _moved, ...read } = last
  // Digits without Enter may be the next code's: a skipped line needs Enter.
  const offered: LastRead = { ...read, ...next, state: 'done', wants: true, unsure: true }
  return [{ ...state, last: offered, skipped }, [...effects, { type: 'lead', barcode: next.barcode }]]
}

// The skipped lines with the one that waits now.
const passedOver = ({ last, skipped }: TypedNumber): TypedNumber['skipped'] =>
  last?.wants ? [...skipped, { scan: last.scan, barcode: last.barcode }] : skipped

// The person has moved to a line: digits in its field are that field's, and no line waits. What she has typed
// for the waiting line stays there, unsaved.
function onChosen(
  state: TypedNumber,
  { barcode, screen }: Extract<NumberEvent, { type: 'chosen' }>,
): NumberStep {
  const { last } = state
  // Until OK, digits are dropped; the waiting line's own field is no other line.
  if (last?.state === 'refused' || (last?.barcode === barcode && (last.wants || last.chosen)))
    return [state, []]
  const chosen: LastRead = {
    scan: '',
    barcode,
    screen,
    state: 'done',
    wants: false,
    settled: true,
    unsure: false,
    chosen: true,
  }
  const rest = { ...state, last: chosen, skipped: others(passedOver(state), barcode) }
  if (!last?.wants || state.text === '') return [rest, []]
  return [{ ...withoutText(settled(rest)), ahead: undefined }, []]
}

// A number came after its scan; an answer to a repeated request says nothing about the habit.
const aheadAfter = ({ last, ahead }: TypedNumber): number | undefined => (last?.unsure ? ahead : undefined)

const given = (last: LastRead): LastRead => ({ ...last, wants: false, unsure: false, settled: true })

const others = (skipped: TypedNumber['skipped'], barcode: string | undefined): TypedNumber['skipped'] =>
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
  /** The waiting line stays without a number. */
  let passed = last?.wants === true
  if (text !== '' && !whole) {
    effects.push(...showOf(before, null), said(before, text, 'not-whole'))
    dropped = text
  } else if (text !== '' && last?.wants && !last.unsure) {
    // Typed for the waiting line and not confirmed: shown there, unsaved.
    passed = false
    ahead = undefined
  } else if (text !== '' && last?.wants) {
    effects.push(...showOf(before, null))
    if (barcode === undefined) effects.push(said(before, text, 'used-up'))
    else if (goesToNext(before)) quantity = Number(text)
    else {
      effects.push({ ...said(before, text, 'unsure'), next: barcode })
      dropped = text
    }
  } else if (text !== '' && barcode === undefined) effects.push(said(before, text, 'used-up'))
  else if (text !== '') {
    quantity = Number(text)
    if (ahead !== undefined) ahead += 1
  }
  const { kept } = event
  const isKept = barcode !== undefined && kept !== undefined && text === '' && dropped === undefined
  const asks = barcode !== undefined && quantity === undefined && !(isKept && kept !== 'unknown')
  if (quantity !== undefined) effects.push({ type: 'quantity', quantity })
  else if (isKept) effects.push({ type: 'kept', quantity: kept })
  // It would run with the proposed quantity, although a number or the kept quantity was meant for it.
  else if (asks && event.wants === false && (dropped !== undefined || kept !== undefined))
    effects.push({ type: 'refuse-scan', dropped: dropped ?? text })
  const { dropped: _told, ...rest } = withoutText(before)
  const skipped = passed ? passedOver(before) : before.skipped
  const next: LastRead = {
    scan,
    barcode,
    screen,
    state: 'running',
    wants: asks && event.wants !== false,
    ...(quantity !== undefined && { settled: true }),
    unsure: asks && (dropped !== undefined || event.wants === undefined),
  }
  return [{ ...rest, ahead, last: next, skipped: others(skipped, barcode) }, effects]
}

function onEnded(before: TypedNumber, event: Extract<NumberEvent, { type: 'ended' }>): NumberStep {
  const gone = event.refused && before.skipped.some(({ scan }) => scan === event.scan)
  const state = gone
    ? { ...before, skipped: before.skipped.filter(({ scan }) => scan !== event.scan) }
    : before
  const { last } = state
  if (last === undefined || last.scan === '' || last.scan !== event.scan) return [state, []]
  if (!event.refused) {
    const turnsOut = event.wants && !last.settled && state.text === ''
    return [{ ...state, last: { ...last, state: 'done', wants: last.wants || turnsOut } }, []]
  }
  const refused: LastRead = { ...last, state: 'refused', wants: false, unsure: false, refusedAt: event.at }
  if (last.wants && state.text !== '')
    return drop({ ...withoutText(state), last: refused }, state.text, 'refused')
  return [{ ...state, last: refused }, []]
}

function onScreen(state: TypedNumber, screen: string): NumberStep {
  const { last } = state
  if (last && last.screen === undefined) return onScreen({ ...state, last: { ...last, screen } }, screen)
  const left = last !== undefined && last.screen !== screen
  const begunElsewhere = state.text !== '' && state.screen !== undefined && state.screen !== screen
  if (!left && !begunElsewhere) return [state, []]
  const { last: _left, ...rest } = begunElsewhere ? withoutText(settled(state)) : settled(state)
  return [left ? { ...rest, ahead: 0, skipped: [] } : { ...rest, ...(last && { last }) }, []]
}

// Shows the number in the line that waits for it.
const write = (state: TypedNumber): NumberStep => [state, showOf(state, state.text)]

const showOf = ({ last }: TypedNumber, text: string | null): readonly NumberEffect[] =>
  last?.wants && last.barcode !== undefined
    ? [{ type: 'show', scan: last.scan, barcode: last.barcode, text: text === '' ? null : text }]
    : []

const said = ({ last }: TypedNumber, text: string, why: DroppedFor, again = false): Dropped => ({
  type: 'dropped',
  text,
  why,
  barcode: last?.barcode,
  again,
})

const drop = (state: TypedNumber, text: string, why: DroppedFor, again = false): NumberStep => [
  { ...state, dropped: text },
  [said(state, text, why, again)],
]

const settle = ([state, effects]: NumberStep): NumberStep => [settled(state), effects]

const withoutText = (state: TypedNumber): TypedNumber => ({ ...state, text: '', outcomeSince: false })

// Nothing is ambiguous any more.
const settled = (state: TypedNumber): TypedNumber => {
  const { dropped: _known, ...rest } = state
  return rest
}
