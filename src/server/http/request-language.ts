// Stores the language of a request in async context, because reports need it in many places.
import { AsyncLocalStorage } from 'node:async_hooks'

const languageContext = new AsyncLocalStorage<string>()

/**
 * Runs `work` in the first language of `Accept-Language` (RFC 9110); default English. Asynchronous work keeps
 * the language.
 */
export function runInLanguage<Done>(accepted: string | undefined, work: () => Done): Done {
  const language = accepted?.split(/[,;]/, 1)[0]?.trim() || 'en'
  // A stored context slows down every promise, so do not store the current language again.
  return language === requestLanguage() ? work() : languageContext.run(language, work)
}

/** The language of the current request, such as `es-MX`. */
export function requestLanguage(): string {
  return languageContext.getStore() ?? 'en'
}
