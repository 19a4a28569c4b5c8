import { atom } from 'jotai'
import type { RuntimeConfig } from '#contract/runtime-config.ts'

/** The site's settings; null until loaded. */
export const configAtom = atom<RuntimeConfig | null>(null)
