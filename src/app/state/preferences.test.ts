import { describe, expect, it } from 'vitest'
import { preferencesAtom, readPreferences } from './preferences.ts'
import { store } from './store.ts'

const keep = (text: string) => localStorage.setItem('trimline.preferences', text)

describe('preferences', () => {
  it('start with the house’s own', () => {
    expect(readPreferences()).toEqual({
      theme: 'system',
      contrast: 'system',
      textSize: 100,
      language: 'en',
      volume: 0.7,
      muted: false,
      vibrate: true,
      speak: false,
      scannerProfile: null,
      deviceName: null,
      directScanners: [],
      afterError: 'hold',
    })
  })

  it('spare good settings from a bad one beside them', () => {
    keep(
      '{"theme":"sepia","textSize":1000,"volume":11,"muted":true,"afterError":"continue","of":"a newer version"}',
    )
    expect(readPreferences()).toMatchObject({
      theme: 'system',
      textSize: 100,
      volume: 0.7,
      muted: true,
      afterError: 'continue',
    })
  })

  it.each(['', 'not json', 'null', '[]', '7'])('survive %j in the store', (text) => {
    keep(text)
    expect(readPreferences().theme).toBe('system')
  })

  it('change in part, and stay on the workstation as a whole', () => {
    store.set(preferencesAtom, { muted: true })
    store.set(preferencesAtom, { theme: 'dark' })
    expect(readPreferences()).toMatchObject({ muted: true, theme: 'dark', volume: 0.7 })
  })
})
