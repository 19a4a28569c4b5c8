import type { IconName } from '#app/ui/icon.tsx'
import type { Entry } from './scan-entry.ts'

/** The icon of each tone. */
export const toneIcons: Readonly<Record<Entry['tone'], IconName>> = {
  ok: 'check',
  warning: 'warning',
  error: 'error',
  busy: 'clock',
}
