import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import {
  type ContractServer,
  problemAnswer,
  returnOf,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

const ALL: readonly SecurityKey[] = ['RETURNADMINKEY', 'GROWERRETURNADMINKEY']

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  for (const barcode of ['B000000001', 'B000000002']) {
    server.stock.set(barcode, stockOf())
  }
  server.stock.set('F000000001', stockOf({ StockType: 'FOUNDATION' }))
  server.returns.set('40000001', returnOf('40000001'))
})

const open = (path: string, keys = ALL) => openScreens(server.base, path, { keys })
const bodies = () => server.posts('return').map(({ body }) => body)
const ready = { BarcodeID: 'B000000001', Qty: 10, ReasonCode: 'GOOD' }
const chooseGood = async (page: ReturnType<typeof openScreens>) => {
  const asked = await screen.findByRole('alertdialog', { name: 'Please Select Reason Code' })
  await within(asked).findByRole('option', { name: /In good order/ })
  page.scan('%T.R.GOOD', 5000)
  await waitFor(() => expect(page.outcome()).toBe('Reason: In good order'))
  page.scan('%T.YES', 6000)
}

describe('the list of returns', () => {
  it('counts, lets only open ones be edited, and reports that a log does not exist', async () => {
    server.returns.set('40000002', returnOf('40000002', { PostStatus: 'POSTED' }))
    const page = open('/Return/')
    expect(await screen.findByText('1 of 1')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^40000002/ })).toBeNull()
    await page.command('showAll')
    expect(await screen.findByText('2 of 2')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('All Returns')
    expect(screen.getByLabelText('Search by Log #')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Edit 40000001' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Edit 40000002' })).toBeNull()
    await page.command('searchNumber', { number: '49999999' })
    expect(await screen.findByText('LogNbr does not exist')).toBeVisible()
  })

  it('offers no changes without a return key', async () => {
    open('/Return/', ['RETURNADMINKEY'])
    expect(await screen.findByText('1 of 1')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^New return/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Edit 40000001' })).toBeNull()
  })

  it('reports a failed load', async () => {
    server.answer('GET return', () => problemAnswer('location_not_allowed'))
    open('/Return/')
    expect(await screen.findByText('Failed to fetch Return Log')).toBeVisible()
  })
})

describe('the header of a return', () => {
  it('is created once a grower is chosen, and keeps the grower when the effect changes', async () => {
    const page = open('/Return/Edit/New')
    const create = await screen.findByRole('button', { name: /^Create/ })
    expect(create).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('radio', { name: 'Grower Storage' })).toBeChecked()
    await page.user.type(await screen.findByRole('combobox', { name: /^Grower/ }), 'hill{Enter}')
    await page.user.click(screen.getByRole('radio', { name: 'Dump' }))
    expect(screen.getByRole('combobox', { name: /^Grower/ })).toHaveValue('G2 - Hill Farms')
    await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled'))
    await page.user.click(create)
    await page.says('Return Header 10000901 Created')
    expect(page.address()).toBe('/Return/Edit/10000901')
    expect(bodies()[0]?.ReturnHeader).toMatchObject({ ReturnedFromNbr: 'G2', InventoryEffect: 'DUMP' })
    const query = server.asked.find(({ path }) => path === 'growers')?.query
    expect(query).toMatchObject({ returnedfromtype: 'Grower', inventoryeffect: 'GROWERSTORAGE' })
    expect(query).not.toHaveProperty('inventorylocation')
  })

  it('is changed, and reports a failure', async () => {
    const page = open('/Return/Edit/40000001')
    await screen.findByRole('heading', { name: 'Return 40000001' })
    await page.command('editHeader')
    await page.user.type(await screen.findByLabelText('Reference #'), 'R-7')
    server.answer('POST return', () => ({ Message: 'Error occurred' }))
    await page.command('saveHeader')
    expect(await screen.findByText('Failed To Create/Update Return Header. Error occurred')).toBeVisible()
    server.answer('POST return', undefined)
    await page.command('saveHeader')
    await page.says('Return Header 40000001 Updated Successfully')
  })
})

describe('the lines of a return', () => {
  it('come from shipments to the grower, commercial plants only, each with a reason', async () => {
    const page = open('/Return/Edit/40000001')
    await screen.findByText('No lines yet')
    page.scan('F000000001')
    await waitFor(() => expect(page.outcome()).toMatch(/100 issued, FOUNDATION; a return takes COMMERCIAL/))
    await page.command('acknowledge')
    page.typeQuantity('12')
    page.scan('B000000001', 1000)
    const confirm = within(
      await screen.findByRole('alertdialog', { name: 'Please Select Reason Code' }),
    ).getByRole('button', { name: 'Confirm' })
    expect(confirm).toHaveAccessibleDescription('Please Select Reason Code')
    await chooseGood(page)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 12 to return.'))
    expect(server.asked.find(({ path }) => path === 'issuancedetail')?.query).toMatchObject({
      issuetonbr: 'G1',
      status: 'SHIPPED',
      stocktype: 'COMMERCIAL',
    })
    expect(bodies()).toMatchObject([
      {
        ReturnHeader: { PostStatus: 'OPEN' },
        ReturnLogLines: [{ BarcodeID: 'B000000001', UpdateQty: 12, Status: 'OPEN', ReasonCode: 'GOOD' }],
      },
    ])
    expect(within(await lineOf('B000000001')).getByText(/100 can be returned/)).toBeVisible()
    expect(page.bugs).toEqual([])
  })

  it("need a dump's reasons if the return affects dump", async () => {
    server.returns.set('40000001', returnOf('40000001', { InventoryEffect: 'DUMP' }))
    const page = open('/Return/Edit/40000001')
    await screen.findByText('No lines yet')
    page.typeQuantity('2')
    page.scan('B000000001')
    expect(await screen.findByRole('option', { name: /Dead plants/ })).toBeVisible()
  })

  it('are saved with 0 or deleted only after a question', async () => {
    const page = open('/Return/Edit/40000001')
    await screen.findByText('No lines yet')
    page.scan('B000000001')
    const quantity = await screen.findByRole('textbox', { name: 'Quantity of B000000001' })
    await waitFor(() => expect(quantity).toHaveFocus())
    await page.user.keyboard('{Enter}')
    await screen.findByRole('alertdialog', { name: 'Return Qty: 0. Do you want to Save or Delete?' })
    page.scan('%T.SAVE', 1000)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await chooseGood(page)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 0 to return.'))
    page.scan('%T.LINE.DELETE.B000000001', 7000)
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete B000000001?' })
    page.scan('%T.YES', 8000)
    await page.says('Inventory Line Deleted')
  })

  it('report why they are not on the server if the rights for the location were withdrawn', async () => {
    server.answer('POST return', () => problemAnswer('location_not_allowed'))
    const page = open('/Return/Edit/40000001')
    await screen.findByText('No lines yet')
    page.typeQuantity('2')
    page.scan('B000000001')
    await chooseGood(page)
    await waitFor(() =>
      expect(page.outcome()).toBe(
        'B000000001 is on this device only. Your access to this location was withdrawn. Your work is kept here. It is sent when an administrator grants it again.',
      ),
    )
  })

  it('report why they were not saved', async () => {
    server.answer('POST return', () => problemAnswer('key_reused', 'The key was used already'))
    const page = open('/Return/Edit/40000001')
    await screen.findByText('No lines yet')
    page.typeQuantity('2')
    page.scan('B000000001')
    await chooseGood(page)
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Order Return Inventory\. \w/))
  })
})

describe('an unsaved line of a return keeps quantity and reason for a retry', () => {
  const noteTwelve = async () => {
    const page = open('/Return/Edit/40000001')
    await screen.findByText('No lines yet')
    page.typeQuantity('12')
    page.scan('B000000001')
    await chooseGood(page)
    return page
  }
  const again = async (page: ReturnType<typeof openScreens>) => {
    const line = within(await lineOf('B000000001'))
    expect(line.getByRole('textbox')).toHaveValue('12')
    expect(line.getByRole('button', { name: 'Reason of B000000001' })).toHaveTextContent('In good order')
    server.answer('POST return', undefined)
    await page.command('returnLine')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 12 to return.'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(bodies().at(-1)?.ReturnLogLines).toMatchObject([
      { BarcodeID: 'B000000001', UpdateQty: 12, ReasonCode: 'GOOD' },
    ])
  }

  it('if the server refuses it', async () => {
    server.answer('POST return', () => ({
      Message: '',
      InventoryLines: [{ Message: 'More than was issued', BarcodeID: 'B000000001', ID: null }],
    }))
    const page = await noteTwelve()
    await waitFor(() => expect(page.outcome()).toMatch(/More than was issued/))
    const line = await lineOf('B000000001')
    expect(within(line).getByRole('alert')).toHaveTextContent(/More than was issued/)
    await again(page)
  })

  it('if there are not enough plants', async () => {
    server.answer('POST return', () => ({
      Message: '',
      InventoryLines: [{ Message: 'Insufficient quantity', BarcodeID: 'B000000001', ID: null }],
    }))
    const page = await noteTwelve()
    await waitFor(() => expect(page.outcome()).toMatch(/^Insufficient quantity/))
    await again(page)
  })

  it('if the call fails', async () => {
    server.answer('POST return', () => problemAnswer('key_reused', 'The key was used already'))
    const page = await noteTwelve()
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Order Return Inventory/))
    await again(page)
  })

  it('if another person has changed the return meanwhile', async () => {
    server.answer('POST return', () => problemAnswer('state_conflict'))
    const page = await noteTwelve()
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Order Return Inventory/))
    await again(page)
  })

  it('even after a reload', async () => {
    server.answer('POST return', () => problemAnswer('key_reused', 'The key was used already'))
    const page = await noteTwelve()
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Order Return Inventory/))
    page.unmount()
    const other = open('/Return/Edit/40000001')
    await again(other)
  })
})

describe('RETURN', () => {
  const press = async (page: ReturnType<typeof openScreens>) => {
    await page.user.click(await screen.findByRole('button', { name: /^RETURN/ }))
  }

  it('is disabled without lines and without reasons', async () => {
    const page = open('/Return/Grower/40000001')
    const button = await screen.findByRole('button', { name: /^RETURN/ })
    expect(button).toHaveAccessibleDescription(/There are no lines yet/)
    page.unmount()
    server.returns.set('40000001', returnOf('40000001', {}, [{ ...ready, ReasonCode: '' }]))
    open('/Return/Grower/40000001')
    expect(await screen.findByRole('button', { name: /^RETURN/ })).toHaveAccessibleDescription(
      'Please Select Reason Code',
    )
  })

  it('posts every line and returns to the list', async () => {
    server.returns.set(
      '40000001',
      returnOf('40000001', {}, [ready, { ...ready, BarcodeID: 'B000000002', Qty: 3 }]),
    )
    const page = open('/Return/Grower/40000001')
    await lineOf('B000000002')
    await press(page)
    await page.says('Order Returned Successfully')
    expect(page.address()).toBe('/Return/')
    expect(bodies()).toMatchObject([
      {
        ReturnHeader: { PostStatus: 'POSTED' },
        ReturnLogLines: [
          { Status: 'POSTED', UpdateQty: 10 },
          { Status: 'POSTED', UpdateQty: 3 },
        ],
      },
    ])
  })

  it('names a line of 0 and focuses it', async () => {
    server.returns.set('40000001', returnOf('40000001', {}, [{ ...ready, Qty: 0 }]))
    const page = open('/Return/Grower/40000001')
    await lineOf('B000000001')
    await press(page)
    const left = within(await screen.findByRole('dialog', { name: 'Before you return' }))
    expect(left.getByText('Quantity cannot be zero: B000000001')).toBeVisible()
    expect(left.queryByRole('button', { name: /anyway/ })).toBeNull()
    page.scan('%T.D.1')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity of B000000001' })).toHaveFocus())
    expect(bodies()).toEqual([])
    await page.user.keyboard('8{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 8 to return.'))
  })

  it('saves an edit first, and posts it on a new command', async () => {
    server.returns.set('40000001', returnOf('40000001', {}, [ready]))
    const page = open('/Return/Grower/40000001')
    await page.user.type(within(await lineOf('B000000001')).getByRole('textbox'), '8')
    await press(page)
    await screen.findByRole('dialog', { name: 'Before you return' })
    expect(bodies()).toEqual([])
    page.scan('%T.SAVE', 1000)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(page.outcome()).toMatch(/^Ready. Nothing to fix/))
    expect(server.returns.get('40000001')?.header.PostStatus).toBe('OPEN')
    await press(page)
    await page.says('Order Returned Successfully')
    expect(page.outcome()).toBe('Order Returned Successfully: 8 plants, 1 line.')
  })

  it('shows the refusal of a line, and the failure of a call', async () => {
    server.returns.set('40000001', returnOf('40000001', {}, [ready]))
    server.answer('POST return', () => ({
      Message: '',
      InventoryLines: [{ Message: 'More than was issued', BarcodeID: 'B000000001', ID: 1 }],
    }))
    const page = open('/Return/Grower/40000001')
    await lineOf('B000000001')
    await press(page)
    await waitFor(() => expect(page.outcome()).toBe('Failed to Return. More than was issued'))
    server.answer('POST return', () => problemAnswer('internal_error'))
    await press(page)
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Return\. The server failed/))
    expect(page.address()).toBe('/Return/Grower/40000001')
  })

  it('is hidden once the return is posted', async () => {
    server.returns.set(
      '40000001',
      returnOf('40000001', { PostStatus: 'POSTED' }, [{ ...ready, Status: 'POSTED' }]),
    )
    open('/Return/Grower/40000001')
    expect(await screen.findByText(/40000001 is POSTED/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^RETURN/ })).toBeNull()
  })
})
