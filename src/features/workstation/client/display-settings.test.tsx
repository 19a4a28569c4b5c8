import { fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { describe, expect, it } from 'vitest'
import { preferencesAtom, readPreferences } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import { reportUnfinishedWork } from '#app/state/unfinished-work.ts'
import { DisplaySettings } from './display-settings.tsx'

const open = () =>
  render(
    <Provider store={store}>
      <DisplaySettings />
    </Provider>,
  )

describe('the display settings', () => {
  it('store theme, text size and contrast on the workstation', () => {
    open()
    fireEvent.click(screen.getByRole('radio', { name: /^Sun/ }))
    fireEvent.click(screen.getByRole('radio', { name: '200 %' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'High contrast' }))
    expect(readPreferences()).toMatchObject({ theme: 'sun', textSize: 200, contrast: 'more' })
    fireEvent.click(screen.getByRole('checkbox', { name: 'High contrast' }))
    expect(readPreferences().contrast).toBe('system')
  })

  it('show the current choice, even after a command, and English for an unknown language', () => {
    store.set(preferencesAtom, { theme: 'dark', textSize: 125, language: 'tlh' })
    open()
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
    expect(screen.getByRole('radio', { name: '125 %' })).toBeChecked()
    expect(screen.getByRole('radio', { name: 'English' })).toBeChecked()
  })

  it('store the language under its own name, and the page does not reload while a line is unsaved', () => {
    store.set(preferencesAtom, { language: 'en' })
    reportUnfinishedWork('lines', 1)
    open()
    fireEvent.click(screen.getByRole('radio', { name: 'Español' }))
    expect(screen.getByRole('radio', { name: 'Español' })).toBeChecked()
    expect(readPreferences().language).toBe('es')
    expect(screen.getByRole('heading', { name: 'Display' })).toBeVisible()
  })
})
