// The workstation's settings: usually one person's device, so they are stored in the browser, not per user.
import { atom } from 'jotai'
import * as v from 'valibot'
import { readStored, writeStored } from './stored.ts'

const preferencesSchema = v.object({
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
  /** 0 to 1. */
  volume: v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.7),
  muted: v.fallback(v.boolean(), false),
  vibrate: v.fallback(v.boolean(), true),
  /** Outcomes are spoken. */
  speak: v.fallback(v.boolean(), false),
  /** The id of a file in scanner-profiles/, or of the profile measured here; null: the built-in one. */
  scannerProfile: v.fallback(v.nullable(v.string()), null),
  /** Connected scanners that are no keyboard; reconnected with the page. */
  directScanners: v.fallback(v.array(v.picklist(['hid', 'serial'])), []),
  /** After a failed scan: wait for the person, or run the next. */
  afterError: v.fallback(v.picklist(['hold', 'continue']), 'hold'),
})
export type Preferences = v.InferOutput<typeof preferencesSchema>
export type Theme = Preferences['theme']

const defaults: Preferences = v.parse(preferencesSchema, {})

/** Reads the preferences; an invalid setting takes its default without affecting the others. */
export function readPreferences(): Preferences {
  return readStored('preferences', preferencesSchema) ?? defaults
}

const current = atom<Preferences | undefined>(undefined)

/** The preferences; writing some of them stores all. */
export const preferencesAtom = atom(
  (get): Preferences => get(current) ?? readPreferences(),
  (get, set, change: Partial<Preferences>) => {
    const next = { ...(get(current) ?? readPreferences()), ...change }
    writeStored('preferences', next)
    set(current, next)
  },
)
