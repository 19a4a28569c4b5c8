/**
 * Sends trusted key events of a scanner and of a person to a real Chromium over the DevTools protocol. Each
 * event has its planned time stamp, so that a busy machine does not change what the page sees.
 */
import type { CDPSession } from 'playwright/test'

export interface PlannedKey {
  readonly at: number
  readonly type: 'keyDown' | 'keyUp' | 'rawKeyDown'
  readonly key: string
  readonly code: string
  readonly shift: boolean
  /** Ctrl is held: a chord, or a control character of a code. */
  readonly ctrl?: boolean
  /** The key is held down and repeats. */
  readonly repeat?: boolean
}

/** Typing speed of a device in milliseconds: `gapMs` from key to key, `holdMs` from press to release. */
export interface Pace {
  readonly gapMs: number
  readonly holdMs: number
}

export const fastScanner: Pace = { gapMs: 10, holdMs: 4 }
export const person: Pace = { gapMs: 160, holdMs: 85 }

const named: Readonly<Record<string, { key: string; code: string }>> = {
  '\n': { key: 'Enter', code: 'Enter' },
  '\t': { key: 'Tab', code: 'Tab' },
  ' ': { key: ' ', code: 'Space' },
  '.': { key: '.', code: 'Period' },
  '%': { key: '%', code: 'Digit5' },
}

/** Plans the keys of a text from a start time. Capitals and % have Shift held, as scanners send them. */
export function planKeys(text: string, { gapMs, holdMs }: Pace, start = 0): readonly PlannedKey[] {
  return [...text].flatMap((character, index): readonly PlannedKey[] => {
    const at = start + index * gapMs
    const code = /[0-9]/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`
    const place = named[character] ?? { key: character, code }
    const shift = /[A-Z%]/.test(character)
    const stroke = { ...place, shift }
    const keys: readonly PlannedKey[] = [
      { ...stroke, type: 'keyDown', at },
      { ...stroke, type: 'keyUp', at: at + holdMs },
    ]
    if (!shift) return keys
    const shiftKey = { key: 'Shift', code: 'ShiftLeft', shift: true }
    return [
      { ...shiftKey, type: 'rawKeyDown', at: at - 0.5 },
      ...keys,
      { ...shiftKey, type: 'keyUp', at: at + holdMs + 0.5 },
    ]
  })
}

// Events of a device within this time are sent together.
const batchMs = 6

/**
 * Sends planned keys at their times and resolves when the page has handled the last one. A scanner's press
 * and release are sent together. Otherwise a busy test process would hold the key as long as a person does.
 */
export async function sendKeys(session: CDPSession, plan: readonly PlannedKey[]): Promise<void> {
  const start = Date.now() + 5
  const sent: Promise<unknown>[] = []
  let batchStart = Number.NEGATIVE_INFINITY
  for (const event of [...plan].sort((a, b) => a.at - b.at)) {
    const wait = event.at - batchStart < batchMs ? 0 : start + event.at - Date.now()
    if (event.at - batchStart >= batchMs) batchStart = event.at
    if (wait > 0) await new Promise((done) => setTimeout(done, wait))
    sent.push(dispatch(session, event, start))
  }
  await Promise.all(sent)
}

/**
 * Sends all planned keys together, each with its planned time stamp, and waits until that time. Otherwise a
 * busy test process could split a code, which no scanner does.
 */
export async function sendTogether(session: CDPSession, plan: readonly PlannedKey[]): Promise<void> {
  // The keys carry Shift as a modifier, so separate Shift events are not needed.
  const ordered = plan.filter(({ key }) => key !== 'Shift').sort((a, b) => a.at - b.at)
  const start = Date.now()
  await Promise.all(ordered.map((event) => dispatch(session, event, start)))
  const remainingMs = start + (ordered.at(-1)?.at ?? 0) - Date.now()
  if (remainingMs > 0) await new Promise((done) => setTimeout(done, remainingMs))
}

function dispatch(session: CDPSession, event: PlannedKey, start: number): Promise<unknown> {
  const text =
    event.type === 'keyDown' && !event.ctrl
      ? event.key === 'Enter'
        ? '\r'
        : event.key.length === 1
          ? event.key
          : ''
      : ''
  return session.send('Input.dispatchKeyEvent', {
    type: event.type === 'keyDown' && text === '' ? 'rawKeyDown' : event.type,
    key: event.key,
    code: event.code,
    modifiers: (event.shift ? 8 : 0) + (event.ctrl ? 2 : 0),
    ...(event.repeat && { autoRepeat: true }),
    timestamp: (start + event.at) / 1000,
    windowsVirtualKeyCode: keyCodeOf(event),
    ...(text === '' ? {} : { text }),
  })
}

function keyCodeOf({ key, code }: PlannedKey): number {
  if (/^(Key|Digit)/.test(code)) return code.charCodeAt(code.length - 1)
  return { Enter: 13, Tab: 9, Shift: 16, ' ': 32, '.': 190, Backspace: 8, Escape: 27 }[key] ?? 0
}
