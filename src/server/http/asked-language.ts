// The language that a request asks for. Reports say their words in many places, so it goes with the call
// instead of through every function.
import { AsyncLocalStorage } from 'node:async_hooks'

const asked = new AsyncLocalStorage<string>()

/**
 * Does this work for the first language of an `Accept-Language` (RFC 9110), without its region; English if
 * there is none. Work that it starts keeps the language.
 */
export function inLanguage<Done>(accepted: string | undefined, work: () => Done): Done {
  const language = /^\s*([a-z]{2,3})\b/i.exec(accepted ?? '')?.[1]?.toLowerCase() ?? 'en'
  // Node does more with every promise once a language was stored: not for the one that it is anyway.
  return language === askedLanguage() ? work() : asked.run(language, work)
}

/** The language that the work is done for, such as `es`. */
export function askedLanguage(): string {
  return asked.getStore() ?? 'en'
}
