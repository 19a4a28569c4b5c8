import { preferencesAtom, THEMES, type Theme } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'

/** Switches to the next theme and returns it. */
export function switchTheme(): Theme {
  const { theme } = store.get(preferencesAtom)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  store.set(preferencesAtom, { theme: next })
  return next
}
