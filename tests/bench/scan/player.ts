/**
 * Plays a trace into a page: dispatches the events with their system time stamps, performs the default
 * actions of a browser, and measures the page's time.
 */
import { typeInto } from '#core/scan/field-text.ts'
import type { FakeClock } from './clock.ts'
import type { Trace, TraceEvent } from './traces.ts'

export interface Page {
  /** Total nanoseconds of listeners and timers. All of them are the detector's. */
  readonly spent: () => bigint
  readonly window: Window & typeof globalThis
  readonly focusable: Readonly<Record<'input' | 'textarea' | 'button', HTMLElement>>
}

export interface Played {
  readonly value: string
  /** Keys of a person, other than characters, that did not reach the page. */
  readonly namedKeysLost: number
  readonly clicks: number
  /** Enter, Tab and chords of a scanner that reached the page. */
  readonly scannerKeysPassed: number
  readonly nanoseconds: number
  readonly dispatched: number
}

// Longer than any detector waits for a code.
const idleMs = 2500

/** Plays one trace, starting at the clock's current time, and leaves the page idle. */
export function playTrace(page: Page, clock: FakeClock, trace: Trace): Played {
  const { window } = page
  const field = trace.focus === 'body' ? undefined : page.focusable[trace.focus]
  const text = trace.focus === 'input' || trace.focus === 'textarea' ? (field as HTMLInputElement) : undefined
  if (field === undefined) (window.document.activeElement as HTMLElement | null)?.blur()
  else field.focus()
  if (text !== undefined) text.value = ''
  let clicks = 0
  const countClick = (): void => {
    clicks += 1
  }
  page.focusable.button.addEventListener('click', countClick)

  const start = clock.time
  let namedKeysLost = 0
  let scannerKeysPassed = 0
  const before = page.spent()
  let dispatched = 0
  const dispatch = (event: Event, at: number): boolean => {
    Object.defineProperty(event, 'timeStamp', { value: at })
    const target = window.document.activeElement ?? window.document.body
    const passed = target.dispatchEvent(event)
    dispatched += 1
    return passed
  }
  const composition = playComposition(window, text, dispatch)
  const play = (event: TraceEvent): void => {
    const at = start + event.at
    if (event.type === 'text') {
      dispatch(keyEvent(window, 'keydown', { ...event, key: 'Unidentified' }), at)
      enterText(window, text, event.key, at, dispatch)
      dispatch(keyEvent(window, 'keyup', { ...event, key: 'Unidentified' }), at)
      return
    }
    if (event.type === 'composed') {
      enterText(window, text, event.key, at, dispatch)
      return
    }
    if (event.type === 'paste') {
      const clipboardData = { getData: () => event.key }
      const paste = new window.Event('paste', { bubbles: true, cancelable: true, composed: true })
      Object.defineProperty(paste, 'clipboardData', { value: clipboardData })
      if (dispatch(paste, at)) enterText(window, text, event.key, at, dispatch, 'insertFromPaste')
      return
    }
    if (event.type === 'composing' || event.type === 'composition end') {
      composition.play(event, at)
      return
    }
    const passed = dispatch(keyEvent(window, event.type === 'down' ? 'keydown' : 'keyup', event), at)
    if (event.type === 'up') return
    const isNamedKey = event.key.length > 1 || event.ctrl === true
    if (isNamedKey && passed && event.by === 'scanner' && !silentKeys.has(event.key)) scannerKeysPassed += 1
    if (!isNamedKey) {
      if (passed && event.mute !== true) enterText(window, text, event.key, at, dispatch)
    } else if (!passed && event.by === 'person') namedKeysLost += 1
    else if (passed && event.key === 'Enter' && trace.focus === 'button') field?.click()
  }

  const { block } = trace
  for (const [index, event] of trace.events.entries()) {
    if (block !== undefined && event.at >= block.from && clock.time < start + block.to) {
      clock.advanceTo(start + block.from)
      if (block.timers === 'on time') clock.advanceTo(start + block.to)
      else clock.stall(start + block.to)
      if (block.timers === 'first') clock.advanceTo(clock.time)
    }
    const delivered = start + (event.deliveredAt ?? event.at)
    clock.hasEvents = event.isQueued === true
    if (event.timers === 'after') clock.stall(delivered)
    else if (delivered > clock.time || event.timers === 'before') clock.advanceTo(delivered)
    play(event)
    if (trace.events[index + 1]?.isQueued !== true) clock.runTasks()
  }
  clock.advanceTo(clock.time + idleMs)
  page.focusable.button.removeEventListener('click', countClick)
  return {
    value: text?.value ?? '',
    namedKeysLost,
    clicks,
    scannerKeysPassed,
    nanoseconds: Number(page.spent() - before),
    dispatched,
  }
}

const silentKeys = new Set(['Shift', 'Alt', 'Control', 'Unidentified'])

type Dispatch = (event: Event, at: number) => boolean

// Text that an input method may still change. Each step is in the field at once and cannot be prevented.
function playComposition(window: Page['window'], field: HTMLInputElement | undefined, dispatch: Dispatch) {
  let shown: { readonly from: number; readonly length: number } | undefined
  const dispatchComposition = (type: string, data: string, at: number): void => {
    dispatch(new window.CompositionEvent(type, { data, bubbles: true, composed: true }), at)
  }
  return {
    play: ({ type, key }: TraceEvent, at: number): void => {
      if (field === undefined) return
      if (type === 'composition end') {
        dispatchComposition('compositionend', key, at)
        shown = undefined
        return
      }
      if (shown === undefined) dispatchComposition('compositionstart', '', at)
      const init = { data: key, inputType: 'insertCompositionText', bubbles: true, composed: true }
      dispatch(new window.InputEvent('beforeinput', init), at)
      dispatchComposition('compositionupdate', key, at)
      shown ??= { from: field.selectionStart ?? field.value.length, length: 0 }
      const { from, length } = shown
      field.value = field.value.slice(0, from) + key + field.value.slice(from + length)
      shown = { from, length: key.length }
      field.setSelectionRange(from + key.length, from + key.length)
      dispatch(new window.InputEvent('input', init), at)
    },
  }
}

function keyEvent(window: Page['window'], name: string, event: TraceEvent): KeyboardEvent {
  return new window.KeyboardEvent(name, {
    key: event.key,
    code: event.code,
    shiftKey: event.shift,
    altKey: event.alt === true,
    ctrlKey: event.ctrl === true,
    repeat: event.repeat,
    keyCode: keyCodeOf(event),
    bubbles: true,
    cancelable: true,
    composed: true,
  })
}

// The keyCode that browsers set: older detectors use it.
function keyCodeOf({ key, code }: TraceEvent): number {
  if (key === 'Unidentified') return 229
  if (/^(Key|Digit)/.test(code)) return code.charCodeAt(code.length - 1)
  const keyCodes: Readonly<Record<string, number>> = {
    Enter: 13,
    NumpadEnter: 13,
    Tab: 9,
    ShiftLeft: 16,
    Space: 32,
    Minus: 189,
    Equal: 187,
    Period: 190,
    Comma: 188,
    Slash: 191,
    Semicolon: 186,
    Quote: 222,
    BracketLeft: 219,
    BracketRight: 221,
    Backslash: 220,
    Backquote: 192,
  }
  return keyCodes[code] ?? 0
}

function enterText(
  window: Page['window'],
  field: HTMLInputElement | undefined,
  data: string,
  at: number,
  dispatch: Dispatch,
  inputType = 'insertText',
): void {
  if (field === undefined) return
  const init = { data, inputType, bubbles: true, composed: true }
  if (!dispatch(new window.InputEvent('beforeinput', { ...init, cancelable: true }), at)) return
  const { value, selectionStart, selectionEnd } = field
  const next = [...data].reduce((text, key) => typeInto(text, [key]), {
    value,
    start: selectionStart,
    end: selectionEnd,
  })
  field.value = next.value
  if (next.start !== null) field.setSelectionRange(next.start, next.start)
  dispatch(new window.InputEvent('input', init), at)
}
