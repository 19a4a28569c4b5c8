import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type ContractServer,
  issuanceOf,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  const nursery = { IssueToType: 'Nursery', IssueToNbr: 'N1', EntityName: 'Redwood Nursery' }
  server.issuances.set('10000001', issuanceOf('10000001', nursery))
  server.stock.set('B000000001', stockOf({ Qty: 1400 }))
})

const edit = (options = {}) => openScreens(server.base, '/Issuance/Edit/10000001', options)

describe('a barcode that does not fit the document', () => {
  it('reports its stock type, the type that fits, and the next step', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    page.scan('B000000001')
    await waitFor(() =>
      expect(page.outcome()).toBe(
        'B000000001: 1,400 here, COMMERCIAL; this document takes FOUNDATION. Scan FOUNDATION plants.',
      ),
    )
    const why = await page.whyNot()
    expect(why?.why).toBe('otherStockType')
    expect(why?.facts).toMatchObject({
      barcode: 'B000000001',
      stockType: 'COMMERCIAL',
      wanted: 'FOUNDATION',
      location: 'WAT',
      shelf: 'A-01',
    })
    expect(why?.steps.slice(0, 2)).toEqual(['advancedSearch', 'newIssuance'])
    expect(screen.queryAllByRole('article')).toEqual([])
  })

  it('reports another location that has it', async () => {
    const fits = { BarcodeID: 'B000000002', Qty: 60, StockType: 'FOUNDATION', StorageLocation: 'C-07' }
    server.answer('GET plantinventory', ({ query }) => (query['inventorylocation'] === 'SAL' ? [fits] : []))
    const page = edit({ locations: ['SAL', 'WAT'] })
    await screen.findByText('No lines yet')
    page.scan('B000000002')
    await waitFor(() =>
      expect(page.outcome()).toBe(
        'B000000002: none at WAT; 60 at SAL, FOUNDATION. Transfer them here first, or work at SAL.',
      ),
    )
    const why = await page.whyNot()
    expect(why?.why).toBe('otherLocation')
    expect(why?.facts).toMatchObject({
      location: 'WAT',
      there: 'SAL',
      shelf: 'C-07',
      stockType: 'FOUNDATION',
    })
    expect(why?.steps[0]).toBe('switchPlace')
    expect(why?.steps).toContain('goToSetup')
    expect(page.offer()).toEqual({
      next: ['switchPlace'],
      facts: expect.objectContaining({
        toLocation: 'SAL',
        toSeasonId: 'S1',
        toCommodity: 'STRAW',
        path: '/Issuance/',
      }),
    })
  })

  it('reports its commodity, if that is another one', async () => {
    const blue = { BarcodeID: 'B000000002', Qty: 60, StockType: 'COMMERCIAL', StorageLocation: 'C-07' }
    server.answer('GET plantinventory', ({ query }) => (query['commodity'] === 'BLUE' ? [blue] : []))
    const page = edit()
    await screen.findByText('No lines yet')
    page.scan('B000000002')
    await waitFor(() =>
      expect(page.outcome()).toBe(
        'B000000002 is Blueberry: 60 here, on C-07. Choose a season of Blueberry in Setup.',
      ),
    )
    expect((await page.whyNot())?.why).toBe('otherCommodity')
  })

  it('offers to switch to a season of the other commodity', async () => {
    server.answer('GET trimseasons', () => ({
      Result: [{ Id: 'B2', TrimSeason: 'Blue 2026', Commodity: 'BLUE' }],
    }))
    const blue = { BarcodeID: 'B000000002', Qty: 60, StockType: 'COMMERCIAL', StorageLocation: 'C-07' }
    server.answer('GET plantinventory', ({ query }) => (query['commodity'] === 'BLUE' ? [blue] : []))
    const page = edit()
    await screen.findByText('No lines yet')
    page.scan('B000000002')
    const seasonText = 'B000000002 is Blueberry: 60 here, on C-07. Go to Blue 2026 to work with it.'
    await waitFor(() => expect(page.outcome()).toBe(seasonText))
    expect(page.offer()).toEqual({
      next: ['switchPlace'],
      facts: expect.objectContaining({
        toLocation: 'WAT',
        toSeasonId: 'B2',
        toCommodity: 'BLUE',
        path: '/Issuance/',
      }),
    })
  })

  it("is reported with the specification's sentence if there is no stock at all", async () => {
    const page = edit({ locations: ['SAL', 'WAT'] })
    await screen.findByText('No lines yet')
    page.scan('B000000009')
    await waitFor(() => expect(page.outcome()).toBe('No data available for B000000009 Inventory.'))
    expect((await page.whyNot())?.facts).toMatchObject({ location: 'WAT', wanted: 'FOUNDATION' })
  })
})

it("'Why not?' names the stock type and the storage location of a line", async () => {
  server.issuances.set('10000002', issuanceOf('10000002'))
  const page = openScreens(server.base, '/Issuance/Edit/10000002')
  await screen.findByText('No lines yet')
  page.typeQuantity('1500')
  page.scan('B000000001')
  await waitFor(() => expect(page.outcome()).toMatch(/Insufficient Quantity/i))
  expect((await page.whyNot())?.facts).toMatchObject({
    barcode: 'B000000001',
    stockType: 'COMMERCIAL',
    shelf: 'A-01',
    location: 'WAT',
  })
})
