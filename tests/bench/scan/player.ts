/**
 * Plays a trace into a page: dispatches the events with the time stamps the system would give them, and does
 * what a browser does with a key that nobody prevented. Times what the page does with them.
 */
import { typeInto } from '#core/scan/field-text.ts'
import type { FakeClock } from './clock.ts'
import type { Trace, TraceEvent } from './traces.ts'

export interface Page {
  /** Nanoseconds spent so far in listeners and timers: the detector's, as the player has none. */
  readonly spent: () => bigint
  readonly window: Window & typeof globalThis
  readonly focusable: Readonly<Record<'input' | 'textarea' | 'button', HTMLElement>>
}

export interface Played {
  readonly value: string
  /** Person's keys other than characters that were kept from the page. */
  readonly namedKeysLost: number
  readonly clicks: number
  /** Enter, Tab and chords of a scanner that the page got. */
  readonly scannerKeysPassed: number
  readonly nanoseconds: number
  readonly dispatched: number
}

// Longer than any code is waited for.
const idleMs = 2500

/** Plays one trace from the clock's present time on and leaves the page idle. */
export function playTrace(page: Page, clock: FakeClock, trace: Trace): Played {
  const { window } = page
  const field = trace.focus === 'body' ? undefined : page.focusable[trace.focus]
  const text = trace.focus === 'input' || trace.focus === 'textarea' ? (field as HTMLInputElement) : undefined
  if (field === undefined) (window.document.activeElement as HTMLElement | null)?.blur()
  else field.focus()
  if (text !== undefined) text.value = ''
  let clicks = 0
  const count = (): void => {
    clicks += 1
  }
  page.focusable.button.addEventListener('click', count)

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
      enter(window, text, event.key, at, dispatch)
      dispatch(keyEvent(window, 'keyup', { ...event, key: 'Unidentified' }), at)
      return
    }
    if (event.type === 'composed') {
      enter(window, text, event.key, at, dispatch)
      return
    }
    if (event.type === 'paste') {
      const facts = { getData: () => event.key }
      const paste = new window.Event('paste', { bubbles: true, cancelable: true, composed: true })
      Object.defineProperty(paste, 'clipboardData', { value: facts })
      if (dispatch(paste, at)) enter(window, text, event.key, at, dispatch, 'insertFromPaste')
      return
    }
    if (event.type === 'composing' || event.type === 'composition end') {
      composition.play(event, at)
      return
    }
    const passed = dispatch(keyEvent(window, event.type === 'down' ? 'keydown' : 'keyup', event), at)
    if (event.type === 'up') return
    const named = event.key.length > 1 || event.ctrl === true
    if (named && passed && event.by === 'scanner' && !writesNothing.has(event.key)) scannerKeysPassed += 1
    if (!named) {
      if (passed && event.mute !== true) enter(window, text, event.key, at, dispatch)
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
  page.focusable.button.removeEventListener('click', count)
  return {
    value: text?.value ?? '',
    namedKeysLost,
    clicks,
    scannerKeysPassed,
    nanoseconds: Number(page.spent() - before),
    dispatched,
  }
}

const writesNothing = new Set(['Shift', 'Alt', 'Control', 'Unidentified'])

type Dispatch = (event: Event, at: number) => boolean

// A text that the input method may still change: it is in the field from its first step on, and nobody can
// prevent it.
function playComposition(window: Page['window'], field: HTMLInputElement | undefined, dispatch: Dispatch) {
  let shown: { readonly from: number; readonly length: number } | undefined
  const announce = (type: string, data: string, at: number): void => {
    dispatch(new window.CompositionEvent(type, { data, bubbles: true, composed: true }), at)
  }
  return {
    play: ({ type, key }: TraceEvent, at: number): void => {
      if (field === undefined) return
      if (type === 'composition end') {
        announce('compositionend', key, at)
        shown = undefined
        return
      }
      if (shown === undefined) announce('compositionstart', '', at)
      const facts = { data: key, inputType: 'insertCompositionText', bubbles: true, composed: true }
      dispatch(new window.InputEvent('beforeinput', facts), at)
      announce('compositionupdate', key, at)
      shown ??= { from: field.selectionStart ?? field.value.length, length: 0 }
      const { from, length } = shown
      field.value = field.value.slice(0, from) + key + field.value.slice(from + length)
      shown = { from, length: key.length }
      field.setSelectionRange(from + key.length, from + key.length)
      dispatch(new window.InputEvent('input', facts), at)
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

// What browsers give as keyCode: detectors of an older day read it.
function keyCodeOf({ key, code }: TraceEvent): number {
  if (key === 'Unidentified') return 229
  if (/^(Key|Digit)/.test(code)) return code.charCodeAt(code.length - 1)
  const named: Readonly<Record<string, number>> = {
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
  return named[code] ?? 0
}

function enter(
  window: Page['window'],
  field: HTMLInputElement | undefined,
  data: string,
  at: number,
  dispatch: Dispatch,
  inputType = 'insertText',
): void {
  if (field === undefined) return
  const facts = { data, inputType, bubbles: true, composed: true }
  if (!dispatch(new window.InputEvent('beforeinput', { ...facts, cancelable: true }), at)) return
  const { value, selectionStart, selectionEnd } = field
  const next = [...data].reduce((text, key) => typeInto(text, [key]), {
    value,
    start: selectionStart,
    end: selectionEnd,
  })
  field.value = next.value
  if (next.start !== null) field.setSelectionRange(next.start, next.start)
  dispatch(new window.InputEvent('input', facts), at)
}
