import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Again, type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { noticesAtom } from '#app/state/notices.ts'
import { clearRoute, storedRoute } from '#app/state/redirect-route.ts'
import { signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { SignInEnded } from './sign-in-ended.tsx'
import { Toasts } from './toasts.tsx'

// The opened sign-in windows: `signal` aborts when another window replaces it, `finishWith` sets the result.
const windows: { readonly signal: AbortSignal; readonly finishWith: (result: Again) => void }[] = []
const begin = vi.fn(() => Promise.resolve({ type: 'redirected' }))

beforeEach(() => {
  windows.length = 0
  begin.mockClear()
  const service = {
    again: (signal: AbortSignal) => new Promise<Again>((finishWith) => windows.push({ signal, finishWith })),
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
  for (const { finishWith } of windows) finishWith('signed_in')
  await act(() => Promise.resolve())
  store.set(signInServiceAtom, null)
  store.set(noticesAtom, [])
  window.history.replaceState(null, '', '/')
  clearRoute()
})

const end = () => act(() => store.set(signInAtom, 'ended'))
const signIn = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
const finish = (result: Again) => act(async () => windows.at(-1)?.finishWith(result))

it('reports a sign-in that has ended, with a way to sign in, and shows nothing before', () => {
  expect(screen.queryByRole('alert')).toBeNull()
  end()
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Your sign-in has ended. Your work is kept here: sign in to send it.',
  )
  expect(screen.queryByRole('button', { name: 'Use this window instead' })).toBeNull()
})

it('opens a window for Sign in; afterwards it confirms the sign-in and hides the notice', async () => {
  end()
  await signIn()
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Sign in in the new window. This screen stays as it is.',
  )
  expect(begin).not.toHaveBeenCalled()
  await finish('signed_in')
  act(() => store.set(signInAtom, 'good'))
  expect(screen.getByText('Signed in again')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('uses this window if the browser blocks another one, and then returns to the screen', async () => {
  end()
  await signIn()
  await finish('blocked')
  expect(begin).toHaveBeenCalledOnce()
  expect(storedRoute()).toBe('/Issuance/10000123?from=list')
})

it('lets the person use this window instead', async () => {
  end()
  await signIn()
  await userEvent.click(screen.getByRole('button', { name: 'Use this window instead' }))
  expect(begin).toHaveBeenCalledOnce()
  expect(storedRoute()).toBe('/Issuance/10000123?from=list')
})

it('replaces the first window with a second one, and opens a closed one again', async () => {
  end()
  await signIn()
  await signIn()
  expect(windows.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await finish('given_up')
  await signIn()
  expect(windows).toHaveLength(3)
  expect(screen.getByRole('alert')).toHaveTextContent('Sign in in the new window.')
})
