import { preferencesAtom, type Theme } from '#client/state/preferences.ts'
import { store } from '#client/state/store.ts'

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Theme[]

/** Marks the page with the chosen theme, now and whenever it changes; `system` leaves it to the device. */
export function followTheme(): () => void {
  const apply = () => {
    const { theme } = store.get(preferencesAtom)
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }
  apply()
  return store.sub(preferencesAtom, apply)
}

/** The theme after the present one. */
export function switchTheme(): Theme {
  const { theme } = store.get(preferencesAtom)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  store.set(preferencesAtom, { theme: next })
  return next
}
