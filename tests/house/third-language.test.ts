import { beforeAll, expect, it } from 'vitest'
import { formatPlants } from '#features/printing/server/documents/report-names.ts'
import { localDay } from '#features/printing/server/paper/local-time.ts'
import { readOnPaper, sayOnPaper } from '#features/printing/server/paper/paper-texts.ts'
import { runInLanguage } from '#server/http/request-language.ts'
import { errorPage, expiredPage, loginPage } from '#server/identity/login-page.ts'
import { allLanguages, findLanguage } from '#text/all-languages.ts'
import { english } from '#text/en/language.ts'
import type { Language } from '#text/language.ts'

// A third language needs its sentences and its entry in the list; print and sign-in pages then use it.

const translated = Object.fromEntries(
  Object.entries<string>(english.sentences).map(([code, sentence]) => [code, `«${sentence}»`]),
)
const added: Readonly<Record<string, Language>> = {
  pt: { locale: 'pt-BR', forms: ['one', 'other'], sentences: translated, read: (value) => `‹${value}›` },
  // A language of three letters, and one that has its region in its id.
  fil: { locale: 'fil', forms: ['one', 'other'], sentences: translated },
  'zh-TW': { locale: 'zh-TW', forms: ['other'], sentences: translated },
}
beforeAll(() => void Object.assign(allLanguages, added))

it.each([
  ['pt', 'pt'],
  ['pt-BR,en;q=0.7', 'pt'],
  ['pt-PT', 'pt'],
  ['fil-PH', 'fil'],
  ['zh-TW', 'zh-TW'],
  ['zh-tw;q=0.9, en', 'zh-TW'],
])('%s is printed in %s', (accepted, id) => {
  runInLanguage(accepted, () => {
    expect(sayOnPaper('paperPage', { page: 1, pages: 2 })).toBe('«Page 1 of 2»')
    expect(formatPlants(1_234_567)).toBe((1_234_567).toLocaleString(added[id]?.locale))
    expect(localDay('2026-05-06')).toBe(
      new Intl.DateTimeFormat(added[id]?.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
        new Date('2026-05-06'),
      ),
    )
  })
})

it('statuses in print are in the language', () => {
  expect(runInLanguage('pt-BR', () => readOnPaper('SHIPPED'))).toBe('‹SHIPPED›')
})

it('the sign-in pages are in the language', () => {
  const language = findLanguage('pt-BR')
  const shown = { action: '/', users: [], nonce: 'n', language }
  for (const [html, sentence] of [
    [loginPage(shown), 'Sign in to Trimline'],
    [expiredPage('n', language), 'This sign-in is over'],
    [errorPage('n', 'invalid_client', '', language), 'Sign-in is not possible'],
  ] as const) {
    expect(html).toContain('<html lang="pt-BR">')
    expect(html).toContain(`«${sentence}»`)
  }
})
