// What is told while the code that tells it is out of reach.
import { act, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errorDialogAtom, noticesAtom, notify, tellError } from '#app/state/notices.ts'
import { store } from '#app/state/store.ts'
import { Overlays } from './overlays.tsx'

const network = vi.hoisted(() => ({ isThere: false }))
const whenThere = async <Module,>(original: () => Promise<Module>): Promise<Module> => {
  if (!network.isThere) throw new TypeError('Failed to fetch dynamically imported module')
  return original()
}
vi.mock(import('./toasts.tsx'), (original) => whenThere(original))
vi.mock(import('./error-dialog.tsx'), (original) => whenThere(original))

beforeEach(() => {
  vi.useFakeTimers()
  network.isThere = false
  render(
    <Provider store={store}>
      <Overlays />
    </Provider>,
  )
})
afterEach(() => {
  vi.useRealTimers()
  act(() => {
    store.set(noticesAtom, [])
    store.set(errorDialogAtom, null)
  })
})
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

it('a notice is told for as long as it lasts', async () => {
  act(() => void notify('notLoaded', {}, 'error'))
  await pass(0)
  await pass(4_999)
  expect(told()).toEqual([expect.stringContaining('This could not be loaded.')])
  await pass(1)
  expect(told()).toEqual([])
  expect(store.get(noticesAtom)).toEqual([])
})

it('an error is told until OK, which has the focus and gives it back', async () => {
  const done = document.body.appendChild(document.createElement('button'))
  done.focus()
  act(() => tellError('anErrorOccurred'))
  await pass(60_000)
  expect(screen.getByRole('alertdialog')).toHaveTextContent('An error occurred')
  expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus()
  act(() => screen.getByRole('button', { name: 'OK' }).click())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(done).toHaveFocus()
  done.remove()
})

it('what comes later is shown as always once its code is there', async () => {
  act(() => void notify('notLoaded', {}, 'error'))
  await pass(0)
  network.isThere = true
  act(() => void notify('readingAgain'))
  await pass(0)
  expect(told()).toEqual([expect.stringContaining('Reloading this screen')])
  await pass(5_000)
  expect(told()).toEqual([])
  vi.useRealTimers()
  act(() => void notify('notLoaded', {}, 'error'))
  expect(await screen.findByRole('listitem')).toHaveTextContent('This could not be loaded.')
})
