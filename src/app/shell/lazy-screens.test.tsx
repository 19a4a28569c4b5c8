import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { lazyFrom } from './lazy-screens.ts'

const module = { Detail: ({ number }: { readonly number: string }) => <p>Issuance {number}</p> }
const shown = () => screen.queryByText('Issuance 10000123')

it('renders a screen immediately if its code is loaded', () => {
  const Detail = lazyFrom(
    async () => module,
    () => module,
  )((all) => all.Detail)
  render(
    <Suspense fallback="loading">
      <Detail number="10000123" />
    </Suspense>,
  )
  expect(shown()).toBeVisible()
})

it('renders a screen immediately after another screen of the same code', async () => {
  const of = lazyFrom(async () => module)
  const First = of((all) => all.Detail)
  const Second = of((all) => all.Detail)
  const { rerender } = render(
    <Suspense fallback="loading">
      <First number="20000456" />
    </Suspense>,
  )
  await screen.findByText('Issuance 20000456')
  rerender(
    <Suspense fallback="loading">
      <Second number="10000123" />
    </Suspense>,
  )
  expect(shown()).toBeVisible()
})

it('renders a screen when its code has loaded, and keeps it while its props change', async () => {
  let there: typeof module | undefined
  const Detail = lazyFrom(
    async () => module,
    () => there,
  )((all) => all.Detail)
  const { rerender } = render(
    <Suspense fallback="loading">
      <Detail number="10000123" />
    </Suspense>,
  )
  expect(shown()).toBeNull()
  const first = await screen.findByText('Issuance 10000123')
  there = module
  rerender(
    <Suspense fallback="loading">
      <Detail number="20000456" />
    </Suspense>,
  )
  expect(first).toHaveTextContent('Issuance 20000456')
})
