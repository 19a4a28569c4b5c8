import { preferencesAtom, type Theme } from '#client/state/preferences.ts'
import { store } from '#client/state/store.ts'

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Theme[]

/**
 * Applies the chosen theme, now and on every change; `system` follows the device. Returns a function that
 * stops it.
 */
export function followTheme(): () => void {
  const apply = () => {
    const { theme } = store.get(preferencesAtom)
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }
  apply()
  return store.sub(preferencesAtom, apply)
}

/** Switches to the next theme and returns it. */
export function switchTheme(): Theme {
  const { theme } = store.get(preferencesAtom)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  store.set(preferencesAtom, { theme: next })
  return next
}
