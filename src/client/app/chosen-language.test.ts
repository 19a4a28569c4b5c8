import { afterEach, describe, expect, it, vi } from 'vitest'
import { preferencesAtom, readPreferences } from '#client/state/preferences.ts'
import { store } from '#client/state/store.ts'
import { languages, speakLanguage } from '#text/languages.ts'
import { say } from '#text/say.ts'
import { speakChosenLanguage } from './chosen-language.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  store.set(preferencesAtom, { language: 'en' })
  await speakLanguage()
})

const browserSpeaks = (language: string) => vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
const page = () => ({ says: say('close'), lang: document.documentElement.lang })

describe('the language of the workstation', () => {
  it('is the chosen one, for the page and for the browser', async () => {
    store.set(preferencesAtom, { language: 'es' })
    await speakChosenLanguage()
    expect(page()).toEqual({ says: 'Cerrar', lang: 'es-MX' })
    store.set(preferencesAtom, { language: 'en' })
    await speakChosenLanguage()
    expect(page()).toEqual({ says: 'Close', lang: 'en' })
  })

  it.each([
    ['es-MX', 'Cerrar'],
    ['es', 'Cerrar'],
    ['en-US', 'Close'],
    ['fr-FR', 'Close'],
  ])('is that of a browser in %s until one is chosen', async (language, says) => {
    browserSpeaks(language)
    localStorage.clear()
    await speakLanguage(readPreferences().language)
    expect(say('close')).toBe(says)
  })

  it('stays the chosen one in a browser of another language', async () => {
    browserSpeaks('es-MX')
    store.set(preferencesAtom, { language: 'en' })
    await speakChosenLanguage()
    expect(page()).toEqual({ says: 'Close', lang: 'en' })
  })

  it('is English where its sentences cannot be fetched: work goes on', async () => {
    vi.spyOn(languages.es, 'load').mockRejectedValue(new TypeError('Failed to fetch'))
    store.set(preferencesAtom, { language: 'es' })
    await speakChosenLanguage()
    expect(page()).toEqual({ says: 'Close', lang: 'en' })
    expect(readPreferences().language).toBe('es')
  })
})
