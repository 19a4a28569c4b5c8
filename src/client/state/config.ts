import { atom } from 'jotai'
import type { RuntimeConfig } from '#contract/runtime-config.ts'

/** The site's settings; null until loaded. */
export const configAtom = atom<RuntimeConfig | null>(null)

/** The version of this build, from package.json. */
export const APP_VERSION = String(import.meta.env['VITE_APP_VERSION'] ?? '')
