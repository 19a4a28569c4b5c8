import { act, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { store } from '#app/state/store.ts'
import { directScannersAtom } from '../devices/direct-state.ts'
import { KeyboardElsewhereNotice } from './keyboard-elsewhere-notice.tsx'

const off = { state: 'off' } as const
const message = () => screen.queryByText(/^This window is not listening\./)
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

let hasFocus = true
const move = (to: 'blur' | 'focus') => {
  hasFocus = to === 'focus'
  act(() => void window.dispatchEvent(new FocusEvent(to)))
}

beforeEach(() => {
  vi.useFakeTimers()
  hasFocus = true
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus)
  store.set(directScannersAtom, { hid: off, serial: off })
  render(
    <Provider store={store}>
      <KeyboardElsewhereNotice />
      <button type="button">A button</button>
    </Provider>,
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a window without the keyboard', () => {
  it('reports it until the keyboard is back', async () => {
    await pass(1000)
    expect(message()).toBeNull()
    move('blur')
    await pass(1000)
    expect(message()).toBeVisible()
    move('focus')
    expect(message()).toBeNull()
  })

  it('reports nothing if the keyboard is back quickly, or the focus only moves inside the window', async () => {
    await pass(1000)
    move('blur')
    await pass(100)
    move('focus')
    await pass(1000)
    expect(message()).toBeNull()
    const button = screen.getByRole('button')
    act(() => button.focus())
    hasFocus = false
    act(() => button.blur())
    await pass(1000)
    expect(message()).toBeNull()
  })

  it('trusts a key more than the browser', async () => {
    move('blur')
    await pass(1000)
    expect(message()).toBeVisible()
    fireEvent.keyDown(document.body, { key: 'B' })
    expect(message()).toBeNull()
  })

  it('does not matter to a scanner that is not a keyboard', async () => {
    store.set(directScannersAtom, { hid: { state: 'on', name: 'DS2208' }, serial: off })
    move('blur')
    await pass(1000)
    expect(message()).toBeNull()
  })
})
