// The workstation's settings, stored in the browser and not per user: a workstation is usually one person's
// device.
import { atom } from 'jotai'
import * as v from 'valibot'
import { readStored, writeStored } from './stored.ts'
import { PREFERENCES } from './stored-name.ts'

/** The themes in the order in which the command cycles through them; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark', 'sun'] as const
/** Sizes of text, in percent of the browser's own. */
export const TEXT_SIZES = [100, 125, 150, 200] as const

const preferencesSchema = v.object({
  theme: v.fallback(v.picklist(THEMES), 'system'),
  contrast: v.fallback(v.picklist(['system', 'more']), 'system'),
  textSize: v.fallback(v.picklist(TEXT_SIZES), 100),
  /** The id of a language in src/text/languages.ts; default: the browser's first one. */
  language: v.fallback(v.string(), () => navigator.language.split('-', 1)[0] ?? 'en'),
  /** 0 to 1. */
  volume: v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.7),
  muted: v.fallback(v.boolean(), false),
  vibrate: v.fallback(v.boolean(), true),
  /** A voice speaks the outcomes. */
  speak: v.fallback(v.boolean(), false),
  /** The id of a file in scanner-profiles/, or of the profile measured here; null: the built-in one. */
  scannerProfile: v.fallback(v.nullable(v.string()), null),
  /** The device's name, in capitals (device-name.ts); null: its model. */
  deviceName: v.fallback(v.nullable(v.string()), null),
  /** Connected scanners that are no keyboard; reconnected with the page. */
  directScanners: v.fallback(v.array(v.picklist(['hid', 'serial'])), []),
  /** After a failed scan: wait for the person, or run the next one. */
  afterError: v.fallback(v.picklist(['hold', 'continue']), 'hold'),
})
export type Preferences = v.InferOutput<typeof preferencesSchema>
export type Theme = Preferences['theme']

/** Reads the preferences; an invalid setting takes its default without affecting the others. */
export function readPreferences(): Preferences {
  return readStored(PREFERENCES, preferencesSchema) ?? v.parse(preferencesSchema, {})
}

const current = atom<Preferences | undefined>(undefined)
let isStored = true

/** The preferences; a change keeps those that another tab has stored. */
export const preferencesAtom = atom(
  (get): Preferences => get(current) ?? readPreferences(),
  (get, set, change: Partial<Preferences>) => {
    const next = { ...(isStored ? readPreferences() : get(preferencesAtom)), ...change }
    isStored = writeStored(PREFERENCES, next)
    set(current, next)
  },
)
