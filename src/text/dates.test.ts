import { afterEach, describe, expect, it } from 'vitest'
import { dateLocale, sayAgo, sayClock, sayDay, sayMoment } from './dates.ts'
import { loadLanguage } from './languages.ts'
import { sayCount } from './numbers.ts'
import { setLanguage } from './say.ts'

afterEach(() => loadLanguage())

describe('dates', () => {
  it('are written as the device does where it has the language that is spoken', async () => {
    await loadLanguage('en')
    expect(dateLocale('en-GB')).toBe('en-GB')
    expect(dateLocale('en-US')).toBe('en-US')
    expect(dateLocale('de-AT')).toBe('en')
  })

  it('are in the language of the sentences around them, whatever the device is set to', () => {
    setLanguage({ locale: 'es', forms: ['one', 'other'], sentences: {} })
    expect(dateLocale('en-US')).toBe('es')
    expect(sayDay('2026-11-22', { month: 'long' })).toBe('noviembre')
  })

  it('name the month in every language, and have no seconds: 6/5 is no date for two crews', async () => {
    const at = new Date(2026, 4, 6, 14, 3, 25).toISOString()
    await loadLanguage('en')
    expect(sayMoment(at)).toMatch(/^(?:May 6, 2026|6 May 2026), (?:2|14):03(?!:)/)
    expect(sayClock(at)).toMatch(/^(?:2|14):03(?!:)/)
    await loadLanguage('es')
    expect(dateLocale('es-US')).toBe('es-US')
    expect(sayMoment(at)).toMatch(/^6 may 2026, (?:2|14):03(?!:)/)
    expect(sayClock(at)).toMatch(/^(?:2|14):03(?!:)/)
    expect(sayAgo('2026-11-22T10:00:00.000Z', Date.parse('2026-11-22T10:05:00.000Z'))).toBe('hace 5 minutos')
  })

  it('leave figures grouped in both languages, so that 1,250 is never read as 1 and a quarter', async () => {
    for (const id of ['en', 'es']) {
      await loadLanguage(id)
      expect(sayCount(1250)).toBe('1,250')
    }
  })

  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, '1 minute ago'],
    [59 * 60, '59 minutes ago'],
    [60 * 60, '1 hour ago'],
    [47 * 3600, '1 day ago'],
    [48 * 3600, '2 days ago'],
    // The device's clock is behind the server's.
    [-300, 'just now'],
  ])('%i seconds ago is %s', async (seconds, words) => {
    await loadLanguage('en')
    const at = '2026-11-22T10:00:00.000Z'
    expect(sayAgo(at, Date.parse(at) + seconds * 1000)).toBe(words)
  })
})
