// A component that is needed while its code cannot be loaded.
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noticesAtom } from '#app/state/notices.ts'
import { store } from '#app/state/store.ts'
import { OnDemand } from './on-demand.tsx'

const module = { default: () => <p>The sheet</p> }
let answer: { readonly come: () => void; readonly fail: () => void }
const load = vi.fn(
  () =>
    new Promise<typeof module>((resolve, reject) => {
      answer = { come: () => resolve(module), fail: () => reject(new Error('Failed to fetch')) }
    }),
)

function Page() {
  const [close, setClose] = useState<() => void>()
  const ask = () => setClose(() => () => setClose(undefined))
  return (
    <>
      <button type="button" onClick={ask}>
        {close ? 'Asked' : 'Ask'}
      </button>
      <OnDemand load={load} preload={true} props={close && {}} onClose={close ?? never} />
    </>
  )
}

const never = () => expect.unreachable()
const notices = () => store.get(noticesAtom).map(({ code }) => code)
const ask = () => act(() => screen.getByRole('button').click())
const settle = (happens: () => unknown) => act(async () => happens())

beforeEach(() => {
  vi.useFakeTimers()
  store.set(noticesAtom, [])
  render(<Page />)
})
afterEach(() => vi.useRealTimers())

it('is cancelled with a message as soon as its code cannot be fetched', async () => {
  ask()
  await settle(() => answer.fail())
  expect(screen.getByRole('button')).toHaveTextContent('Ask')
  expect(notices()).toEqual(['notLoaded'])
})

it('is cancelled after five seconds without an answer, and does not open later', async () => {
  ask()
  await settle(() => vi.advanceTimersByTime(5000))
  expect(notices()).toEqual(['notLoaded'])
  await settle(() => answer.come())
  expect(screen.queryByText('The sheet')).toBeNull()
  ask()
  expect(screen.getByText('The sheet')).toBeInTheDocument()
  expect(notices()).toEqual(['notLoaded'])
})

it('shows no message if it was not requested', async () => {
  await settle(() => answer.fail())
  await settle(() => vi.advanceTimersByTime(60_000))
  expect(notices()).toEqual([])
})
