import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cacheAnswers } from '#app/api/cached-answers.ts'
import { createQueryClient } from '#app/api/query-client.ts'
import { chooseOption } from '#tests/support/choose-option.ts'
import {
  type ContractServer,
  problemAnswer,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import { actAsHandheld } from '#tests/support/handheld.ts'
import { say } from '#text/say.ts'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.stock.set('B000000001', stockOf())
  server.answer('GET reasoncode', () => ({
    Result: [
      { Id: 1, ReasonType: 'INVENTORY', ReasonCode: 'COUNT', ReasonDescript: 'Physical count' },
      { Id: 2, ReasonType: 'INVENTORY', ReasonCode: 'LABEL', ReasonDescript: 'Label was wrong' },
    ],
  }))
  server.answer('GET adjustmentrequest', () => ({ Records: [] }))
  server.answer('POST plantinventory', () => ({ Message: 'Adjustment processed successfully' }))
})

describe('adjusting trim', () => {
  it('asks for a reason by number, adjusts, and offers the missing labels', async () => {
    const page = openScreens(server.base, '/AdjustTrim/')
    expect(await screen.findByText('No Requests')).toBeVisible()
    page.scan('B000000001')
    const quantity = await screen.findByRole('textbox', { name: 'Quantity of B000000001' })
    await waitFor(() => expect(quantity).toHaveFocus())
    await page.user.type(quantity, '{Enter}')
    await page.says('Please Edit Quantity')
    await page.user.clear(quantity)
    await page.user.type(quantity, '104{Enter}')
    const dialog = await screen.findByRole('alertdialog', { name: 'Change Qty from 100 to 104' })
    expect(within(dialog).getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true')
    await page.user.type(await within(dialog).findByRole('combobox', { name: 'Reason' }), '2{Enter}')
    expect(await screen.findByText('Print 4 more labels?')).toBeVisible()
    page.scan('%T.NO')
    await waitFor(() => expect(page.outcome()).toBe('Trim Adjusted. B000000001 at A-01: 100 is now 104.'))
    expect(server.posts()[0]?.body).toMatchObject({
      TransactionType: 'ADJUST',
      TransactionReason: 'LABEL',
      Qty: 104,
      SeenQty: 100,
    })
    expect(page.bugs).toEqual([])
  })

  it('shows the last loaded stock of a barcode with its time while the server is unreachable', async () => {
    startFakeDatabase()
    await cacheAnswers(createQueryClient(), 'pia')
    const page = openScreens(server.base, '/AdjustTrim/')
    page.scan('B000000001')
    expect(await screen.findByText('100 on hand')).toBeVisible()
    server.answer('GET plantinventory', () => problemAnswer('unavailable'))
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toMatch(/^B000000001 at A-01: 100 on hand as of \d+:\d\d/))
    expect(screen.getByText(/^as of \d/)).toBeVisible()
    expect(screen.getByText('100 on hand')).toBeVisible()
    page.scan('B000000002')
    await waitFor(() => expect(page.outcome()).toMatch(/^The server cannot answer now/))
    expect(screen.queryByText(/^as of/)).toBeNull()
  })

  it('uses the next number for the next scan after a typed barcode was not found', async () => {
    const page = openScreens(server.base, '/AdjustTrim/')
    const field = await screen.findByRole('textbox', { name: 'Barcode' })
    await page.user.type(field, 'B000000009')
    await waitFor(() => expect(page.outcome()).toMatch(/B000000009/))
    await waitFor(() => expect(field).toHaveFocus())
    expect(page.waitsFor()).toBeUndefined()
    page.typeQuantity('104')
    page.scan('B000000001')
    expect(await screen.findByRole('alertdialog', { name: 'Change Qty from 100 to 104' })).toBeVisible()
  })

  it('never reads 1.5 as 15: keeps the entry, shows the problem, and sends nothing', async () => {
    const page = openScreens(server.base, '/AdjustTrim/')
    await screen.findByText('No Requests')
    page.scan('B000000001')
    const quantity = await screen.findByRole('textbox', { name: 'Quantity of B000000001' })
    await waitFor(() => expect(quantity).toHaveFocus())
    await page.user.keyboard('1.5')
    expect(quantity).toHaveValue('1.5')
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a whole number of at most 9 digits.')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('Enter a whole number of at most 9 digits.'))
    expect(quantity).toHaveValue('1.5')
    expect(server.posts()).toEqual([])
  })

  it('focuses a row only while it takes the next digits', async () => {
    server.stock.set('B000000002', stockOf({ Qty: 50 }))
    const page = openScreens(server.base, '/AdjustTrim/')
    const first = 'Quantity of B000000001'
    const second = 'Quantity of B000000002'
    const focused: (string | null)[] = []
    const note = ({ target }: Event) =>
      void focused.push(target instanceof HTMLInputElement ? (target.labels?.[0]?.textContent ?? null) : null)
    document.addEventListener('focusin', note)
    onTestFinished(() => document.removeEventListener('focusin', note))
    const releaseStock = server.hold('GET plantinventory')
    page.scan('B000000001')
    page.scan('B000000002', 1000)
    releaseStock()
    await waitFor(() => expect(screen.getByRole('textbox', { name: second })).toHaveFocus())
    expect(focused).not.toContain(first)

    const found = server.hold('GET plantinventory')
    page.scan('B000000001', 2000)
    await waitFor(() => expect(screen.getByRole('textbox', { name: second })).not.toHaveFocus())
    found()
    await waitFor(() => expect(screen.getByRole('textbox', { name: first })).toHaveFocus())
  })

  it('runs no scan between the reason and the question about labels', async () => {
    server.stock.set('B000000002', stockOf({ Qty: 50 }))
    const page = openScreens(server.base, '/AdjustTrim/')
    page.scan('B000000001')
    const quantity = await screen.findByRole('textbox', { name: 'Quantity of B000000001' })
    await waitFor(() => expect(quantity).toHaveFocus())
    await page.user.clear(quantity)
    await page.user.type(quantity, '104{Enter}')
    const reason = await screen.findByRole('combobox', { name: 'Reason' })
    page.scan('B000000002', 1000)
    const releaseStock = server.hold('POST plantinventory')
    await page.user.type(reason, '2{Enter}')
    await waitFor(() => expect(server.posts()).toHaveLength(1))
    expect(page.depth()).toBe(1)
    releaseStock()
    const yes = await screen.findByRole('button', { name: /^Yes/ })
    await waitFor(() => expect(yes).toHaveFocus())
    expect(page.depth()).toBe(1)
    expect(screen.queryByRole('article', { name: 'B000000002', hidden: true })).toBeNull()
    page.scan('%T.NO', 2000)
    await waitFor(() => expect(page.outcome()).toMatch(/^B000000002 at A-01: 50 on hand\./))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity of B000000002' })).toHaveFocus())
  })

  it("keeps the entry when the server refuses it, and shows the server's message", async () => {
    server.answer('POST plantinventory', () => ({
      Message: 'Quantity is less than the 20 reserved on open documents',
    }))
    const page = openScreens(server.base, '/AdjustTrim/')
    await screen.findByText('No Requests')
    page.typeQuantity('7')
    page.scan('B000000001')
    await screen.findByRole('alertdialog', { name: 'Change Qty from 100 to 7' })
    await screen.findByRole('option', { name: /Physical count/ })
    page.scan('%T.R.NONE')
    await waitFor(() => expect(page.outcome()).toMatch(/NONE is not a reason code here/))
    page.scan('%T.R.COUNT', 1000)
    await waitFor(() => expect(page.outcome()).toBe('Reason: Physical count'))
    page.scan('%T.YES', 2000)
    await waitFor(() => expect(page.outcome()).toMatch(/Quantity is less than the 20 reserved/))
    const why = await page.whyNot()
    expect(why?.why).toBe('belowReserved')
    expect(why?.facts).toMatchObject({ barcode: 'B000000001' })
    expect(screen.getByRole('textbox', { name: 'Quantity of B000000001' })).toHaveValue('7')
  })

  it('refuses less than the reserved quantity before it asks for a reason, and shows the minimum', async () => {
    server.stock.set('B000000001', stockOf({ Qty: 100, AvailableQty: 80 }))
    const page = openScreens(server.base, '/AdjustTrim/')
    await screen.findByText('No Requests')
    page.typeQuantity('7')
    page.scan('B000000001')
    await waitFor(() =>
      expect(page.outcome()).toBe(
        'Quantity is less than the 20 reserved on open documents. Enter 20 or more.',
      ),
    )
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const why = await page.whyNot()
    expect(why?.why).toBe('belowReserved')
    expect(why?.facts).toMatchObject({ barcode: 'B000000001' })
  })

  it('names the other location that has the barcode, and the next step', async () => {
    const elsewhere = { BarcodeID: 'B000000002', Qty: 60, StockType: 'FOUNDATION', StorageLocation: 'C-07' }
    server.answer('GET plantinventory', ({ query }) =>
      query['inventorylocation'] === 'SAL' ? [elsewhere] : [],
    )
    const page = openScreens(server.base, '/AdjustTrim/', { locations: ['ABC', 'SAL', 'WAT'] })
    page.scan('B000000002')
    const expected =
      'B000000002: none at WAT; 60 at SAL, FOUNDATION. Count them at SAL, or transfer them here.'
    await waitFor(() => expect(page.outcome()).toBe(expected))
    const why = await page.whyNot()
    expect(why?.why).toBe('otherLocation')
    expect(why?.facts).toMatchObject({ there: 'SAL', shelf: 'C-07', location: 'WAT' })
    expect(why?.steps[0]).toBe('switchPlace')
    expect(page.offer()).toEqual({
      next: ['switchPlace'],
      facts: expect.objectContaining({
        toLocation: 'SAL',
        toSeasonId: 'S1',
        toCommodity: 'STRAW',
        path: '/AdjustTrim/',
      }),
    })
    expect(why?.steps).toEqual(expect.arrayContaining(['goToSetup', 'newTransfer']))
    page.scan('B000000003', 1000)
    await waitFor(() => expect(page.outcome()).toBe('No data available for B000000003 Inventory.'))
  })

  it('names the other commodity of a barcode in stock here, and leads to its season', async () => {
    const blue = { BarcodeID: 'B000000004', Qty: 75, StockType: 'COMMERCIAL', StorageLocation: 'D-02' }
    server.answer('GET plantinventory', ({ query }) =>
      query['commodity'] === 'BLUE' && query['inventorylocation'] === 'WAT' ? [blue] : [],
    )
    const page = openScreens(server.base, '/AdjustTrim/')
    page.scan('B000000004')
    const expected = 'B000000004 is Blueberry: 75 here, on D-02. Choose a season of Blueberry in Setup.'
    await waitFor(() => expect(page.outcome()).toBe(expected))
    const why = await page.whyNot()
    expect(why?.why).toBe('otherCommodity')
    expect(why?.steps[0]).toBe('goToSetup')
  })

  it('offers to switch to the first season of the other commodity', async () => {
    server.answer('GET trimseasons', () => ({
      Result: [
        { Id: 'S1', TrimSeason: 'Straw 2026', Commodity: 'STRAW' },
        { Id: 'B2', TrimSeason: 'Blue 2026', Commodity: 'BLUE' },
        { Id: 'B1', TrimSeason: 'Blue 2025', Commodity: 'BLUE' },
      ],
    }))
    const blue = { BarcodeID: 'B000000004', Qty: 75, StockType: 'COMMERCIAL', StorageLocation: 'D-02' }
    server.answer('GET plantinventory', ({ query }) => (query['commodity'] === 'BLUE' ? [blue] : []))
    const page = openScreens(server.base, '/AdjustTrim/')
    page.scan('B000000004')
    const expected = 'B000000004 is Blueberry: 75 here, on D-02. Go to Blue 2026 to work with it.'
    await waitFor(() => expect(page.outcome()).toBe(expected))
    expect(page.offer()).toEqual({
      next: ['switchPlace'],
      facts: expect.objectContaining({
        toLocation: 'WAT',
        toSeasonId: 'B2',
        toCommodity: 'BLUE',
        path: '/AdjustTrim/',
      }),
    })
    expect((await page.whyNot())?.steps[0]).toBe('switchPlace')
  })

  it('reports a barcode that is not in stock', async () => {
    const page = openScreens(server.base, '/AdjustTrim/')
    page.scan('B000000009')
    await waitFor(() => expect(page.outcome()).toBe('No data available for B000000009 Inventory.'))
    await chooseOption(page.user, screen.getByRole('combobox', { name: 'Stock Type' }), 'FOUNDATION')
    await page.user.click(screen.getByRole('button', { name: /Search/ }))
    expect(await screen.findByText('Not found')).toBeVisible()
  })
})

describe('an adjustment request', () => {
  const open = () => {
    server.answer('GET adjustmentrequest/:id', () => ({
      Adjustment: {
        RequestID: 7,
        TransferNbr: '20000001',
        Status: 'OPEN',
        OriginLocationID: 'WAT',
        TrimSeason: 'S1',
      },
      AdjustmentLines: [
        { LineID: 1, BarcodeID: 'B000000001', ShippedQty: 40, ReceivedQty: 37, Qty: 60, Status: '' },
        { LineID: 2, BarcodeID: 'B000000002', ShippedQty: 40, ReceivedQty: 50, Qty: 10, Status: '' },
      ],
    }))
    return openScreens(server.base, '/AdjustmentRequests/7')
  }
  const lineOf = (barcode: string) => screen.findByRole('article', { name: barcode })
  /** Scans a decision and its confirmation; at most one code per second. */
  const decide = async (page: ReturnType<typeof open>, step: 'ACCEPT' | 'REJECT', later: number) => {
    page.scan(`%T.${step}`, later)
    await screen.findByRole('alertdialog', { name: /^(Accept|Reject) B/ })
    page.scan('%T.YES', later + 1000)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }

  it('asks before a decision, because decisions cannot be undone', async () => {
    server.answer('POST adjustmentrequest', () => ({ Message: 'Adjustment Request processed successfully' }))
    const page = open()
    const line = within(await lineOf('B000000001'))
    await page.user.click(line.getByRole('button', { name: /^Accept/ }))
    await screen.findByRole('alertdialog', { name: 'Accept B000000001? 60 on hand will be 63.' })
    expect(screen.getByRole('button', { name: /^No/ })).toHaveFocus()
    expect(server.posts()).toEqual([])
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: nothing was changed.'))
    expect(line.getByText('OPEN')).toBeVisible()
    await page.user.click(line.getByRole('button', { name: /^Reject/ }))
    await screen.findByRole('alertdialog', { name: 'Reject B000000001? Stock stays at 60.' })
    expect(server.posts()).toEqual([])
    page.scan('%T.YES')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: rejected. Stock is unchanged.'))
    expect(server.posts()).toHaveLength(1)
  })

  it('is decided line by line and closed with the last one', async () => {
    server.answer('POST adjustmentrequest', () => ({ Message: 'Adjustment Request processed successfully' }))
    const page = open()
    await lineOf('B000000001')
    expect(screen.getByText('20000001')).toBeVisible()
    await decide(page, 'ACCEPT', 0)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: accepted. 63 on hand now.'))
    expect(within(await lineOf('B000000001')).queryByRole('button', { name: /Accept/ })).toBeNull()
    await page.command('accept', { barcode: 'B000000002' })
    expect(page.outcome()).toBe(
      'The adjusted quantity is less than or equal to the inventory quantity, please reject and adjust manually',
    )
    const why = await page.whyNot()
    expect(why?.why).toBe('adjustmentTooSmall')
    expect(why?.steps).toContain('reject')
    expect(say('rule.adjustmentTooSmall')).toBe(
      'An accepted request leaves at least one plant on hand. Otherwise reject it and adjust by hand.',
    )
    await decide(page, 'REJECT', 5000)
    expect(await screen.findByText('CLOSED')).toBeVisible()
    expect(server.posts().map(({ body }) => [body.Adjustment.Status, body.AdjustmentLine.Status])).toEqual([
      ['OPEN', 'ACCEPT'],
      ['CLOSED', 'REJECT'],
    ])
  })

  it('restores its state when the decision is not confirmed', async () => {
    server.answer('POST adjustmentrequest', () => ({ Message: '' }))
    const page = open()
    await lineOf('B000000001')
    await decide(page, 'ACCEPT', 0)
    await page.says('Request Failed!')
    expect(within(await lineOf('B000000001')).getByText('OPEN')).toBeVisible()
    server.answer('POST adjustmentrequest', () => problemAnswer('unavailable'))
    await decide(page, 'REJECT', 5000)
    await waitFor(() => expect(page.outcome()).toMatch(/^Request Failed!/))
    expect(await within(await lineOf('B000000001')).findByText('OPEN')).toBeVisible()
  })
})

describe('adjusting trim on a handheld', () => {
  const card = () => document.querySelector<HTMLElement>('.guide-card')
  const others = () => [...document.querySelectorAll('.guide-row')].map((row) => row.ariaLabel)

  it('shows the scanned barcode as a card with its shelf; a press on another row opens it as the card', async () => {
    actAsHandheld()
    server.stock.set('B000000002', stockOf({ Qty: 50 }))
    const page = openScreens(server.base, '/AdjustTrim/')
    await screen.findByText('No Requests')
    page.scan('B000000001')
    await waitFor(() => expect(card()).toHaveAccessibleName('B000000001'))
    await page.user.type(
      screen.getByRole('textbox', { name: 'Quantity of B000000001' }),
      '{Control>}a{/Control}96',
    )
    page.scan('B000000002', 1000)
    await waitFor(() => expect(card()).toHaveAccessibleName('B000000002'))
    expect(card()).toHaveTextContent(/^A-01/)
    expect(card()).toHaveTextContent('50 on hand')
    expect(others()).toEqual(['B000000001'])
    // Its entry is kept and marked as not saved.
    const other = screen.getByRole('article', { name: 'B000000001' })
    expect(other).toHaveTextContent('96Not saved')
    await page.user.click(within(other).getByRole('button'))
    expect(card()).toHaveAccessibleName('B000000001')
    expect(screen.getByRole('textbox', { name: 'Quantity of B000000001' })).toHaveValue('96')
    expect(others()).toEqual(['B000000002'])
    await page.user.click(screen.getByRole('button', { name: 'Adjust B000000001' }))
    expect(await screen.findByRole('alertdialog', { name: 'Change Qty from 100 to 96' })).toBeVisible()
  })
})

describe('adjusting trim on a terminal', () => {
  it('lists the results in a table with arrow keys, and shows below a row why it was not saved', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('min-width') }))
    onTestFinished(() => void vi.unstubAllGlobals())
    server.stock.set('B000000002', stockOf({ Qty: 50 }))
    const page = openScreens(server.base, '/AdjustTrim/')
    await screen.findByText('No Requests')
    await page.user.click(screen.getByRole('button', { name: 'Search' }))
    const first = await screen.findByRole('textbox', { name: 'Quantity of B000000001' })
    await waitFor(() => expect(first).toHaveFocus())
    const row = screen.getByRole('row', { name: 'B000000002' })
    expect(within(row).getAllByRole('cell')[0]).toHaveTextContent('A-01')
    expect(screen.getByRole('table', { name: 'Stock' })).toHaveAttribute('aria-rowcount', '3')
    await page.user.keyboard('{ArrowDown}')
    expect(screen.getByRole('textbox', { name: 'Quantity of B000000002' })).toHaveFocus()
    await page.user.keyboard('5.5')
    expect(within(row).getByRole('alert')).toHaveTextContent('Enter a whole number of at most 9 digits.')
    await page.user.clear(screen.getByRole('textbox', { name: 'Quantity of B000000002' }))
    await page.user.keyboard('47{Enter}')
    expect(await screen.findByRole('alertdialog', { name: 'Change Qty from 50 to 47' })).toBeVisible()
  })
})
