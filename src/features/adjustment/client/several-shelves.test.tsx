// Tests a count of a barcode that is on several shelves.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ContractServer, startContractServer, stockOf } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

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

describe('a barcode on several shelves', () => {
  const adjusted = () => server.posts().map(({ body }) => [body.StorageLocation, body.SeenQty, body.Qty])
  beforeEach(() => {
    server.otherShelves.set('B000000001', [
      { ...stockOf({ Qty: 1400 }), BarcodeID: 'B000000001', StorageLocation: 'F-06' },
    ])
  })
  const shelfQuestion = () =>
    screen.findByRole('alertdialog', { name: 'B000000001 is on 2 shelves. Which one?' })

  it('asks for the shelf of a count, accepts a shelf scan, and names the shelf in all messages', async () => {
    const page = openScreens(server.base, '/AdjustTrim/')
    await screen.findByText('No Requests')
    page.typeQuantity('1390')
    page.scan('B000000001')
    const dialog = await shelfQuestion()
    expect(
      within(dialog)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['1A-01 100', '2F-06 1,400'])
    expect(within(dialog).getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true')
    page.scan('C-99', 1000)
    await waitFor(() =>
      expect(page.outcome()).toBe('B000000001 is not on shelf C-99. Choose one from the list.'),
    )
    page.scan('F-06', 2000)
    const reason = await screen.findByRole('alertdialog', { name: 'Change Qty from 1,400 to 1,390' })
    expect(reason).toHaveTextContent('B000000001 at F-06: 1,390 plants')
    await page.user.type(await within(reason).findByRole('combobox', { name: 'Reason' }), '1{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('Trim Adjusted. B000000001 at F-06: 1,400 is now 1,390.'))
    expect(adjusted()).toEqual([['F-06', 1400, 1390]])
  })

  it('accepts the number of a shelf, then the quantity there', async () => {
    const page = openScreens(server.base, '/AdjustTrim/')
    await screen.findByText('No Requests')
    page.scan('B000000001')
    await page.user.type(within(await shelfQuestion()).getByRole('combobox', { name: 'Shelf' }), '2{Enter}')
    await waitFor(() =>
      expect(page.outcome()).toBe('B000000001 at F-06: 1,400 on hand. Enter the counted quantity.'),
    )
    const quantity = screen.getByRole('textbox', { name: 'Quantity of B000000001 at F-06' })
    await waitFor(() => expect(quantity).toHaveFocus())
    await page.user.type(quantity, '{Control>}a{/Control}1390{Enter}')
    await screen.findByRole('alertdialog', { name: 'Change Qty from 1,400 to 1,390' })
    page.scan('%T.R.COUNT', 1000)
    page.scan('%T.YES', 2000)
    await waitFor(() => expect(adjusted()).toEqual([['F-06', 1400, 1390]]))
  })

  it('changes nothing when no shelf is chosen', async () => {
    const page = openScreens(server.base, '/AdjustTrim/')
    await screen.findByText('No Requests')
    page.typeQuantity('90')
    page.scan('B000000001')
    await shelfQuestion()
    page.scan('%T.NO', 1000)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: no shelf chosen. Nothing was changed.'))
    expect(server.posts()).toEqual([])
  })
})
