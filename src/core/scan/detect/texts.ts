/** Handles text without keys: from an input method, a paste, or a composed character. */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { CaptureEvent, Keystroke, Scan } from '../capture.ts'
import { decodeText } from '../decode.ts'
import { commandPrefix } from '../formats.ts'
import { isCodeDigit } from '../modifiers.ts'
import { addStroke, endBurstBefore, toImeStroke } from './burst.ts'
import { guardMs } from './decide.ts'
import type { DetectorEffect, DetectorState, Step } from './state.ts'

/** Handles input method text: one piece is a code or a person's word, a single character is a key. */
export function onText(
  before: DetectorState,
  event: Extract<CaptureEvent, { type: 'text' }>,
  profile: ScannerProfile,
): Step {
  const composed = takeComposed(before, event)
  if (composed !== undefined) return composed
  const text = event.text.replace(/[\r\n\t]+$/, '')
  if (profile.channel === 'keys' && !event.whole) return [before, []]
  const startsAnother = event.whole && text.startsWith(commandPrefix)
  const [state, ended, target] = endBurstBefore(before, event, profile, startsAnother)
  const decoded = decodeText(text, profile)
  const isInBurst = state.captured && state.strokes.some((stroke) => stroke.channel === 'ime')
  const isPiece = text.length >= 2 && event.whole
  // Text that is no barcode may continue in the next piece.
  const isComplete = decoded.format === 'fixed' || event.entered || text !== event.text
  const isCode = decoded.format !== 'none' && (event.grown || isNoWord(text, event.entered))
  const isOther = event.grown === true && [...text].length >= minGrownLength
  if (!isInBurst && isPiece && isComplete && (isCode || isOther)) {
    const { format: _format, framed: _framed, ...read } = decoded
    const scan: Scan = { ...read, at: event.at, channel: 'ime', evidence: 0, keystrokes: [] }
    const undo: readonly DetectorEffect[] =
      event.entered && target.field !== undefined
        ? [{ type: 'write', target: target.id, field: target.field }]
        : []
    const guarded: DetectorState = { ...state, guardUntil: event.at + guardMs }
    return [guarded, [...ended, { type: 'swallow' }, ...undo, { type: 'scan', scan, target: target.id }]]
  }
  const isText = isPiece && /^[A-Z0-9.%\]$/+ _-]+$/.test(text)
  if (event.entered || text === '' || !([...text].length === 1 || isText || isInBurst)) return [state, ended]
  const tooFast = countTooFast(state.strokes, event.at)
  const isTooFast = tooFast > 0
  const pieces = state.strokes.map((stroke, index) =>
    index < state.strokes.length - tooFast ? stroke : { ...stroke, piece: true as const },
  )
  let next = isTooFast ? { ...state, strokes: pieces } : state
  for (const key of text) {
    const stroke = toImeStroke(key, event.at, target)
    next = addStroke(next, isPiece || isTooFast ? { ...stroke, piece: true } : stroke, profile)
  }
  if (!next.captured) return [next, ended]
  const strokes = next.strokes.map((stroke, index) =>
    index >= next.strokes.length - [...text].length ? { ...stroke, swallowed: true } : stroke,
  )
  return [{ ...next, strokes }, [...ended, { type: 'swallow' }]]
}

// The minimum length of a text of no known form that grew faster than a person writes.
const minGrownLength = 4

// A thumb cannot enter two texts within the first time, nor three within the second, in milliseconds.
const thumbMs = [16, 64] as const

// The number of last strokes that are too close to this time for a thumb.
function countTooFast(strokes: readonly Keystroke[], at: number): number {
  const before = strokes.slice(-thumbMs.length).toReversed()
  const isTooFast = (stroke: Keystroke, index: number): boolean =>
    before.slice(0, index + 1).every(({ channel }) => channel === 'ime') &&
    at - stroke.at <= (thumbMs[index] ?? 0)
  return before.findLastIndex(isTooFast) + 1
}

// Adds a composed character to the key of its Alt code.
function takeComposed(
  state: DetectorState,
  { text, whole, entered }: Extract<CaptureEvent, { type: 'text' }>,
): Step | undefined {
  const last = state.strokes.at(-1)
  if (whole || entered || last === undefined || !isCodeDigit(last) || last.wrote !== undefined)
    return undefined
  // The burst removes text that is already in the field.
  const stroke = { ...last, wrote: state.captured ? text : '' }
  const strokes = [...state.strokes.slice(0, -1), stroke]
  return [{ ...state, strokes }, state.captured ? [{ type: 'swallow' }] : []]
}

// Is the text no word of a person? Words have no digits, no command prefix, and not only capitals.
const isNoWord = (text: string, isComposed: boolean): boolean =>
  /[0-9]/.test(text) || text.startsWith(commandPrefix) || (!isComposed && /^[A-Z]+$/.test(text))

/** Handles a paste: a barcode is a scan, because some wedge programs paste; other text is a person's. */
export function onPaste(
  state: DetectorState,
  event: Extract<CaptureEvent, { type: 'paste' }>,
  profile: ScannerProfile,
): Step {
  const decoded = decodeText(event.text.trim(), profile)
  if (decoded.format !== 'fixed' || !/[0-9]/.test(decoded.text)) return [state, []]
  const { format: _format, framed: _framed, ...read } = decoded
  const scan: Scan = { ...read, at: event.at, channel: 'paste', evidence: 0, keystrokes: [] }
  return [state, [{ type: 'swallow' }, { type: 'scan', scan, target: event.target.id }]]
}
