import { readPreferences } from '#app/state/preferences.ts'
import { speakFirst } from '#text/languages.ts'
import { spoken } from '#text/say.ts'

/**
 * Speaks the workstation's language, as far as the first scan needs it, and tells the browser, for hyphens,
 * screen readers and the language of paper (`<html lang>`). English where its sentences cannot be fetched;
 * rejects if English cannot be, either.
 */
export async function speakChosenLanguage(): Promise<void> {
  await speakFirst(readPreferences().language)
  document.documentElement.lang = spoken().locale
}

/** Fetches code that says sentences, with those that may be said from the first scan on. */
export async function withSentences<Module>(code: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([code, speakChosenLanguage()])
  return module
}
