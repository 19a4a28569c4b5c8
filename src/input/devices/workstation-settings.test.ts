import { describe, expect, it } from 'vitest'
import { preferencesAtom, readPreferences } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import { reportUnfinishedWork } from '#app/state/unfinished-work.ts'
import { sayCode } from '#text/say.ts'
import { changeSetting } from './workstation-settings.ts'

// Runs the setting and returns its sentence in the strip.
const say = (which: Parameters<typeof changeSetting>[0]) => {
  const { code, facts } = changeSetting(which)
  return sayCode(code, facts)
}

describe('settings by command', () => {
  it('switch to the sunlight theme and back to the previous one', () => {
    store.set(preferencesAtom, { theme: 'dark' })
    expect(say('sun')).toBe('Theme: sun')
    expect(readPreferences().theme).toBe('sun')
    expect(say('sun')).toBe('Theme: dark')
    expect(readPreferences().theme).toBe('dark')
  })

  it('make the text larger and smaller in steps, up to a limit', () => {
    expect(['larger', 'larger', 'larger', 'larger'].map(() => say('larger'))).toEqual([
      'Text size 125 %.',
      'Text size 150 %.',
      'Text size 200 %.',
      'Text size 200 %.',
    ])
    expect(readPreferences().textSize).toBe(200)
    expect(say('smaller')).toBe('Text size 150 %.')
    expect(say('smaller')).toBe('Text size 125 %.')
    expect(say('smaller')).toBe('Text size 100 %.')
    expect(say('smaller')).toBe('Text size 100 %.')
  })

  it('switch to the next language, and report that unsaved work comes first', () => {
    reportUnfinishedWork('lines', 1)
    store.set(preferencesAtom, { language: 'en' })
    expect(say('language')).toBe('Language: Español. The page loads again when all work here is stored.')
    expect(readPreferences().language).toBe('es')
    expect(say('language')).toBe('Language: English. The page loads again when all work here is stored.')
    expect(readPreferences().language).toBe('en')
  })

  it('request high contrast, or leave it to the device', () => {
    expect(say('contrast')).toBe('Contrast: high.')
    expect(readPreferences().contrast).toBe('more')
    expect(say('contrast')).toBe('Contrast: device setting.')
    expect(readPreferences().contrast).toBe('system')
  })
})
