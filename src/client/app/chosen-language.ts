import { readPreferences } from '#client/state/preferences.ts'
import { speakLanguage } from '#text/languages.ts'
import { spoken } from '#text/say.ts'

/**
 * Speaks the workstation's language, and tells the browser, for hyphens, screen readers and the language of paper
 * (`<html lang>`). Never rejects: English where the sentences cannot be fetched.
 */
export async function speakChosenLanguage(): Promise<void> {
  await speakLanguage(readPreferences().language)
  document.documentElement.lang = spoken().locale
}
