import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

// The lines of a document on a terminal; `document-detail.test.tsx` covers what all layouts share.

let server: ContractServer
beforeEach(async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('min-width') }))
  server = await startContractServer()
  server.issuances.set(
    '10000001',
    issuanceOf('10000001', {}, [
      { BarcodeID: 'B000000001', Qty: 40, StorageLocation: 'B-10' },
      { BarcodeID: 'B000000002', Qty: 15, StorageLocation: 'B-2', LastChangedBy: 'ravi.receiver' },
      { BarcodeID: 'B000000003', Qty: 5, StorageLocation: 'A-1', Status: 'CANCELLED' },
    ]),
  )
})

const open = () => openScreens(server.base, '/Issuance/Grower/10000001')
const rowOf = (barcode: string) => screen.findByRole('row', { name: barcode })
const sums = async () => (await screen.findAllByRole('row')).at(-1)?.textContent
const order = () =>
  screen
    .getAllByRole('row', { name: /^B0/ })
    .toSorted((one, other) => Number(one.ariaRowIndex) - Number(other.ariaRowIndex))
    .map(({ ariaLabel }) => ariaLabel)

describe('the header above the lines', () => {
  it('omits the number, which the title shows, and shows the time of the last change only as a tooltip', async () => {
    const LastChangedDateTime = new Date(2025, 10, 9, 14, 3, 25).toISOString()
    server.issuances.set('10000001', issuanceOf('10000001', { LastChangedBy: 'ravi', LastChangedDateTime }))
    open()
    const header = within(await screen.findByRole('region', { name: 'Details' }))
    expect(header.queryByText('Tag #')).toBeNull()
    expect(header.getByText('ravi, Nov 9, 2025')).toHaveAttribute(
      'title',
      expect.stringMatching(/^ravi, Nov 9, 2025, (?:2|14):03(?!:)/),
    )
  })
})

describe('the lines on a terminal', () => {
  it('show the quantity for all scans if a scan uses it, and Enter uses it too', async () => {
    const page = open()
    const field = async (barcode: string) => within(await rowOf(barcode)).getByRole('textbox')
    expect(await field('B000000001')).toHaveValue('40')
    page.scan('%T.Q.5.KEEP')
    await waitFor(async () => expect(await field('B000000001')).toHaveValue('5'))
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 5 of 40.'))
    expect(await field('B000000002')).toHaveValue('5')
    await page.user.type(await field('B000000002'), '{Enter}')
    expect(await screen.findByRole('alertdialog', { name: 'Change Pick Qty from 15 to 5' })).toBeVisible()
    page.scan('%T.NO', 2000)
    page.scan('%T.Q.END', 3000)
    await waitFor(async () => expect(await field('B000000002')).toHaveValue('15'))
  })

  it('are a table, shelf first, with the last person on a line and the sum of the plants below', async () => {
    open()
    const row = within(await rowOf('B000000002'))
    expect(row.getAllByRole('cell')[0]).toHaveTextContent('B-2')
    expect(row.getByText('by ravi.receiver')).toBeVisible()
    expect(screen.getByRole('table', { name: 'Lines' })).toHaveAttribute('aria-rowcount', '5')
    // A cancelled line counts as a line, but its plants are not needed.
    expect(await sums()).toBe('Total3 lines550')
  })

  it('show the missing plants of a short line, and mark it as short and not as done', async () => {
    server.issuances.set(
      '10000001',
      issuanceOf('10000001', {}, [
        { BarcodeID: 'B000000001', Qty: 850, Status: 'PICKED', PickQty: 500 },
        { BarcodeID: 'B000000002', Qty: 40, Status: 'PICKED', PickQty: 40 },
      ]),
    )
    open()
    const short = await rowOf('B000000001')
    expect(short).toHaveTextContent('short by 350')
    expect(short).toHaveAttribute('data-short')
    expect(short).not.toHaveAttribute('data-done')
    expect(within(short).getByText('PICKED')).toHaveAttribute('data-short')
    expect(await rowOf('B000000002')).toHaveAttribute('data-done')
    expect(within(await rowOf('B000000002')).getByText('PICKED')).not.toHaveAttribute('data-short')
    expect(await rowOf('B000000002')).not.toHaveAttribute('data-short')
    expect(screen.getByText(/540 of 890 plants/)).toHaveTextContent('1 line short by 350')
    expect(await sums()).toBe('Total2 lines890540')
  })

  it('show the shortage in the editor, and count no unpicked line as done', async () => {
    server.issuances.set(
      '10000001',
      issuanceOf('10000001', {}, [
        { BarcodeID: 'B000000001', Qty: 15, Status: 'PICKED', PickQty: 13 },
        { BarcodeID: 'B000000002', Qty: 10 },
      ]),
    )
    openScreens(server.base, '/Issuance/Edit/10000001')
    expect(await screen.findByText('1 line short by 2')).toBeVisible()
    expect(screen.queryByText(/ of 25 plants/)).toBeNull()
  })

  it('render only the row of a scan', async () => {
    const page = open()
    const other = await rowOf('B000000002')
    // The height of a row in a browser, where a scan moves no other row.
    Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 34 })
    const changes: MutationRecord[] = []
    const observer = new MutationObserver((records) => changes.push(...records))
    observer.observe(other, { attributes: true, childList: true, characterData: true, subtree: true })
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
    const row = await rowOf('B000000001')
    expect(within(row).getByText('PICKED')).toBeVisible()
    expect(await sums()).toBe('Total3 lines5540')
    changes.push(...observer.takeRecords())
    observer.disconnect()
    expect(changes.map(({ type, attributeName }) => `${type} ${attributeName ?? ''}`)).toEqual([])
  })

  it('are reached by keys; Enter opens the quantity, and Escape returns the focus to the row', async () => {
    const page = open()
    await rowOf('B000000001')
    await page.command('lineBelow')
    await waitFor(async () => expect(await rowOf('B000000001')).toHaveFocus())
    await page.user.keyboard('{ArrowDown}')
    await waitFor(async () => expect(await rowOf('B000000002')).toHaveFocus())
    await page.user.keyboard('{Enter}')
    const quantity = screen.getByRole('textbox', { name: 'Quantity of B000000002' })
    await waitFor(() => expect(quantity).toHaveFocus())
    await page.user.keyboard('{ArrowUp}')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity of B000000001' })).toHaveFocus())
    await page.user.keyboard('{Escape}')
    await waitFor(async () => expect(await rowOf('B000000001')).toHaveFocus())
  })

  it('are sorted by a key, with shelf A-2 before A-10, and by a heading', async () => {
    const page = open()
    await rowOf('B000000001')
    const asGiven = order()
    await page.command('sortLines')
    expect(order()).toEqual(['B000000003', 'B000000002', 'B000000001'])
    expect(screen.getByRole('columnheader', { name: 'Shelf' })).toHaveAttribute('aria-sort', 'ascending')
    const ordered = screen.getByRole('button', { name: 'Ordered' })
    await page.user.click(ordered)
    await page.user.click(ordered)
    expect(order()).toEqual(['B000000001', 'B000000002', 'B000000003'])
    await page.user.click(ordered)
    expect(order()).toEqual(asGiven)
  })

  it('show an error below the line, and keep the input', async () => {
    server.answer('POST issuance', () => problemAnswer('internal_error'))
    const page = open()
    await rowOf('B000000001')
    const quantity = screen.getByRole('textbox', { name: 'Quantity of B000000001' })
    await page.user.clear(quantity)
    await page.user.type(quantity, '1.5{Enter}')
    const row = within(await rowOf('B000000001'))
    expect(await row.findByRole('alert')).toBeVisible()
    expect(quantity).toHaveValue('1.5')
    expect(screen.getByRole('columnheader', { name: 'Shelf' })).toBeVisible()
  })
})
