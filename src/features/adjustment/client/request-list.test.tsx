// Tests the open adjustment requests: a table on a terminal, cards on a handheld.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type ContractServer, startContractServer, stockOf } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

const [ONE, TWO] = ['B000000001', 'B000000002']
const line = (change: Record<string, unknown>) => ({
  LineID: 1,
  BarcodeID: ONE,
  ShippedQty: 40,
  ReceivedQty: 37,
  Qty: 60,
  Status: 'OPEN',
  VarietyCode: 'ALB',
  TrimType: 'Plug',
  StockType: 'COMMERCIAL',
  StorageLocation: 'B-10',
  ...change,
})
const request = (change: Record<string, unknown>) => ({
  RequestID: 50000007,
  RequestDetail: 'Transfer 20000001: 2 lines differ',
  TransferNbr: '20000001',
  Status: 'OPEN',
  OriginLocationID: 'WAT',
  TrimSeason: 'S1',
  CreatedBy: 'ravi.receiver',
  CreatedDateTime: new Date(Date.now() - 3 * 60 * 60_000).toISOString(),
  ...change,
})

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.answer('GET adjustmentrequest', () => ({
    Records: [
      request({
        AdjustmentLines: [
          line({}),
          line({ LineID: 2, BarcodeID: TWO, ReceivedQty: 52, StorageLocation: 'B-2' }),
          line({ LineID: 3, BarcodeID: 'B000000003', Status: 'ACCEPT' }),
        ],
      }),
      request({
        RequestID: 50000008,
        TransferNbr: '',
        OfKind: 'count',
        OfNbr: '60000001',
        RequestDetail: 'Count 60000001: 1 line differs',
        AdjustmentLines: [line({ LineID: 4, ShippedQty: 90, ReceivedQty: 10, FirstQty: 12 })],
      }),
    ],
  }))
})
const open = (kind: 'terminal' | 'handheld') => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes(kind === 'terminal' ? 'min-width' : '(pointer: coarse), '),
  }))
  return openScreens(server.base, '/AdjustTrim/')
}
const table = () => screen.findByRole('table', { name: 'Adjustment requests' })
const cellsOf = (row: HTMLElement | undefined) =>
  row === undefined
    ? []
    : within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .toSorted((one, other) => Number(one.ariaRowIndex) - Number(other.ariaRowIndex))
const differences = async () => (await rows()).map((row) => cellsOf(row)[8])

describe('the adjustment requests on a terminal', () => {
  it('have one row per open line, with both counts, the difference, the user and the age', async () => {
    open('terminal')
    const [first, second, third, ...others] = await rows()
    expect(others).toEqual([])
    expect(cellsOf(first)).toEqual([
      '50000007',
      '20000001',
      'B-10',
      ONE,
      'Albion',
      'Plug',
      '40',
      '37',
      '-3',
      'ravi.receiver',
      '3 h',
    ])
    expect(cellsOf(second).slice(2, 9)).toEqual(['B-2', TWO, 'Albion', 'Plug', '40', '52', '+12'])
    expect(cellsOf(third).slice(0, 2)).toEqual(['50000008', '60000001'])
    expect(within(third as HTMLElement).getByTitle('First count: 12')).toHaveTextContent('10')
  })

  it('show the variety of each line, even if its commodity is not that of the season', async () => {
    server.answer('GET variety', ({ query }) => ({
      Data:
        query.berrytype === 'BLUE'
          ? [{ Code: 'DUK', Descript: 'Duke' }]
          : [{ Code: 'ALB', Descript: 'Albion' }],
    }))
    server.answer('GET adjustmentrequest', () => ({
      Records: [request({ AdjustmentLines: [line({ VarietyCode: 'DUK' })] })],
    }))
    open('terminal')
    await waitFor(async () => expect(cellsOf((await rows())[0])[4]).toBe('Duke'))
  })

  it('sort by a key and by headings, and open their review by keys', async () => {
    const page = open('terminal')
    expect(await differences()).toEqual(['-3', '+12', '-80'])
    await page.user.click(screen.getByRole('button', { name: 'Difference' }))
    expect(await differences()).toEqual(['-80', '-3', '+12'])
    await page.user.click(screen.getByRole('button', { name: 'Difference' }))
    expect(await differences()).toEqual(['+12', '-3', '-80'])
    await page.command('sortLines')
    await page.command('lineBelow')
    await page.command('lineBelow')
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Review request 50000007/))
    await page.user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(page.address()).toMatch(/AdjustmentRequests\/5000000/))
  })

  it('leave the line keys to the stock table above while it has rows', async () => {
    for (const barcode of [ONE, TWO]) server.stock.set(barcode, stockOf())
    const page = open('terminal')
    await rows()
    await page.user.click(screen.getByRole('button', { name: 'Search' }))
    const quantity = (barcode: string) => screen.findByRole('textbox', { name: `Quantity of ${barcode}` })
    await waitFor(async () => expect(await quantity(ONE)).toHaveFocus())
    await page.command('lineBelow')
    await waitFor(() => expect(screen.getByRole('row', { name: TWO })).toHaveFocus())
    await page.user.keyboard('{ArrowUp}')
    await waitFor(() => expect(screen.getByRole('row', { name: ONE })).toHaveFocus())
    await page.command('lineBelow')
    await page.user.keyboard('{Enter}')
    await waitFor(async () => expect(await quantity(TWO)).toHaveFocus())
    await page.command('sortLines')
    const stock = screen.getByRole('table', { name: 'Stock' })
    expect(within(stock).getByRole('columnheader', { name: 'Shelf' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    expect(await differences()).toEqual(['-3', '+12', '-80'])
  })

  it('restore sorting and focus after a review: the same row, or the next one if another user decided it', async () => {
    const page = open('terminal')
    await rows()
    await page.user.click(screen.getByRole('button', { name: 'Difference' }))
    await page.command('lineBelow')
    await page.command('lineBelow')
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(`Review request 50000007 ${ONE}`))
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(page.address()).toMatch(/AdjustmentRequests\/50000007/))
    await page.command('goToTrim')
    expect(await differences()).toEqual(['-80', '-3', '+12'])
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(`Review request 50000007 ${ONE}`))

    server.answer('GET adjustmentrequest', () => ({
      Records: [
        request({ AdjustmentLines: [line({ LineID: 2, BarcodeID: TWO, ReceivedQty: 52 })] }),
        request({ RequestID: 50000008, AdjustmentLines: [line({ LineID: 4, ShippedQty: 90 })] }),
      ],
    }))
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(async () => expect(await differences()).toEqual(['-53', '+12']))
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(`Review request 50000007 ${TWO}`))

    const field = screen.getByRole('textbox', { name: 'Barcode' })
    act(() => field.focus())
    server.answer('GET adjustmentrequest', () => ({
      Records: [request({ RequestID: 50000008, AdjustmentLines: [line({ LineID: 4, ShippedQty: 90 })] })],
    }))
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(async () => expect(await differences()).toEqual(['-53']))
    expect(field).toHaveFocus()
  })

  it('also show requests of a server that lists no lines', async () => {
    server.answer('GET adjustmentrequest', () => ({ Records: [request({})] }))
    open('terminal')
    const [only] = await rows()
    expect(cellsOf(only)).toEqual(['50000007', '20000001', 'ravi.receiver', '3 h'])
  })
})

it('are cards on a handheld, with shelf, plants and difference of each line', async () => {
  open('handheld')
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first).toHaveTextContent('50000007')
  expect(first).toHaveTextContent('-3 B-10 · Albion · Plug received 37 of 40')
  expect(first).toHaveTextContent('+12 B-2 · Albion · Plug received 52 of 40')
  expect(second).toHaveTextContent('-80 B-10 · Albion · Plug counted 10, expected 90')
  expect(screen.queryByRole('table')).toBeNull()
})
