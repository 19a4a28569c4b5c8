import { afterEach, beforeEach, expect, it } from 'vitest'
import { preferencesAtom } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import { switchTheme } from './switch-theme.ts'
import { applyAppearance } from './theme.ts'

const root = document.documentElement
let stop: () => void
beforeEach(() => {
  stop = applyAppearance()
})
afterEach(() => {
  stop()
  store.set(preferencesAtom, { theme: 'system', contrast: 'system', textSize: 100 })
})

it('leaves theme, contrast and text size to the device until a person chooses', () => {
  expect(root.dataset).toMatchObject({ theme: 'system', contrast: 'system' })
  expect(root.style.fontSize).toBe('100%')
})

it('switches through light, dark and sun, and back to the device', () => {
  const shown = () => root.dataset['theme']
  const seen = Array.from({ length: 4 }, () => [switchTheme(), shown()])
  expect(seen).toEqual([
    ['light', 'light'],
    ['dark', 'dark'],
    ['sun', 'sun'],
    ['system', 'system'],
  ])
})

it('applies contrast and text size immediately', () => {
  store.set(preferencesAtom, { contrast: 'more', textSize: 150 })
  expect(root.dataset['contrast']).toBe('more')
  expect(root.style.fontSize).toBe('150%')
  store.set(preferencesAtom, { contrast: 'system', textSize: 100 })
  expect(root.dataset['contrast']).toBe('system')
  expect(root.style.fontSize).toBe('100%')
})
