/**
 * Decodes keys to text: removes frame and AIM identifier, and corrects a wrong host layout and Caps Lock. It
 * tries the host's characters first, then the US layout by position, and takes the first known form. A
 * profile with a fixed layout tries only that.
 */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Scan } from './capture.ts'
import { type FormatLength, formatLengthOf } from './formats.ts'
import { type NamedLayout, readPosition } from './layouts.ts'
import { isCodeDigit } from './modifiers.ts'

/** The properties of a key that decoding needs. */
export interface DecodedKey {
  readonly key: string
  readonly code: string
  readonly shift: boolean
  readonly ctrl: boolean
  /** As in a `Keystroke`; absent if only the characters are known. */
  readonly altPress?: number
  readonly shiftSince?: number
  readonly at?: number
}

export interface Decoded {
  readonly text: string
  /** The host's characters, unchanged. */
  readonly raw: string
  readonly layout: Scan['layout']
  readonly aimId?: string
  /** The length type of the text's form; 'none' without a known form. */
  readonly format: FormatLength
  /** Does the text have the profile's prefix? True if the profile has none. */
  readonly framed: boolean
}

type DecodeProfile = Pick<ScannerProfile, 'frame' | 'decode'>

/**
 * Decodes keys with a profile. Never fails: a text of no known form has the format 'none'. `handSince` is the
 * time stamp of a Shift press on the code's terminator, which no scanner sends.
 */
export function decodeKeys(
  struck: readonly DecodedKey[],
  profile: DecodeProfile,
  handSince?: number,
): Decoded {
  const keys = compose(struck)
  const raw = keys.map((key) => readHost(key)).join('')
  let first: Decoded | undefined
  for (const isHeld of shiftReadings(keys, handSince)) {
    for (const layout of layoutsOf(profile)) {
      const read = layout === 'host' ? readHost : (key: DecodedKey) => readAt(key, layout)
      const characters = keys.map((key) => (isHeld(key) ? readUnshifted(key, layout, read) : read(key)))
      const decoded: Decoded = { ...unframe(characters.join(''), profile), raw, layout }
      if (decoded.format !== 'none' && decoded.framed) return decoded
      first = first === undefined || (decoded.format !== 'none' && first.format === 'none') ? decoded : first
    }
  }
  return first ?? { ...unframe(raw, profile), raw, layout: 'host' }
}

// Replaces Alt codes (Alt plus decimal digits) by their characters, and removes terminators among them.
function compose(struck: readonly DecodedKey[]): readonly DecodedKey[] {
  if (!struck.some(isCodeDigit)) return struck
  const keys: DecodedKey[] = []
  struck.forEach((key, index) => {
    if (!isCodeDigit(key)) keys.push(key)
    else if (key.altPress !== struck[index + 1]?.altPress) {
      const digits = struck.filter((other) => isCodeDigit(other) && other.altPress === key.altPress)
      keys.push({
        key: characterOf(digits.map((digit) => digit.key).join('')),
        code: '',
        shift: false,
        ctrl: false,
      })
    }
  })
  while (/^[\r\n\t]$/.test(keys.at(-1)?.key ?? '')) keys.pop()
  return keys
}

// No barcode has Alt codes above one byte: the text then has no known form.
const characterOf = (digits: string): string =>
  digits.length <= 4 && Number(digits) <= 255 ? String.fromCharCode(Number(digits)) : '\ufffd'

// An earlier Shift press before the first key is a person's, in milliseconds; a scanner presses Shift
// directly before its key.
const shiftBeforeMs = 32

type IsHeld = (key: DecodedKey) => boolean

// Guesses which keys have a person's Shift, most likely first. A scanner presses and releases Shift for each
// character. Without a Shift event, Shift is ignored if every key has it. A person's Shift hides the
// scanner's own, which only the command prefix needs.
function shiftReadings(keys: readonly DecodedKey[], handSince?: number): readonly IsHeld[] {
  const [first] = keys
  const start = first?.at ?? 0
  const isOnAllKeys = keys.length > 1 && keys.every(({ shift }) => shift)
  const isHeld: IsHeld = ({ shift, shiftSince }) =>
    shift &&
    (shiftSince === undefined ? isOnAllKeys : shiftSince === handSince || shiftSince < start - shiftBeforeMs)
  return keys.some(isHeld) ? [() => false, isHeld, (key) => key !== first && isHeld(key)] : [() => false]
}

// The character of the key without Shift. Letters stay capitals, as in all codes.
function readUnshifted(key: DecodedKey, layout: Scan['layout'], read: (key: DecodedKey) => string): string {
  const character = read(key)
  if (/^[A-Za-z0-9]$/.test(character)) return character.toUpperCase()
  return readPosition(key.code, false, layout === 'host' ? 'us' : layout) ?? character
}

/** Decodes a text that arrived in one piece (input method or paste). */
export function decodeText(text: string, profile: DecodeProfile): Decoded {
  const raw = text.replace(/[\r\n\t]+$/, '')
  return { ...unframe(raw, profile), raw, layout: 'host' }
}

function layoutsOf({ decode: { layout } }: DecodeProfile): readonly Scan['layout'][] {
  return layout === 'auto' ? ['host', 'us'] : [layout]
}

// The host's character. Ctrl plus a letter is a control character.
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
  const aimMatch = frame.aimId === 'never' ? null : /^\]([A-Za-z][0-9A-Za-z])/.exec(text)
  if (aimMatch !== null) text = text.slice(3)
  if (decode.groupSeparator !== '') text = text.replaceAll(decode.groupSeparator, '\u001d')
  if (decode.upperCase) text = text.toUpperCase()
  const identifier = aimMatch?.[1]
  return {
    text,
    format: formatLengthOf(text),
    framed,
    ...(identifier === undefined ? {} : { aimId: identifier }),
  }
}

// Ignores case, because Caps Lock affects the prefix too.
function startsWithPrefix(text: string, prefix: string): boolean {
  return text.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase()
}
