/**
 * A scanner profile: what one kind of device does when it reads a code, as data. One file each in `scanner-profiles/`;
 * the set-up screen measures a workstation's own and saves it in the same shape. Nothing here is code, so that a site can
 * add a device without a build.
 */
import * as v from 'valibot'

const milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(2000))

// A range of milliseconds: what was seen as smallest, usual and largest.
const spread = v.pipe(
  v.object({ min: milliseconds, typical: milliseconds, max: milliseconds }),
  v.check(
    ({ min, typical, max }) => min <= typical && typical <= max,
    'A range runs from min over typical to max.',
  ),
)

const sentence = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(400))

/** How a device's keys reach the page: as key events, as text of an input method, or either. */
export const scannerChannels = ['keys', 'ime', 'any'] as const

/** What a device sends after the code. `unknown` listens for every terminator and for quiet. */
export const scannerTerminators = ['Enter', 'Tab', 'CRLF', 'none', 'unknown'] as const

/** How keys become characters: `auto` tries what the host made of them, then the United States layout by position. */
export const scannerLayouts = ['auto', 'host', 'us', 'fr', 'de'] as const

/** Schema of `scanner-profiles/*.json`; all times in milliseconds, evidence in nats (docs/scanning.md, Detection). */
export const scannerProfileSchema = v.object({
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'An id is lower-case letters, digits and dashes.'),
  ),
  label: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
  channel: v.picklist(scannerChannels),
  timing: v.object({ gapMs: spread, holdMs: spread }),
  frame: v.object({
    /** Characters before every code, '' for none. A prefix that no code begins with makes detection certain. */
    prefix: v.pipe(v.string(), v.maxLength(8)),
    terminator: v.picklist(scannerTerminators),
    /** Whether the device puts an AIM symbology identifier (`]C1`) before the code. */
    aimId: v.picklist(['never', 'always', 'maybe']),
  }),
  decode: v.object({
    layout: v.picklist(scannerLayouts),
    /** Codes are printed in capitals: undo what Caps Lock did to them. */
    upperCase: v.boolean(),
    /** The visible character that the device sends for a group separator (GS1), '' for none. */
    groupSeparator: v.pipe(v.string(), v.maxLength(1)),
  }),
  sink: v.object({
    /** Whether a hidden input has to hold the focus for the device's text to arrive at all. */
    required: v.boolean(),
    inputMode: v.picklist(['none', 'text', 'numeric']),
    readOnly: v.boolean(),
  }),
  detect: v.object({
    captureAt: v.pipe(v.number(), v.minValue(1), v.maxValue(40)),
    acceptKnown: v.pipe(v.number(), v.minValue(1), v.maxValue(40)),
    acceptUnknown: v.pipe(v.number(), v.minValue(1), v.maxValue(80)),
    quietFixedMs: v.pipe(v.number(), v.minValue(20), v.maxValue(2000)),
    quietVariableMs: v.pipe(v.number(), v.minValue(20), v.maxValue(2000)),
  }),
  /** What to set on the device, step by step, in words. */
  deviceSetup: v.array(sentence),
  /** Where the figures come from. */
  sources: v.array(sentence),
  confidence: v.picklist(['measured', 'vendor', 'field-report', 'assumed']),
})

export type ScannerProfile = v.InferOutput<typeof scannerProfileSchema>
export type ScannerLayout = ScannerProfile['decode']['layout']

/** Reads a profile from a file, a server or storage: the profile, or the sentences that say what is wrong with it. */
export function parseScannerProfile(
  value: unknown,
): { ok: true; profile: ScannerProfile } | { ok: false; issues: readonly string[] } {
  const parsed = v.safeParse(scannerProfileSchema, value)
  if (parsed.success) return { ok: true, profile: parsed.output }
  return {
    ok: false,
    issues: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'profile'}: ${issue.message}`),
  }
}
