import { createStore } from 'jotai'
import { describe, expect, it, vi } from 'vitest'
import { preferencesAtom, readPreferences } from './preferences.ts'
import { store } from './store.ts'

const storeText = (text: string) => localStorage.setItem('trimline.preferences', text)

describe('preferences', () => {
  it('have defaults', () => {
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

  it('keep valid settings if another one is invalid', () => {
    storeText(
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

  it.each(['', 'not json', 'null', '[]', '7'])('survive %j in the storage', (text) => {
    storeText(text)
    expect(readPreferences().theme).toBe('system')
  })

  it('change one at a time, and are stored together', () => {
    store.set(preferencesAtom, { muted: true })
    store.set(preferencesAtom, { theme: 'dark' })
    expect(readPreferences()).toMatchObject({ muted: true, theme: 'dark', volume: 0.7 })
  })

  it('of one tab keep the settings that another tab has changed since', () => {
    const [one, other] = [createStore(), createStore()]
    one.set(preferencesAtom, { volume: 0.5 })
    other.set(preferencesAtom, { scannerProfile: 'measured', afterError: 'continue' })
    one.set(preferencesAtom, { muted: true })
    expect(readPreferences()).toMatchObject({
      volume: 0.5,
      muted: true,
      scannerProfile: 'measured',
      afterError: 'continue',
    })
  })

  it('accumulate on a page whose browser stores nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    const page = createStore()
    page.set(preferencesAtom, { volume: 0.5 })
    page.set(preferencesAtom, { muted: true })
    vi.restoreAllMocks()
    expect(page.get(preferencesAtom)).toMatchObject({ volume: 0.5, muted: true })
  })
})
