import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { makeApiProblem } from '#app/api/problem.ts'
import { ConfigFailedPage, SignInFailedPage } from './pages.tsx'

// Tests pages that were opened during an outage.

const pages = {
  'the sign-in': (retry: () => void) => (
    <SignInFailedPage failure={{ code: 'provider_unreachable', detail: '' }} onRetry={retry} />
  ),
  'the settings': (retry: () => void) => (
    <ConfigFailedPage problem={makeApiProblem('unreachable', 'Failed to fetch')} onRetry={retry} />
  ),
}

describe.each(Object.entries(pages))('%s', (_name, page) => {
  it('explains the problem, and retries when the network or the user returns', () => {
    const retry = vi.fn<() => void>()
    render(page(retry))
    expect(screen.getByRole('alert')).toHaveTextContent(/cannot be reached/)
    expect(screen.getByRole('alert')).toHaveTextContent('This page tries again when the network is back')
    expect(screen.queryByText(/Failed to fetch/)).toBeNull()
    act(() => void window.dispatchEvent(new Event('online')))
    expect(retry).toHaveBeenCalledTimes(1)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(retry).toHaveBeenCalledTimes(2)
  })
})

it('a refused sign-in is not retried automatically', () => {
  const retry = vi.fn<() => void>()
  render(<SignInFailedPage failure={{ code: 'sign_in_failed', detail: 'access_denied' }} onRetry={retry} />)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(retry).not.toHaveBeenCalled()
  expect(screen.getByText('access_denied')).toBeVisible()
})
