import { afterEach, describe, expect, it } from 'vitest'
import { dateLocale, sayAgo, sayDay } from './dates.ts'
import { speakLanguage } from './languages.ts'
import { speak } from './say.ts'

afterEach(() => speakLanguage())

describe('dates', () => {
  it('are written as the device does where it has the language that is spoken', async () => {
    await speakLanguage('en')
    expect(dateLocale('en-GB')).toBe('en-GB')
    expect(dateLocale('en-US')).toBe('en-US')
    expect(dateLocale('de-AT')).toBe('en')
  })

  it('are in the language of the sentences around them, whatever the device is set to', () => {
    speak({ locale: 'es', forms: ['one', 'other'], sentences: {} })
    expect(dateLocale('en-US')).toBe('es')
    expect(sayDay('2026-11-22', { month: 'long' })).toBe('noviembre')
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
    await speakLanguage('en')
    const at = '2026-11-22T10:00:00.000Z'
    expect(sayAgo(at, Date.parse(at) + seconds * 1000)).toBe(words)
  })
})
