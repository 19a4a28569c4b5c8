// The schema of a scanner profile: data about how one type of device sends a code. `scanner-profiles/` has
// one file per profile, and the set-up screen creates profiles. A site can add a device without a build.
import * as v from 'valibot'

const milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(2000))

// A range in milliseconds: the smallest, typical and largest measured value.
const range = v.pipe(
  v.object({ min: milliseconds, typical: milliseconds, max: milliseconds }),
  v.check(
    ({ min, typical, max }) => min <= typical && typical <= max,
    'A range runs from min over typical to max.',
  ),
)

const sentence = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(400))
const label = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))

// How a device's keys reach the page: key events, input method text, or either.
const scannerChannels = ['keys', 'ime', 'any'] as const

// The terminator that a device sends after the code. `unknown` accepts every terminator, and a pause.
const scannerTerminators = ['Enter', 'Tab', 'CRLF', 'none', 'unknown'] as const

// How keys are decoded: `auto` tries the characters of the host, then the key positions of the US layout.
const scannerLayouts = ['auto', 'host', 'us', 'fr', 'de'] as const

/**
 * The schema of `scanner-profiles/*.json`. Times are in milliseconds, evidence is in nats (docs/scanning.md,
 * Detection).
 */
export const scannerProfileSchema = v.object({
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'An id is lower-case letters, digits and dashes.'),
  ),
  label,
  channel: v.picklist(scannerChannels),
  timing: v.object({ gapMs: range, holdMs: range }),
  frame: v.object({
    /**
     * Characters before every code; '' for none. If no code begins with the prefix, detection is certain.
     */
    prefix: v.pipe(v.string(), v.maxLength(8)),
    terminator: v.picklist(scannerTerminators),
    /** Does the device send an AIM symbology identifier (`]C1`) before the code? */
    aimId: v.picklist(['never', 'always', 'maybe']),
  }),
  decode: v.object({
    layout: v.picklist(scannerLayouts),
    /** Converts to upper case, because codes are printed so: undoes the effect of Caps Lock. */
    upperCase: v.boolean(),
    /** The visible character that the device sends for a GS1 group separator; '' for none. */
    groupSeparator: v.pipe(v.string(), v.maxLength(1)),
  }),
  sink: v.object({
    /** Must a hidden input have the focus to receive the text? */
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
  /** Instructions to set up the device, step by step. */
  deviceSetup: v.array(sentence),
  /** Label and instructions in other languages, by language id (`es`). Default: English. */
  translations: v.optional(v.record(v.string(), v.object({ label, deviceSetup: v.array(sentence) }))),
  /** The sources of the values in this profile. */
  sources: v.array(sentence),
  confidence: v.picklist(['measured', 'vendor', 'field-report', 'assumed']),
})

export type ScannerProfile = v.InferOutput<typeof scannerProfileSchema>
export type ScannerLayout = ScannerProfile['decode']['layout']

/** Parses a profile from a file, a server or storage: the profile, or one sentence per error. */
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
