/**
 * Keys -> text: frame and AIM identifier removed, a host layout that differs from the scanner's and Caps Lock undone.
 * Readings are tried in order, first what the host made of the keys, then the United States layout by position; the first
 * that has a known shape wins. A profile that names the layout leaves no choice.
 */
import type { ScannerProfile } from '#contract/scanner-profile.ts'
import type { Scan } from './capture.ts'
import { type FormatLength, measureFormat } from './formats.ts'
import { type NamedLayout, readPosition } from './layouts.ts'

/** What decoding needs of a key. */
export interface DecodedKey {
  readonly key: string
  readonly code: string
  readonly shift: boolean
  readonly ctrl: boolean
}

export interface Decoded {
  readonly text: string
  /** The host's characters, nothing removed. */
  readonly raw: string
  readonly layout: Scan['layout']
  readonly aimId?: string
  /** Whether the text has a known shape, and how such a text ends. */
  readonly format: FormatLength
  /** Whether the profile's prefix was there; true when it has none. */
  readonly framed: boolean
}

type DecodeProfile = Pick<ScannerProfile, 'frame' | 'decode'>

/** Reads keys as a code under a profile. Never fails: a text of no known shape comes back with format 'none'. */
export function decodeKeys(keys: readonly DecodedKey[], profile: DecodeProfile): Decoded {
  const raw = keys.map((key) => readHost(key)).join('')
  let first: Decoded | undefined
  for (const layout of layoutsOf(profile)) {
    const characters = layout === 'host' ? raw : keys.map((key) => readAt(key, layout)).join('')
    const decoded: Decoded = { ...unframe(characters, profile), raw, layout }
    if (decoded.format !== 'none' && decoded.framed) return decoded
    first = first === undefined || (decoded.format !== 'none' && first.format === 'none') ? decoded : first
  }
  return first ?? { ...unframe(raw, profile), raw, layout: 'host' }
}

/** Reads a text that came in one piece (an input method, a paste) as a code. */
export function decodeText(text: string, profile: DecodeProfile): Decoded {
  const raw = text.replace(/[\r\n\t]+$/, '')
  return { ...unframe(raw, profile), raw, layout: 'host' }
}

function layoutsOf({ decode: { layout } }: DecodeProfile): readonly Scan['layout'][] {
  return layout === 'auto' ? ['host', 'us'] : [layout]
}

/** The host's character; Ctrl and a letter are the control character that the code holds. */
function readHost({ key, ctrl }: DecodedKey): string {
  if (!ctrl) return key.length > 2 ? '' : key
  const point = key.toUpperCase().codePointAt(0)
  return point === undefined ? '' : String.fromCharCode(point & 31)
}

function readAt(key: DecodedKey, layout: NamedLayout): string {
  if (key.ctrl) return readHost(key)
  return readPosition(key.code, key.shift, layout) ?? readHost(key)
}

function unframe(
  characters: string,
  { frame, decode }: DecodeProfile,
): Pick<Decoded, 'text' | 'format' | 'framed'> & { aimId?: string } {
  let text = characters
  const framed = frame.prefix === '' || startsWithPrefix(text, frame.prefix)
  if (framed) text = text.slice(frame.prefix.length)
  const aim = frame.aimId === 'never' ? null : /^\]([A-Za-z][0-9A-Za-z])/.exec(text)
  if (aim !== null) text = text.slice(3)
  if (decode.groupSeparator !== '') text = text.replaceAll(decode.groupSeparator, '\u001d')
  if (decode.upperCase) text = text.toUpperCase()
  const identifier = aim?.[1]
  return {
    text,
    format: measureFormat(text),
    framed,
    ...(identifier === undefined ? {} : { aimId: identifier }),
  }
}

/** Caps Lock reaches the prefix as well, so letters of it count in either case. */
function startsWithPrefix(text: string, prefix: string): boolean {
  return text.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase()
}
