import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

// A document list on a terminal; `document-list.test.tsx` covers what all devices share.

let server: ContractServer
beforeEach(async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('min-width') }))
  server = await startContractServer()
  const add = (number: string, header: object) =>
    server.issuances.set(number, issuanceOf(number, { LastChangedBy: 'pia.picker', ...header }))
  add('10000001', {
    EntityName: 'Coast Berries',
    LastChangedDateTime: new Date(Date.now() - 3 * HOUR).toISOString(),
  })
  add('10000002', {
    EntityName: 'Alder Farm',
    LastChangedDateTime: new Date(Date.now() - 50 * HOUR).toISOString(),
  })
  add('10000003', { EntityName: 'Birch Farm', LastChangedDateTime: new Date().toISOString() })
})
const HOUR = 3_600_000

const open = () => openScreens(server.base, '/Issuance/')
const rowOf = async (number: string) =>
  within(await screen.findByRole('row', { name: new RegExp(`^${number}`) }))
const order = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .toSorted((one, other) => Number(one.ariaRowIndex) - Number(other.ariaRowIndex))
    .map((row) => within(row).getAllByRole('link')[0]?.textContent)

describe('a list on a terminal', () => {
  it('is a table that shows the last person on each document, and its waiting time', async () => {
    open()
    const row = await rowOf('10000001')
    expect(row.getByRole('cell', { name: /Coast Berries/ })).toBeVisible()
    expect(row.getByRole('cell', { name: 'pia.picker' })).toBeVisible()
    expect(row.getByRole('cell', { name: '3 h' })).toBeVisible()
    expect((await rowOf('10000002')).getByRole('cell', { name: '2 d' })).toBeVisible()
    expect(row.getByRole('link', { name: 'Edit 10000001' })).toBeVisible()
    expect(screen.getByRole('table', { name: 'Issuance' })).toHaveAttribute('aria-rowcount', '4')
  })

  it('has no empty columns for line figures that the server does not send', async () => {
    open()
    await rowOf('10000001')
    expect(screen.queryByRole('columnheader', { name: 'All plants' })).toBeNull()
    expect(screen.queryByRole('columnheader', { name: 'Lines done' })).toBeNull()
  })

  it('has the figures of a document that was found by its number', async () => {
    server.issuances.set(
      '10000009',
      issuanceOf('10000009', { LastChangedBy: 'pia.picker' }, [
        { BarcodeID: 'B000000001', Qty: 40, PickQty: 38, Status: 'PICKED' },
        { BarcodeID: 'B000000002', Qty: 15 },
      ]),
    )
    const page = open()
    await rowOf('10000001')
    await page.user.type(screen.getByRole('searchbox'), '10000009{Enter}')
    const row = await rowOf('10000009')
    expect(row.getByRole('cell', { name: '1 of 2' })).toBeVisible()
    expect(row.getByRole('cell', { name: '53 of 55' })).toHaveAttribute('title', '1 line short by 2')
  })

  it('sorts by a key, column after column, and shows the order', async () => {
    const page = open()
    await rowOf('10000001')
    const asGiven = order()
    await page.command('sortList')
    await page.command('sortList')
    await page.command('sortList')
    expect(order()).toEqual(['10000002', '10000003', '10000001'])
    expect(screen.getByRole('columnheader', { name: 'Destination' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    expect(screen.getByText('3 of 3 by Destination')).toBeVisible()
    const age = screen.getByRole('button', { name: 'Idle' })
    await page.user.click(age)
    expect(order()).toEqual(['10000003', '10000001', '10000002'])
    await page.user.click(age)
    expect(order()).toEqual(['10000002', '10000001', '10000003'])
    await page.user.click(age)
    expect(order()).toEqual(asGiven)
  })

  it('shows that only loaded rows are sorted, if there are more', async () => {
    for (let index = 0; index < 200; index += 1) {
      const number = String(20_000_000 + index)
      server.issuances.set(number, issuanceOf(number))
    }
    const page = open()
    await rowOf('10000001')
    await page.user.click(screen.getByRole('button', { name: 'Status' }))
    expect(await screen.findByText(/^\d+ of 203 by Status, of those loaded$/)).toBeVisible()
  })

  it('moves by keys in the shown order', async () => {
    const page = open()
    await rowOf('10000001')
    await page.user.click(screen.getByRole('button', { name: 'Destination' }))
    await page.user.click(screen.getByRole('searchbox'))
    await page.user.keyboard('{ArrowDown}{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('link', { name: '10000003' })).toHaveFocus())
    await page.user.keyboard('{End}')
    await waitFor(() => expect(screen.getByRole('link', { name: '10000001' })).toHaveFocus())
    await page.user.keyboard('{Enter}')
    expect(page.address()).toBe('/Issuance/Grower/10000001')
  })

  it('reports a failed load', async () => {
    server.answer('GET issuance', () => problemAnswer('internal_error'))
    open()
    expect(await screen.findByText('Failed to fetch Issuances')).toBeVisible()
  })
})
