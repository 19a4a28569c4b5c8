import { beforeAll, describe, expect, it } from 'vitest'
import { en } from './en/index.ts'
import { languages, loadLanguage } from './languages.ts'
import { currentLanguage, fill, say, sayCode, setLanguage } from './say.ts'

beforeAll(() => loadLanguage())

describe('a sentence with a number in it', () => {
  it('speaks of one, and of several', () => {
    expect(say('linesNotPicked', { open: 1 })).toBe('1 line is not picked yet. Scan it, then ship.')
    expect(say('linesNotPicked', { open: 2 })).toBe('2 lines are not picked yet. Scan them, then ship.')
    expect(say('documents.progress', { done: 0, total: 1 })).toBe('0 of 1 line')
    expect(say('documents.progress', { done: 0, total: 0 })).toBe('0 of 0 lines')
  })

  const quantities: Readonly<Record<string, string>> = {
    en: '12,175',
    es: '12,175',
  } satisfies Record<keyof typeof languages, string>
  it.each(Object.entries(languages))(
    'separates the thousands of quantities in %s, and leaves numbers of documents',
    async (id, language) => {
      const { locale, forms } = await language.load()
      const facts = { n: 12_175, number: 10_000_123, barcode: 'B425000050' }
      const said = fill('{number} {barcode}: {n}', facts, { locale, forms })
      expect([id, said]).toEqual([id, `10000123 B425000050: ${quantities[id]}`])
    },
  )

  it('takes a number that has come as text', () => {
    expect(sayCode('documents.orderedAll', { n: '1' })).toBe('1 line saved.')
  })

  it.each([
    ['ja', ['other'], '{n} {n|行}', ['0 行', '1 行', '2 行', '5 行', '11 行', '21 行']],
    [
      'pl',
      ['one', 'few', 'many', 'other'],
      '{n} {n|linia|linie|linii|linii}',
      ['0 linii', '1 linia', '2 linie', '5 linii', '11 linii', '21 linii'],
    ],
    [
      'ar',
      ['zero', 'one', 'two', 'few', 'many', 'other'],
      '{n|لا أسطر|سطر|سطران|أسطر|سطرًا|سطر}',
      ['لا أسطر', 'سطر', 'سطران', 'أسطر', 'سطرًا', 'سطرًا'],
    ],
    // Spanish has a plural form for millions that a language may omit.
    ['es', ['one', 'other'], '{n|línea|líneas}', ['líneas', 'línea', 'líneas', 'líneas', 'líneas', 'líneas']],
  ] as const)('has the words of the language %s', (locale, forms, sentence, expected) => {
    expect([0, 1, 2, 5, 11, 21].map((n) => fill(sentence, { n }, { locale, forms }))).toEqual(expected)
    expect(fill(sentence, { n: 2_000_000 }, { locale, forms })).toMatch(expected[3].slice(2))
  })
})

it('ends a sentence once, however the fact before its full stop ends', () => {
  const said = (what: string) => say('withReason', { what, reason: 'Quantity is missing' })
  expect(said('Request Failed!')).toBe('Request Failed! Quantity is missing')
  expect(said('Failed to Update')).toBe('Failed to Update. Quantity is missing')
  expect(said('Nothing was changed.')).toBe('Nothing was changed. Quantity is missing')
})

it('keeps a name that turns the words around it to itself', () => {
  const said = (name: string) => say('personAbove', { name })
  expect(said('\u202Eeikooc')).toBe(said('eikooc'))
  expect(said('\u2069\u202Eeikooc')).toBe(said('eikooc'))
  expect(said('שרה')).toContain('\u2068שרה\u2069 has a higher role')
})

it('leaves nothing of its braces behind, whatever facts there are', () => {
  const left = Object.keys(en).filter((code) => /[{}|]/.test(sayCode(code)))
  expect(left).toEqual([])
})

describe('a language that is spoken', () => {
  it('says what its sentences say, and names a code that it lacks', async () => {
    setLanguage({
      locale: 'es',
      forms: ['one', 'other'],
      sentences: { ok: 'Aceptar', unknownCode: 'Sin texto: {code}.' },
    })
    expect([say('ok'), say('close')]).toEqual(['Aceptar', 'Sin texto: close.'])
    await loadLanguage('en')
    expect(say('close')).toBe('Close')
  })

  it.each(Object.entries(languages))(
    '%s has forms that its numbers take, and one for every other number',
    async (_, listed) => {
      const { locale, forms } = await listed.load()
      const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
      expect(forms.filter((form) => !pluralCategories.includes(form))).toEqual([])
      expect(forms.at(-1)).toBe('other')
    },
  )

  it('is English where nothing else is chosen, with every sentence', async () => {
    await loadLanguage()
    expect(currentLanguage().sentences).toEqual(en)
  })
})
