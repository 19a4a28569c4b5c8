import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { lazyFrom } from './lazy-screens.ts'

const module = { Detail: ({ number }: { readonly number: string }) => <p>Issuance {number}</p> }
const shown = () => screen.queryByText('Issuance 10000123')

it('a screen whose code is there is drawn at once', () => {
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

it('a screen is drawn at once after another one of the same code', async () => {
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

it('a screen whose code is on its way is drawn when it has come, and stays while its facts change', async () => {
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
