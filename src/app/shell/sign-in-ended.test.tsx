import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Again, type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { noticesAtom } from '#app/state/notices.ts'
import { forgetRoute, keptRoute } from '#app/state/redirect-route.ts'
import { signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { SignInEnded } from './sign-in-ended.tsx'
import { Toasts } from './toasts.tsx'

// Each window that was opened to sign in: whether it was given up for another one, and the way it ends.
const windows: { readonly signal: AbortSignal; readonly ends: (came: Again) => void }[] = []
const begin = vi.fn(() => Promise.resolve({ type: 'redirected' }))

beforeEach(() => {
  windows.length = 0
  begin.mockClear()
  const service = {
    again: (signal: AbortSignal) => new Promise<Again>((ends) => windows.push({ signal, ends })),
    begin,
  }
  store.set(signInServiceAtom, service as unknown as SignInService)
  store.set(signInAtom, 'good')
  window.history.replaceState(null, '', '/Issuance/10000123?from=list')
  render(
    <Provider store={store}>
      <SignInEnded />
      <Toasts />
    </Provider>,
  )
})
afterEach(async () => {
  for (const { ends } of windows) ends('signed_in')
  await act(() => Promise.resolve())
  store.set(signInServiceAtom, null)
  store.set(noticesAtom, [])
  window.history.replaceState(null, '', '/')
  forgetRoute()
})

const end = () => act(() => store.set(signInAtom, 'ended'))
const signIn = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
const comes = (came: Again) => act(async () => windows.at(-1)?.ends(came))

it('a sign-in that ends is told of with the way back; nobody is told of one that holds', () => {
  expect(screen.queryByRole('alert')).toBeNull()
  end()
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Your sign-in has ended. Your work is kept here: sign in to send it.',
  )
  expect(screen.queryByRole('button', { name: 'Use this window instead' })).toBeNull()
})

it('Sign in opens a window beside the screen; whoever comes back is told, and the bar goes', async () => {
  end()
  await signIn()
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Sign in in the new window. This screen stays as it is.',
  )
  expect(begin).not.toHaveBeenCalled()
  await comes('signed_in')
  act(() => store.set(signInAtom, 'good'))
  expect(screen.getByText('Signed in again')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a window that the browser does not open is this one, which comes back to the screen', async () => {
  end()
  await signIn()
  await comes('blocked')
  expect(begin).toHaveBeenCalledOnce()
  expect(keptRoute()).toBe('/Issuance/10000123?from=list')
})

it('this window can be used in its place', async () => {
  end()
  await signIn()
  await userEvent.click(screen.getByRole('button', { name: 'Use this window instead' }))
  expect(begin).toHaveBeenCalledOnce()
  expect(keptRoute()).toBe('/Issuance/10000123?from=list')
})

it('a second window takes the place of the first, and one that was closed can be opened again', async () => {
  end()
  await signIn()
  await signIn()
  expect(windows.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await comes('given_up')
  await signIn()
  expect(windows).toHaveLength(3)
  expect(screen.getByRole('alert')).toHaveTextContent('Sign in in the new window.')
})
