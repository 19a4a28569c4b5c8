// A barcode at two shelves: a second line takes the plants that the first shelf lacks.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type ContractServer,
  dumpOf,
  issuanceOf,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { giveNoReason, type OpenOptions, openScreens } from '#tests/support/document-screens.tsx'
import { openDumps } from '#tests/support/dump-screens.ts'

const [ONE, TWO] = ['B000000001', 'B000000002']

let server: ContractServer
beforeEach(async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('min-width') }))
  server = await startContractServer()
  server.stock.set(ONE, stockOf({ Qty: 60 }))
  server.otherShelves.set(ONE, [
    { ...stockOf({ Qty: 30 }), BarcodeID: ONE, StorageLocation: 'B-2' },
    { ...stockOf({ Qty: 575 }), BarcodeID: ONE, StorageLocation: 'B-10' },
  ])
  server.issuances.set('10000001', issuanceOf('10000001'))
})

const edit = () => openScreens(server.base, '/Issuance/Edit/10000001')
const pick = (options: OpenOptions = {}) => openScreens(server.base, '/Issuance/Grower/10000001', options)
const linesOf = (number = '10000001') =>
  server.issuances
    .get(number)
    ?.lines.map(({ StorageLocation, OrderQty, PickQty }) => [StorageLocation, OrderQty, PickQty])
// Answers the question for the shelf by a scan of its label.
const at = async (page: ReturnType<typeof edit>, shelf: string, later = 5000) => {
  await screen.findByRole('alertdialog', { name: new RegExp(`^${ONE} is on \\d shelves. Which one\\?$`) })
  page.scan(shelf, later)
}
const takeButton = (name: string) => screen.findByRole('button', { name: new RegExp(name) })

describe('the question for the shelf', () => {
  it('receives digits that were typed before it was shown', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    const release = server.hold('GET plantinventory')
    page.typeQuantity('20')
    page.scan(ONE)
    page.typeQuantity('2')
    release()
    const asked = await screen.findByRole('alertdialog', { name: new RegExp(`^${ONE} is on`) })
    expect(within(asked).getByRole('combobox', { name: 'Shelf' })).toHaveValue('2')
    const second = within(asked).getAllByRole('option', { selected: true })
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(linesOf()).toHaveLength(1))
    expect(second[0]).toHaveTextContent(String(linesOf()?.[0]?.[0]))
    expect(linesOf()?.[0]?.[1]).toBe(20)
  })
})

describe('a line with more plants than its shelf has', () => {
  it('names the shelf that has the missing plants, and takes them from there with one key', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    page.typeQuantity('100')
    page.scan(ONE)
    await at(page, 'A-01')
    await waitFor(() => expect(page.outcome()).toMatch(/Insufficient quantity/))
    expect((await page.whyNot())?.steps[0]).toBe('takeRest')
    expect(await screen.findByText(`${ONE}: 40 short at A-01. B-10 has 575.`)).toBeVisible()
    await takeButton('^Take 40 from B-10')
    await page.command('acknowledge')
    await page.command('takeRest')
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: the other 40 come from B-10.`))
    expect(linesOf()).toEqual([
      ['A-01', 60, null],
      ['B-10', 40, null],
    ])
    expect(screen.getAllByRole('row', { name: ONE })).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull()
  })

  it('takes all plants of a shelf that has too few, and reports the number that is still missing', async () => {
    server.otherShelves.set(ONE, [{ ...stockOf({ Qty: 30 }), BarcodeID: ONE, StorageLocation: 'B-2' }])
    const page = edit()
    await screen.findByText('No lines yet')
    page.typeQuantity('100')
    page.scan(ONE)
    await at(page, 'A-01')
    await page.user.click(await takeButton('^Take 30 from B-2'))
    await page.command('acknowledge')
    await page.command('takeRest')
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: 30 more from B-2. Still 10 short.`))
  })

  it('reports that no other shelf has plants', async () => {
    server.otherShelves.clear()
    const page = edit()
    await screen.findByText('No lines yet')
    page.typeQuantity('100')
    page.scan(ONE)
    expect(
      await screen.findByText(`${ONE}: 40 short at A-01. No other shelf here has this barcode.`),
    ).toBeVisible()
    await page.command('acknowledge')
    await page.command('takeRest')
    await waitFor(() =>
      expect(page.outcome()).toBe(`${ONE}: 40 short. No other shelf here has this barcode.`),
    )
    expect(linesOf()).toEqual([])
  })
})

it('a dump takes missing plants from another shelf, even if its field is empty after the refusal', async () => {
  server.dumps.set('30000001', dumpOf('30000001'))
  const page = openDumps(server, '/Dump/Edit/30000001')
  await screen.findByText('No lines yet')
  page.scan('%T.R.MOLD')
  await screen.findByText(/^Reason for the next scans: Mould/)
  page.typeQuantity('100')
  page.scan(ONE, 1000)
  await at(page, 'A-01')
  await waitFor(() => expect(page.outcome()).toMatch(/Insufficient quantity/))
  expect(await screen.findByText(`${ONE}: 40 short at A-01. B-10 has 575.`)).toBeVisible()
  await page.command('acknowledge')
  await page.command('takeRest')
  await waitFor(() => expect(page.outcome()).toBe(`${ONE}: the other 40 come from B-10.`))
  expect(
    server.dumps
      .get('30000001')
      ?.lines.map(({ StorageLocation, DumpQty, Status, ReasonCode }) =>
        [StorageLocation, DumpQty, Status, ReasonCode].join(' '),
      ),
  ).toEqual(['A-01 60 DUMPED MOLD', 'B-10 40 DUMPED MOLD'])
})

describe('a barcode on several shelves', () => {
  it('is ordered from the fullest shelf by Enter, or from a scanned shelf, and the outcome names the shelf', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    page.typeQuantity('50')
    page.scan(ONE)
    const dialog = await screen.findByRole('alertdialog', { name: `${ONE} is on 3 shelves. Which one?` })
    expect(within(dialog).getByRole('option', { selected: true })).toHaveTextContent('B-10 575')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(page.outcome()).toMatch(/ Shelf B-10\.$/))
    expect(linesOf()).toEqual([['B-10', 50, null]])
  })

  it('is dumped only from a shelf that the person has named', async () => {
    server.dumps.set('30000001', dumpOf('30000001'))
    const page = openDumps(server, '/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.scan(ONE)
    const dialog = await screen.findByRole('alertdialog', { name: `${ONE} is on 3 shelves. Which one?` })
    expect(within(dialog).queryByRole('option', { selected: true })).toBeNull()
    await page.user.keyboard('{Enter}')
    expect(dialog).toBeVisible()
    await page.user.keyboard('b2{Enter}')
    await waitFor(() => expect(page.outcome()).toBe(`${ONE} added from B-2. Enter its quantity.`))
  })

  it('is not ordered when the question is closed', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    page.typeQuantity('50')
    page.scan(ONE)
    await screen.findByRole('alertdialog')
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: no shelf chosen. Nothing was changed.`))
    expect(screen.queryByRole('row', { name: ONE })).toBeNull()
    expect(linesOf()).toEqual([])
  })

  it('is picked from the scanned shelf if the person is at another barcode', async () => {
    server.issuances.set(
      '10000001',
      issuanceOf('10000001', {}, [
        { BarcodeID: TWO, Qty: 10, StorageLocation: 'A-01' },
        { BarcodeID: ONE, Qty: 60, StorageLocation: 'B-10' },
        { BarcodeID: ONE, Qty: 25, StorageLocation: 'B-2' },
      ]),
    )
    const page = pick()
    await waitFor(() => expect(screen.getAllByRole('row', { name: ONE })).toHaveLength(2))
    page.scan(ONE)
    await screen.findByRole('alertdialog', { name: `${ONE} is on 2 shelves. Which one?` })
    page.scan('B-10', 1000)
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: picked 60 of 60. Shelf B-10.`))
  })
})

describe('a shelf with fewer plants than were ordered', () => {
  beforeEach(() => {
    server.issuances.set(
      '10000001',
      issuanceOf('10000001', {}, [{ BarcodeID: ONE, Qty: 60 }, { BarcodeID: TWO }]),
    )
  })

  it('leaves the missing plants to another shelf: the order stays complete, and a scan picks the open line', async () => {
    const page = pick()
    await screen.findByRole('row', { name: ONE })
    page.typeQuantity('35')
    page.scan(ONE)
    await screen.findByRole('alertdialog', { name: 'Change Pick Qty from 60 to 35' })
    page.scan('%T.YES')
    await giveNoReason()
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: picked 35 of 60.`))
    await takeButton('^Take 25 from B-2')
    await page.command('takeRest')
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: the other 25 come from B-2.`))
    expect(linesOf()).toEqual([
      ['A-01', 35, 35],
      ['A-01', 40, null],
      ['B-2', 25, null],
    ])
    page.scan(ONE, 1000)
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: picked 25 of 25. Shelf B-2.`))
    expect(linesOf()?.[2]).toEqual(['B-2', 25, 25])
  })

  it('has nothing to take before its own quantity is entered', async () => {
    const page = pick()
    await screen.findByRole('row', { name: ONE })
    await page.command('takeRest', { barcode: ONE })
    await waitFor(() =>
      expect(page.outcome()).toBe(`${ONE}: nothing is missing at its shelf. Enter what is there first.`),
    )
  })

  it('counts a scan for the first shelf on the walk, and names it', async () => {
    server.issuances.set(
      '10000001',
      issuanceOf('10000001', {}, [
        { BarcodeID: ONE, Qty: 60, StorageLocation: 'B-10' },
        { BarcodeID: ONE, Qty: 25, StorageLocation: 'B-2' },
      ]),
    )
    const page = pick()
    await waitFor(() => expect(screen.getAllByRole('row', { name: ONE })).toHaveLength(2))
    page.scan(ONE)
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: picked 25 of 25. Shelf B-2.`))
    page.scan(ONE, 1000)
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: picked 60 of 60. Shelf B-10.`))
    const rows = screen.getAllByRole('row', { name: ONE })
    for (const row of rows) expect(within(row).getByText('PICKED')).toBeVisible()
  })
})
