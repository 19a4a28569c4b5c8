import { atom } from 'jotai'
import type { Extension, RuntimeConfig } from '#contract/runtime-config.ts'

/** The site's settings; null until they are loaded. */
export const configAtom = atom<RuntimeConfig | null>(null)

/** Does this server have more than the calls of the specification? Screens that need more than it has are hidden. */
export const hasExtension = (config: RuntimeConfig | null, name: Extension): boolean =>
  config?.extensions.includes(name) ?? false

/** The version of this build, from package.json. */
export const APP_VERSION = String(import.meta.env['VITE_APP_VERSION'] ?? '')
