/**
 * Calibration: measures times, frame, layout and lost characters from three scanned test codes. It returns
 * findings for a person, and a profile that was tested on the same keys (docs/scanning.md, Profiles).
 */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { CaptureEvent, KeyDown } from './capture.ts'
import { decodeKeys } from './decode.ts'
import { median } from './detect/evidence.ts'
import type { NamedLayout } from './layouts.ts'
import { isCodeDigit, type KeyWithModifiers, keysOfEvents } from './modifiers.ts'
import { replay } from './replay.ts'
import { countMatching } from './test-codes.ts'

/** One scan of a test code: the expected text and all events. */
export interface Sample {
  readonly expected: string
  readonly events: readonly CaptureEvent[]
}

// A range of milliseconds.
interface Spread {
  readonly min: number
  readonly typical: number
  readonly max: number
}

/**
 * A finding for a person. `good`: no action needed; `advice`: a change would make scanning more reliable;
 * `bad`: must be fixed.
 */
export interface Finding {
  readonly level: 'good' | 'advice' | 'bad'
  readonly code: FindingCode
  readonly facts?: Readonly<Record<string, string | number>>
}

// Codes of the findings; their sentences are in the text catalogue as `scanner.{code}`.
type FindingCode =
  | 'read'
  | 'unread'
  | 'pace'
  | 'hold'
  | 'holdUnknown'
  | 'holdsLikePerson'
  | 'slow'
  | 'inputMethod'
  | 'terminator'
  | 'terminatorNone'
  | 'terminatorMixed'
  | 'prefix'
  | 'prefixLong'
  | 'aimId'
  | 'suffix'
  | 'layout'
  | 'caps'
  | 'altCodes'
  | 'lost'
  | 'garbled'

export interface Calibration {
  /** The profile for this workstation. */
  readonly profile: ScannerProfile
  readonly findings: readonly Finding[]
  /** The profile reads each sample correctly, as one scan. */
  readonly isSure: boolean
}

// The maximum hold time of a scanner's key, in milliseconds. A longer one would delay single-key shortcuts.
const longestHoldMs = 40
// A longer interval between keys looks like a fast typist, in milliseconds.
const slowGapMs = 50

/**
 * Measures a device. `base` has the values that cannot be measured; `id` and `label` are for the new profile.
 * Ignores samples without characters; returns undefined if no sample has any.
 */
export function calibrate(
  samples: readonly Sample[],
  { base, id, label }: { readonly base: ScannerProfile; readonly id: string; readonly label: string },
): Calibration | undefined {
  const decoded = samples.map(decodeSample).filter(({ keys }) => keys.length > 0)
  if (decoded.length === 0) return undefined
  const measured = measure(decoded)
  const profile = { id, label, ...profileOf(measured, base) }
  const isSure = samples.length === decoded.length && decoded.every((one) => isReadWith(one, profile))
  const reading: Finding = {
    level: isSure ? 'good' : 'bad',
    code: isSure ? 'read' : 'unread',
    facts: { n: decoded.length },
  }
  return { profile, findings: [reading, ...textFindings(measured), ...timeFindings(measured)], isSure }
}

function measure(decoded: readonly DecodedSample[]) {
  const layout = findLayout(decoded)
  const frames = decoded.map((one) => frameOf(one, layout))
  return {
    decoded,
    layout,
    isIme: decoded.every(({ channel }) => channel === 'ime'),
    gap: spreadOf(decoded.flatMap(({ gaps }) => gaps)),
    hold: spreadOf(decoded.flatMap(({ holds }) => holds)),
    terminator: findTerminator(decoded),
    lost: frames.reduce((sum, { lost }) => sum + lost, 0),
    isWhole: frames.every(({ whole }) => whole),
    after: common(frames.map(({ after }) => after)) ?? '',
    ...splitBefore(common(frames.map(({ before }) => before)) ?? ''),
  }
}

type Measured = ReturnType<typeof measure>

function profileOf(
  { decoded, layout, isIme, gap, hold, terminator, isWhole, prefix, aimId }: Measured,
  base: ScannerProfile,
): Omit<ScannerProfile, 'id' | 'label'> {
  const quietMs = Math.max(1.5 * (gap?.max ?? 0), 0)
  const usual = gap?.typical ?? base.timing.gapMs.typical
  const isMixed = decoded.some(({ channel }) => channel !== decoded[0]?.channel)
  return {
    channel: isMixed ? 'any' : isIme ? 'ime' : 'keys',
    timing: {
      gapMs: gap ? withMargin(gap, 2000) : base.timing.gapMs,
      holdMs: hold ? withMargin(hold, longestHoldMs) : base.timing.holdMs,
    },
    frame: {
      prefix: prefix.length <= 8 ? prefix : '',
      terminator: terminator ?? 'unknown',
      aimId: aimId ? 'always' : 'maybe',
    },
    decode: {
      layout: isIme || !isWhole ? 'auto' : layout,
      upperCase: true,
      groupSeparator: base.decode.groupSeparator,
    },
    sink: isIme ? { required: true, inputMode: 'none', readOnly: false } : base.sink,
    detect: {
      captureAt: 4,
      acceptKnown: 4.5,
      acceptUnknown: 9,
      quietFixedMs: Math.min(2000, Math.ceil(Math.max(60, 4 * usual, quietMs))),
      quietVariableMs: Math.min(2000, Math.ceil(Math.max(120, 6 * usual, quietMs))),
    },
    deviceSetup: [],
    sources: [`Measured from ${decoded.length} scans on the workstation itself.`],
    confidence: 'measured',
  }
}

// Lost characters, frame and layout.
function textFindings(measured: Measured): readonly Finding[] {
  const { decoded, layout, terminator, lost, isWhole, after, prefix, aimId } = measured
  const count = decoded.reduce((sum, { expected }) => sum + expected.length, 0)
  const findings: (Finding | false)[] = [
    lost > 0 && isSameText(lost, count) && { level: 'bad', code: 'lost', facts: { n: lost, count } },
    !isWhole &&
      !isSameText(lost, count) && {
        level: 'bad',
        code: 'garbled',
        facts: { expected: decoded[0]?.expected ?? '', received: decoded[0]?.host ?? '' },
      },
    after !== '' && { level: 'bad', code: 'suffix', facts: { suffix: visible(after) } },
    prefix !== '' && {
      level: prefix.length <= 8 ? 'good' : 'bad',
      code: prefix.length <= 8 ? 'prefix' : 'prefixLong',
      facts: { prefix: visible(prefix) },
    },
    aimId && { level: 'good', code: 'aimId' },
    terminator === undefined
      ? { level: 'bad', code: 'terminatorMixed' }
      : terminator === 'none'
        ? { level: 'advice', code: 'terminatorNone' }
        : { level: 'good', code: 'terminator', facts: { terminator } },
    isWhole &&
      layout !== 'host' && { level: 'advice', code: 'layout', facts: { layout: layout.toUpperCase() } },
    decoded.every(isSwapped) && { level: 'advice', code: 'caps' },
    decoded.some(({ keys }) => keys.some(isCodeDigit)) && { level: 'advice', code: 'altCodes' },
  ]
  return findings.filter((finding) => finding !== false)
}

function timeFindings({ isIme, gap, hold }: Measured): readonly Finding[] {
  const isLikePerson = hold !== undefined && hold.typical > 32
  const findings: (Finding | false)[] = [
    isIme && { level: 'good', code: 'inputMethod' },
    gap !== undefined && !isIme && { level: 'good', code: 'pace', facts: { ms: Math.round(gap.typical) } },
    gap !== undefined && gap.typical > slowGapMs && { level: 'advice', code: 'slow' },
    hold !== undefined &&
      !isLikePerson && { level: 'good', code: 'hold', facts: { ms: Math.round(hold.typical) } },
    isLikePerson && { level: 'bad', code: 'holdsLikePerson', facts: { ms: Math.round(hold.typical) } },
    hold === undefined && !isIme && { level: 'advice', code: 'holdUnknown' },
  ]
  return findings.filter((finding) => finding !== false)
}

// With more than half of the characters lost, it is another text.
const isSameText = (lost: number, count: number): boolean => lost <= count / 2

/** The text of recorded events on this host, without terminator. */
export function writtenIn(events: readonly CaptureEvent[]): string {
  return decodeSample({ expected: '', events }).host
}

// A decoded sample.
interface DecodedSample extends Sample {
  readonly channel: 'keys' | 'ime'
  readonly keys: readonly KeyWithModifiers[]
  /** The host's text, without terminator. */
  readonly host: string
  readonly end: readonly string[]
  readonly gaps: readonly number[]
  readonly holds: readonly number[]
}

const ofInputMethod = /^(Unidentified|Process)$/

function decodeSample(sample: Sample): DecodedSample {
  const texts = sample.events.filter((event) => event.type === 'text')
  const typed = keysOfEvents(sample.events).filter(({ key }) => !ofInputMethod.test(key))
  const characters = typed.filter((event) => endOf(event) === undefined)
  const written = texts.map(({ text }) => text).join('')
  const [first] = texts
  // Input method text has no times for single keys.
  const fromText = [...written.replace(/[\r\n\t]+$/, '')].map((key) => toKey(key, first?.at ?? 0, sample))
  const isIme = fromText.length > characters.length
  const keys = isIme ? fromText : characters
  const terminatorText = /[\r\n\t]+$/.exec(written)?.[0] ?? ''
  const end = [
    ...[...terminatorText].map((character) => (character === '\t' ? 'Tab' : 'Enter')),
    ...typed.flatMap((event) => endOf(event) ?? []),
  ]
  return {
    ...sample,
    channel: isIme ? 'ime' : 'keys',
    keys,
    host: readIn(keys, 'host'),
    end,
    gaps: isIme ? [] : keys.slice(1).map(({ at }, index) => at - (keys[index]?.at ?? at)),
    holds: isIme ? [] : keys.flatMap((key) => holdOf(key, sample.events) ?? []),
  }
}

const toKey = (key: string, at: number, { events }: Sample): KeyDown => ({
  type: 'down',
  key,
  code: '',
  at,
  repeat: false,
  ctrl: false,
  alt: false,
  meta: false,
  shift: false,
  altGraph: false,
  target: events.find((event) => event.type === 'text')?.target ?? { id: 0 },
})

// The terminator: Enter, Tab, or Ctrl+J and Ctrl+M of devices that send control characters as chords.
function endOf({ key, ctrl, alt }: KeyDown): string | undefined {
  if (key === 'Enter' || key === 'Tab') return key
  return ctrl && !alt && /^[jm]$/i.test(key) ? 'Enter' : undefined
}

function holdOf(down: KeyDown, events: readonly CaptureEvent[]): number | undefined {
  const up = events.find((event) => event.type === 'up' && event.code === down.code && event.at >= down.at)
  return up === undefined ? undefined : up.at - down.at
}

const readIn = (keys: readonly KeyWithModifiers[], layout: 'host' | NamedLayout): string =>
  decodeKeys(keys, {
    frame: { prefix: '', terminator: 'unknown', aimId: 'never' },
    decode: { layout, upperCase: false, groupSeparator: '' },
  }).text

// The layout in which all samples contain their code, else the one with the fewest missing characters.
function findLayout(decoded: readonly DecodedSample[]): 'host' | NamedLayout {
  const layouts = ['host', 'us', 'de', 'fr'] as const
  const missing = (layout: 'host' | NamedLayout): number =>
    decoded.reduce((sum, one) => sum + frameOf(one, layout).lost, 0)
  return layouts.reduce((best, layout) => (missing(layout) < missing(best) ? layout : best))
}

interface Framed {
  readonly whole: boolean
  readonly before: string
  readonly after: string
  /** The number of missing characters of the code. */
  readonly lost: number
}

function frameOf({ keys, expected }: DecodedSample, layout: 'host' | NamedLayout): Framed {
  const text = readIn(keys, layout)
  const at = text.toUpperCase().indexOf(expected)
  if (at < 0)
    return { whole: false, before: '', after: '', lost: expected.length - countMatching(expected, text) }
  return { whole: true, before: text.slice(0, at), after: text.slice(at + expected.length), lost: 0 }
}

// The text before the code: the prefix, then the AIM identifier.
function splitBefore(before: string): { readonly prefix: string; readonly aimId: boolean } {
  const aim = /\][A-Za-z][0-9A-Za-z]$/.exec(before)
  return { prefix: before.slice(0, before.length - (aim?.[0].length ?? 0)), aimId: aim !== null }
}

// The common terminator of all codes; undefined if they differ.
function findTerminator(
  decoded: readonly DecodedSample[],
): Exclude<ScannerProfile['frame']['terminator'], 'unknown'> | undefined {
  const kinds = decoded.map(({ end }) => {
    const [first, second] = end
    if (first === undefined) return 'none' as const
    if (first === 'Tab') return 'Tab' as const
    return second === undefined ? ('Enter' as const) : ('CRLF' as const)
  })
  return common(kinds)
}

const common = <Value>(values: readonly Value[]): Value | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined

function spreadOf(figures: readonly number[]): Spread | undefined {
  if (figures.length === 0) return undefined
  return { min: Math.min(...figures), typical: median(figures, 0), max: Math.max(...figures) }
}

// Adds a margin of 25 %, because the sample of about thirty keys is small.
function withMargin({ min, typical, max }: Spread, maxMs: number): Spread {
  const limit = (ms: number): number => Math.min(maxMs, Math.round(ms * 10) / 10)
  return { min: limit(0.75 * min), typical: limit(typical), max: limit(Math.max(typical, 1.25 * max)) }
}

// Did capitals arrive as small letters, because of Caps Lock or a scanner setting?
const isSwapped = ({ host, expected }: DecodedSample): boolean =>
  !host.includes(expected) && host.includes(expected.toLowerCase())

const isReadWith = ({ events, expected }: Sample, profile: ScannerProfile): boolean => {
  const scans = replay(events, profile)
  return scans.length === 1 && scans[0]?.text === expected
}

// Shows control characters in visible form.
const visible = (text: string): string =>
  [...text]
    .map((character) =>
      character < ' ' ? `Ctrl+${String.fromCharCode(character.charCodeAt(0) + 64)}` : character,
    )
    .join('')
