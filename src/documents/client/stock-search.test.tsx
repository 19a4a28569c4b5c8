import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { publishNews } from '#app/state/live.ts'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set('10000001', issuanceOf('10000001'))
  for (let index = 0; index < 237; index += 1) {
    const barcode = `B000000${String(index).padStart(3, '0')}`
    server.stock.set(barcode, stockOf())
  }
})

const pages = () =>
  server.asked
    .filter(({ path, query }) => path === 'plantinventory' && query.barcodeid === undefined)
    .map(({ query: { offset, limit } }) => [offset, limit])

describe('a search of stock', () => {
  it.each([
    ['the editor', '/Issuance/Edit/10000001'],
    ['Adjust Trim', '/AdjustTrim/'],
  ])('in %s shows how many results it has loaded, and loads more by key', async (_, path) => {
    const page = openScreens(server.base, path)
    if (path !== '/AdjustTrim/') {
      await page.user.click(await screen.findByRole('button', { name: 'Advanced Search' }))
    }
    await page.user.click(await screen.findByRole('button', { name: 'Search' }))
    expect(await screen.findByText('100 of 237 found')).toBeVisible()
    // Adjust Trim focuses its first result; the person moves on from there.
    if (path === '/AdjustTrim/')
      await waitFor(() => expect(document.activeElement).toBeInstanceOf(HTMLInputElement))
    screen.getByRole('button', { name: 'Show more' }).focus()
    await page.user.keyboard('{Enter}')
    expect(await screen.findByText('200 of 237 found')).toBeVisible()
    server.answer('GET plantinventory', () => problemAnswer('location_not_allowed'))
    await page.user.keyboard('{Enter}')
    expect(await screen.findByText(/More could not be loaded\./)).toBeVisible()
    expect(screen.getByText(/200 of 237 found/)).toBeVisible()
    server.answer('GET plantinventory', undefined)
    await page.user.keyboard('{Enter}')
    expect(await screen.findByText('237 of 237 found')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(pages()).toEqual(['0', '100', '200', '200'].map((offset) => [offset, '100']))
  })

  it('takes all results from a server without pages', async () => {
    server.answer('GET plantinventory', () =>
      [...server.stock].map(([BarcodeID, plants]) => ({ BarcodeID, ...plants })),
    )
    const page = openScreens(server.base, '/Issuance/Edit/10000001')
    await page.user.click(await screen.findByRole('button', { name: 'Advanced Search' }))
    await page.user.click(screen.getByRole('button', { name: 'Search' }))
    expect(await screen.findByText('237 of 237 found')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })
})

it("other people's changes are shown in the results, on all loaded pages", async () => {
  const page = openScreens(server.base, '/Issuance/Edit/10000001')
  await page.user.click(await screen.findByRole('button', { name: 'Advanced Search' }))
  await page.user.click(await screen.findByRole('button', { name: 'Search' }))
  await page.user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('200 of 237 found')).toBeVisible()
  server.stock.set('B000000000', stockOf({ Qty: 8388 }))
  act(() =>
    publishNews({
      Type: 'change',
      Kind: 'stock',
      Number: 'B000000000',
      Step: 'adjust',
      By: 'ravi',
      At: '2026-11-22T10:00:00.000Z',
      Key: '',
    }),
  )
  expect(screen.getByText('200 of 237 found')).toBeVisible()
  expect(await screen.findByText(/8,388/)).toBeVisible()
  expect(screen.getByText('200 of 237 found')).toBeVisible()
  expect(pages()).toHaveLength(4)
})
