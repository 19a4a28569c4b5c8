import { preferencesAtom } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import { whenWorkIsFinished } from '#app/state/unfinished-work.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { languageOf, nextLanguage } from '#text/languages.ts'

/**
 * Chooses the workstation's language by id. Reloads the page when its work is stored, because shown sentences
 * are not translated again.
 */
export function chooseLanguage(id: string): CommandOutcome {
  store.set(preferencesAtom, { language: id })
  whenWorkIsFinished(() => window.location.reload())
  return { tone: 'ok', code: 'workstation.languageIs', facts: { language: languageOf(id).name } }
}

/** Chooses the next language in the list. */
export function switchLanguage(): CommandOutcome {
  return chooseLanguage(nextLanguage(store.get(preferencesAtom).language).id)
}
