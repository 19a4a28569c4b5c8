import { readPreferences } from '#app/state/preferences.ts'
import { loadFirstSentences } from '#text/languages.ts'
import { currentLanguage } from '#text/say.ts'

/**
 * Loads the workstation's language as far as the first scan needs it, and sets `<html lang>` for hyphenation,
 * screen readers and printing. Falls back to English; rejects if English cannot be fetched either.
 */
export async function loadChosenLanguage(): Promise<void> {
  await loadFirstSentences(readPreferences().language)
  document.documentElement.lang = currentLanguage().locale
}

/** Loads code that shows sentences, together with the sentences needed from the first scan on. */
export async function withSentences<Module>(code: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([code, loadChosenLanguage()])
  return module
}
