// Overlays whose code cannot be loaded.
import { act, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errorDialogAtom, noticesAtom, notify, showError } from '#app/state/notices.ts'
import { store } from '#app/state/store.ts'
import { Overlays } from './overlays.tsx'

const network = vi.hoisted(() => ({ isOnline: false }))
const whenLoaded = async <Module,>(original: () => Promise<Module>): Promise<Module> => {
  if (!network.isOnline) throw new TypeError('Failed to fetch dynamically imported module')
  return original()
}
vi.mock(import('./toasts.tsx'), (original) => whenLoaded(original))
vi.mock(import('./error-dialog.tsx'), (original) => whenLoaded(original))

beforeEach(() => {
  vi.useFakeTimers()
  network.isOnline = false
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
const shownNotices = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

it('shows a notice plainly for its duration', async () => {
  act(() => void notify('notLoaded', {}, 'error'))
  await pass(0)
  await pass(4_999)
  expect(shownNotices()).toEqual([expect.stringContaining('This could not be loaded.')])
  await pass(1)
  expect(shownNotices()).toEqual([])
  expect(store.get(noticesAtom)).toEqual([])
})

it('shows an error plainly until OK, which takes the focus and returns it', async () => {
  const done = document.body.appendChild(document.createElement('button'))
  done.focus()
  act(() => showError('anErrorOccurred'))
  await pass(60_000)
  expect(screen.getByRole('alertdialog')).toHaveTextContent('An error occurred')
  expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus()
  act(() => screen.getByRole('button', { name: 'OK' }).click())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(done).toHaveFocus()
  done.remove()
})

it('shows later notices normally once the code is loaded', async () => {
  act(() => void notify('notLoaded', {}, 'error'))
  await pass(0)
  network.isOnline = true
  act(() => void notify('readingAgain'))
  await pass(0)
  expect(shownNotices()).toEqual([expect.stringContaining('Refreshing this screen')])
  await pass(5_000)
  expect(shownNotices()).toEqual([])
  vi.useRealTimers()
  act(() => void notify('notLoaded', {}, 'error'))
  expect(await screen.findByRole('listitem')).toHaveTextContent('This could not be loaded.')
})
