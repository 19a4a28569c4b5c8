import { loadLanguage } from '#text/languages.ts'
import { readPreferences } from './preferences.ts'

/**
 * Loads code that the first scan does not need, together with its sentences (text/en/later.ts). Rejects if
 * they are unreachable; the next attempt tries again. Code imported in another way uses none of these
 * sentences, which a test checks (tests/house/sentences.test.ts).
 */
export async function fetchLater<Module>(code: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([code, loadLanguage(readPreferences().language)])
  return module
}
