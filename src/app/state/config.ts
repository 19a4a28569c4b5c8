import { atom } from 'jotai'
import type { RuntimeConfig } from '#core/wire/runtime-config.ts'

/** The site's settings; null until loaded. */
export const configAtom = atom<RuntimeConfig | null>(null)
