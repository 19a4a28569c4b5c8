import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetchLater } from '#app/state/fetch-later.ts'
import { preferencesAtom, readPreferences } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import { languages, loadLanguage } from '#text/languages.ts'
import { say } from '#text/say.ts'
import { loadChosenLanguage } from './chosen-language.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  store.set(preferencesAtom, { language: 'en' })
  await loadLanguage()
})

const browserSpeaks = (language: string) => vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
const page = () => ({ says: say('close'), lang: document.documentElement.lang })

describe('the workstation’s language', () => {
  it('is applied to the page and to the browser', async () => {
    store.set(preferencesAtom, { language: 'es' })
    await loadChosenLanguage()
    expect(page()).toEqual({ says: 'Cerrar', lang: 'es-MX' })
    store.set(preferencesAtom, { language: 'en' })
    await loadChosenLanguage()
    expect(page()).toEqual({ says: 'Close', lang: 'en' })
  })

  it.each([
    ['es-MX', 'Cerrar'],
    ['es', 'Cerrar'],
    ['en-US', 'Close'],
    ['fr-FR', 'Close'],
  ])('is the language of a browser in %s until a person chooses one', async (language, says) => {
    browserSpeaks(language)
    localStorage.clear()
    await loadLanguage(readPreferences().language)
    expect(say('close')).toBe(says)
  })

  it('stays the chosen one in a browser of another language', async () => {
    browserSpeaks('es-MX')
    store.set(preferencesAtom, { language: 'en' })
    await loadChosenLanguage()
    expect(page()).toEqual({ says: 'Close', lang: 'en' })
  })

  it('falls back to English if its sentences cannot be fetched', async () => {
    vi.spyOn(languages.es, 'load').mockRejectedValue(new TypeError('Failed to fetch'))
    store.set(preferencesAtom, { language: 'es' })
    await loadChosenLanguage()
    expect(page()).toEqual({ says: 'Close', lang: 'en' })
    expect(readPreferences().language).toBe('es')
  })

  it('is fetched without the sentences of other languages', async () => {
    const english = vi.spyOn(languages.en, 'load')
    store.set(preferencesAtom, { language: 'es' })
    await loadChosenLanguage()
    expect(page().says).toBe('Cerrar')
    expect(english).not.toHaveBeenCalled()
  })
})

describe('code that is loaded later', () => {
  const says = () => say('palette-title')
  const fetchPalette = () => fetchLater(Promise.resolve('palette'))

  it('loads together with the sentences that only it uses', async () => {
    store.set(preferencesAtom, { language: 'es' })
    await loadChosenLanguage()
    expect(says()).toContain('palette-title')
    await expect(fetchPalette()).resolves.toBe('palette')
    expect(says()).toBe('Comandos')
    await loadChosenLanguage()
    expect(says()).toBe('Comandos')
  })

  it('fails to load without its sentences, and is requested again', async () => {
    store.set(preferencesAtom, { language: 'es' })
    vi.spyOn(languages.es, 'loadLater').mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(fetchPalette()).rejects.toThrow('Failed to fetch')
    await fetchPalette()
    expect(says()).toBe('Comandos')
  })
})
