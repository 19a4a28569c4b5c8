import { afterEach, describe, expect, it } from 'vitest'
import { dateLocale, sayDay } from './dates.ts'
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
})
