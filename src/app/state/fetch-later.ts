import { speakLanguage } from '#text/languages.ts'
import { readPreferences } from './preferences.ts'

/**
 * Fetches code that nobody needs for the first scan, with the sentences that only such code says
 * (text/en/later.ts). Like the code, they may be out of reach: then it rejects, and the next attempt asks
 * again. Code that is imported without this says none of them, which a test compares
 * (tests/house/sentences.test.ts).
 */
export async function fetchLater<Module>(code: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([code, speakLanguage(readPreferences().language)])
  return module
}
