import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SecurityKey } from '#contract/security-keys.ts'
import {
  type ContractServer,
  dumpOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

const ALL: readonly SecurityKey[] = ['DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY']

let server: ContractServer
beforeEach(async () => {
  localStorage.clear()
  server = await startContractServer()
  for (const barcode of ['B000000001', 'B000000002', 'B000000003']) {
    server.stock.set(barcode, { VarietyCode: 'ALB', TrimType: 'Plug', Qty: 100, StockType: 'COMMERCIAL' })
  }
  server.dumps.set('30000001', dumpOf('30000001'))
})
afterEach(() => server.close())

const open = (path: string, keys = ALL) => openScreens(server.base, path, { keys })
const notices = () => within(screen.getByRole('list', { name: 'notices' }))
const sent = () =>
  server.asked
    .filter(({ method, path }) => method === 'POST' && path === 'dump')
    .map(({ body }) =>
      body.DumpLogLines.length === 0
        ? body.DumpHeader.Status
        : body.DumpLogLines.map(
            (line: Readonly<Record<string, string>>) =>
              `${body.DumpHeader.Status}/${line.BarcodeID} ${line.Status} ${line.DumpQty} ${line.ReasonCode}`,
          ).join(),
    )
const dialog = () => screen.findByRole('alertdialog', { name: 'Select a reason code' })

describe('the list of dumps', () => {
  it('counts, offers a new one and edits open ones only, and names the warehouse', async () => {
    server.dumps.set('30000002', dumpOf('30000002', { Status: 'DUMPED' }))
    const page = open('/Dump/')
    expect(await screen.findByText('1 of 1')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^30000002/ })).toBeNull()
    await page.command('showAll')
    expect(await screen.findByText('2 of 2')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'All Dumps' })).toBeChecked()
    expect(screen.getAllByText('Warehouse : WAT')).toHaveLength(2)
    expect(screen.getByRole('button', { name: /^New dump/ })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Edit 30000001' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Edit 30000002' })).toBeNull()
  })

  it('says that a log does not exist', async () => {
    const page = open('/Dump/')
    await screen.findByText('1 of 1')
    await page.command('searchNumber', { number: '39999999' })
    expect(await screen.findByText('LogNbr does not exist')).toBeVisible()
  })

  it('is closed to who makes dumps without DUMPKEY, and finds a log by its number all the same', async () => {
    const page = open('/Dump/', ['DUMPHOMEKEY', 'DUMPCREATEKEY'])
    expect(await screen.findByText(/You need DUMPKEY for this/)).toBeVisible()
    expect(server.asked.some(({ path }) => path === 'dump')).toBe(false)
    await page.command('searchNumber', { number: '30000001' })
    expect(await screen.findByText('Warehouse : WAT')).toBeVisible()
  })

  it('offers no new one without DUMPCREATEKEY', async () => {
    open('/Dump/', ['DUMPHOMEKEY', 'DUMPKEY'])
    expect(await screen.findByText('1 of 1')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^New dump/ })).toBeNull()
  })
})

describe('the header of a dump', () => {
  it('is created once it says who authorized it, and leads to the editor', async () => {
    const page = open('/Dump/Edit/New')
    const create = await screen.findByRole('button', { name: /^Create/ })
    expect(create).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText('Open')).toBeVisible()
    expect(await screen.findByText('WAT - Watsonville')).toBeVisible()
    await page.user.type(screen.getByLabelText(/^Authorized By/), 'Ann')
    await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled'))
    await page.user.click(create)
    expect(await notices().findByText('Dump Header Created')).toBeVisible()
    expect(page.address()).toBe('/Dump/Edit/10000901')
  })

  it('has its date from a calendar, by keys alone; the field itself takes no typing', async () => {
    const page = open('/Dump/New/30000001')
    await screen.findByRole('heading', { name: 'Dump 30000001' })
    await page.command('editHeader')
    const date = await screen.findByLabelText<HTMLInputElement>(/^Authorized Date/)
    expect(date).toHaveAttribute('readonly')
    expect(date).toHaveAccessibleDescription('Enter opens the calendar.')
    await page.user.type(date, '0002-11-20', { skipClick: true })
    expect(date).toHaveValue('2026-11-20')
    date.focus()
    await page.user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Authorized Date' })
    const shown = (day: string) =>
      new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'full', timeZone: 'UTC' })
    const focused = (day: string) => waitFor(() => expect(screen.getByLabelText(shown(day))).toHaveFocus())
    await focused('2026-11-20')
    await page.user.keyboard('{ArrowLeft}{ArrowUp}')
    await focused('2026-11-12')
    await page.user.keyboard('{PageUp}{End}')
    await focused('2026-10-17')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(date).toHaveValue('2026-10-17')
    await waitFor(() => expect(date).toHaveFocus())
    await page.user.keyboard(' ')
    await focused('2026-10-17')
    await page.user.keyboard('{ArrowRight}{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(date).toHaveValue('2026-10-17')
    await waitFor(() => expect(date).toHaveFocus())
    await page.command('saveHeader')
    expect(await notices().findByText('Dump Header Updated')).toBeVisible()
    expect(server.dumps.get('30000001')?.header.AuthorizedDate).toBe('2026-10-17')
  })

  it('lets scans wait while its calendar is open', async () => {
    const page = open('/Dump/Edit/New')
    const date = await screen.findByLabelText(/^Authorized Date/)
    date.focus()
    await page.user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Authorized Date' })
    page.scan('B000000001')
    expect(page.depth()).toBe(1)
    page.scan('%T.NO', 1000)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(page.depth()).toBe(0))
  })

  it('is changed while open, and keeps its entries when that fails', async () => {
    const page = open('/Dump/New/30000001')
    await screen.findByRole('heading', { name: 'Dump 30000001' })
    await page.command('editHeader')
    const by = await screen.findByLabelText(/^Authorized By/)
    expect(by).toHaveAttribute('maxlength', '50')
    await page.user.type(by, ' Berg')
    server.answer('POST dump', () => problemAnswer('internal_error'))
    await page.command('saveHeader')
    expect(await screen.findByText(/^An error occurred/)).toBeVisible()
    expect(by).toHaveValue('Ann Berg')
    server.answer('POST dump', undefined)
    await page.command('saveHeader')
    expect(await notices().findByText('Dump Header Updated')).toBeVisible()
  })
})

describe('dumping lines', () => {
  it('asks for a reason, saves the line OPEN and then dumps it', async () => {
    const page = open('/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.typeQuantity('12')
    page.scan('B000000001')
    const confirm = within(await dialog()).getByRole('button', { name: 'Confirm' })
    expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await within(await dialog()).findByRole('option', { name: /Mould/ })
    page.scan('%T.R.MOLD')
    await waitFor(() => expect(confirm).not.toHaveAttribute('aria-disabled'))
    page.scan('%T.YES')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: dumped 12.'))
    expect(sent()).toEqual(['OPEN/B000000001 OPEN 12 MOLD', 'OPEN/B000000001 DUMPED 12 MOLD'])
    const line = await lineOf('B000000001')
    expect(within(line).getByText('DUMPED')).toBeVisible()
    expect(within(line).getByText('Mould')).toBeVisible()
    expect(within(line).getByRole('textbox')).toHaveAttribute('readonly')
    expect(page.bugs).toEqual([])
  })

  it('waits for the reasons when their barcodes are faster', async () => {
    const letGo = server.hold('GET reasoncode')
    const page = open('/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.typeQuantity('12')
    page.scan('B000000001')
    await dialog()
    page.scan('%T.R.MOLD', 1000)
    page.scan('%T.YES', 2000)
    letGo()
    await waitFor(() => expect(page.outcome()).toBe('B000000001: dumped 12.'))
    expect(sent()).toEqual(['OPEN/B000000001 OPEN 12 MOLD', 'OPEN/B000000001 DUMPED 12 MOLD'])
  })

  it('leaves the line as it was when no reason is chosen', async () => {
    const page = open('/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.typeQuantity('12')
    page.scan('B000000001')
    await dialog()
    page.scan('%T.NO')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: nothing was changed.'))
    expect(sent()).toEqual([])
  })

  it('keeps a scanned reason for the next scans, counts them, and ends it by command', async () => {
    const page = open('/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.scan('%T.R.1')
    expect(await screen.findByText('Reason for the next scans: Dead plants, 0 lines so far')).toBeVisible()
    page.typeQuantity('3')
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: dumped 3.'))
    page.typeQuantity('4')
    page.scan('B000000002', 2000)
    await waitFor(() => expect(page.outcome()).toBe('B000000002: dumped 4.'))
    expect(screen.getByText('Reason for the next scans: Dead plants, 2 lines so far')).toBeVisible()
    page.scan('%T.REASON.END', 3000)
    await waitFor(() => expect(screen.queryByText(/Reason for the next scans/)).toBeNull())
    page.typeQuantity('5')
    page.scan('B000000003', 4000)
    expect(await dialog()).toBeVisible()
    expect(sent().filter((line: string) => line.includes('DUMPED'))).toHaveLength(2)
  })

  it('keeps a reason that is ticked in the dialog, until the document is left', async () => {
    const page = open('/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.typeQuantity('3')
    page.scan('B000000001')
    const asked = within(await dialog())
    await asked.findByRole('option', { name: /Dead/ })
    await page.user.click(asked.getByRole('checkbox', { name: 'For the next scans too' }))
    page.scan('%T.R.DEAD')
    await waitFor(() => expect(page.outcome()).toBe('Reason: Dead plants'))
    page.scan('%T.YES', 1000)
    expect(await screen.findByText('Reason for the next scans: Dead plants, 1 line so far')).toBeVisible()
    await page.command('goToDetail')
    await screen.findByText('1 of 1 line')
    expect(screen.getByText('Reason for the next scans: Dead plants, 1 line so far')).toBeVisible()
    page.unmount()
    open('/Dump/Edit/30000001')
    await screen.findByText('1 of 1 line')
    expect(screen.queryByText(/Reason for the next scans/)).toBeNull()
  })

  it('only notes the line for who may not dump, and another one dumps it on the detail', async () => {
    const page = open('/Dump/Edit/30000001', ['DUMPHOMEKEY', 'DUMPCREATEKEY'])
    await screen.findByText('No lines yet')
    page.scan('%T.R.DEAD')
    await screen.findByText(/Reason for the next scans/)
    page.typeQuantity('7')
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 7 saved, not dumped yet.'))
    page.unmount()
    const other = open('/Dump/30000001')
    await screen.findByText('0 of 1 line')
    other.scan('B000000001')
    await waitFor(() => expect(other.outcome()).toBe('B000000001: dumped 7.'))
    other.scan('B000000001', 1000)
    await waitFor(() => expect(other.outcome()).toBe('B000000001 is dumped already: 7. Nothing was changed.'))
    expect(sent()).toEqual([
      'OPEN/B000000001 OPEN 7 DEAD',
      'OPEN/B000000001 OPEN 7 DEAD',
      'OPEN/B000000001 DUMPED 7 DEAD',
    ])
  })

  it('shows any other word of the server as an error and resets the quantity', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [{ BarcodeID: 'B000000001', Qty: 10 }]))
    const page = open('/Dump/30000001')
    const quantity = within(await lineOf('B000000001')).getByRole('textbox')
    server.answer('POST dump', ({ body }) =>
      body.DumpLogLines[0].Status === 'DUMPED'
        ? {
            Message: 'Dump processed successfully',
            InventoryLines: [{ Message: 'Barcode is on hold', BarcodeID: 'B000000001', ID: 1 }],
          }
        : undefined,
    )
    await page.user.type(quantity, '25{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: Barcode is on hold'))
    expect(within(await lineOf('B000000001')).getByRole('alert')).toHaveTextContent('Barcode is on hold')
    expect(quantity).toHaveValue('25')
    server.answer('POST dump', undefined)
    await page.user.clear(quantity)
    await page.user.type(quantity, '500{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('Insufficient quantity. Please enter New Amount'))
    // What is stored is what the first save has left.
    expect(quantity).toHaveValue('25')
  })

  it('keeps the reason of a new line that is refused, and asks for another quantity only', async () => {
    const page = open('/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.typeQuantity('500')
    page.scan('B000000001')
    await within(await dialog()).findByRole('option', { name: /Mould/ })
    page.scan('%T.R.MOLD')
    await waitFor(() => expect(page.outcome()).toBe('Reason: Mould'))
    page.scan('%T.YES', 1000)
    await waitFor(() => expect(page.outcome()).toBe('Insufficient quantity. Please enter New Amount'))
    const line = within(await lineOf('B000000001'))
    expect(line.getByRole('button', { name: 'Reason of B000000001' })).toHaveTextContent('Mould')
    await page.user.clear(line.getByRole('textbox'))
    await page.user.type(line.getByRole('textbox'), '50{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: dumped 50.'))
    expect(sent().at(-1)).toBe('OPEN/B000000001 DUMPED 50 MOLD')
  })

  it('says that the quantity was not saved when the call fails, and keeps it for another try', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [{ BarcodeID: 'B000000001', Qty: 10 }]))
    const page = open('/Dump/30000001')
    const quantity = within(await lineOf('B000000001')).getByRole('textbox')
    server.answer('POST dump', () => problemAnswer('internal_error'))
    await page.user.type(quantity, '25{Enter}')
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Save Dump Qty/))
    expect(quantity).toHaveValue('25')
  })

  it('refuses 0 at dump time, and asks about it in the editor', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [{ BarcodeID: 'B000000001', Qty: 10 }]))
    const page = open('/Dump/30000001')
    await page.user.type(within(await lineOf('B000000001')).getByRole('textbox'), '0{Enter}')
    expect(await screen.findByRole('alertdialog', { name: 'Quantity cannot be zero' })).toBeVisible()
    page.scan('%T.CONTINUE')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await page.command('goToEdit')
    await page.user.type(within(await lineOf('B000000001')).getByRole('textbox'), '0{Enter}')
    await screen.findByRole('alertdialog', { name: 'Qty is 0. Do you want to Delete or Save?' })
    page.scan('%T.SAVE', 1000)
    await waitFor(() => expect(sent()).toEqual(['OPEN/B000000001 OPEN 0 DEAD']))
  })

  it('changes the reason of a line that is not dumped yet', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [{ BarcodeID: 'B000000001', Qty: 10 }]))
    const page = open('/Dump/30000001')
    const line = within(await lineOf('B000000001'))
    await page.user.click(await line.findByRole('button', { name: 'Reason of B000000001' }))
    await within(await dialog()).findByRole('option', { name: /Mould/ })
    page.scan('%T.R.MOLD')
    await waitFor(() => expect(page.outcome()).toBe('Reason: Mould'))
    page.scan('%T.YES', 1000)
    await waitFor(() =>
      expect(line.getByRole('button', { name: 'Reason of B000000001' })).toHaveTextContent('Mould'),
    )
    page.scan('B000000001', 2000)
    await waitFor(() =>
      expect(sent()).toEqual(['OPEN/B000000001 OPEN 10 MOLD', 'OPEN/B000000001 DUMPED 10 MOLD']),
    )
  })

  it('deletes a line after a question', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [{ BarcodeID: 'B000000001', Qty: 10 }]))
    const page = open('/Dump/Edit/30000001')
    await lineOf('B000000001')
    page.scan('%T.LINE.DELETE.B000000001')
    await screen.findByRole('alertdialog', { name: 'Delete Inventory B000000001?' })
    page.scan('%T.YES', 1000)
    expect(await notices().findByText('Inventory Line Deleted')).toBeVisible()
  })
})

describe('ending a dump', () => {
  const dumped = { BarcodeID: 'B000000001', Qty: 10, Status: 'DUMPED' }

  it('shows Dump while every line has a quantity, and enables it once none is open', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [dumped, { BarcodeID: 'B000000002', Qty: 5 }]))
    const page = open('/Dump/30000001')
    const button = await screen.findByRole('button', { name: /^Dump(?! B)/ })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    page.scan('%T.DUMP')
    await waitFor(() => expect(page.outcome()).toBe('1 line is still open.'))
    page.scan('B000000002', 1000)
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
    page.scan('%T.DUMP', 2000)
    expect(await notices().findByText('DUMPED successfully')).toBeVisible()
    expect(page.address()).toBe('/Dump/')
    expect(sent().at(-1)).toBe('DUMPED/B000000001 DUMPED 10 DEAD,DUMPED/B000000002 DUMPED 5 DEAD')
  })

  it('does not show Dump with a line of 0, and disables it without DUMPKEY', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [dumped, { BarcodeID: 'B000000002', Qty: 0 }]))
    const page = open('/Dump/30000001')
    await lineOf('B000000002')
    expect(screen.queryByRole('button', { name: /^Dump(?! B)/ })).toBeNull()
    page.unmount()
    server.dumps.set('30000001', dumpOf('30000001', {}, [dumped]))
    open('/Dump/30000001', ['DUMPHOMEKEY', 'DUMPCREATEKEY'])
    expect(await screen.findByRole('button', { name: /^Dump(?! B)/ })).toHaveAccessibleDescription(
      /You need DUMPKEY/,
    )
  })

  it('is cancelled after a question, and leads back to the list', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [{ BarcodeID: 'B000000001', Qty: 10 }]))
    const page = open('/Dump/30000001')
    await lineOf('B000000001')
    await screen.findByRole('button', { name: /^Cancel Dump/ })
    page.scan('%T.CANCEL')
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to permanently Cancel Dump?' })
    page.scan('%T.YES', 1000)
    expect(await notices().findByText('CANCELLED successfully')).toBeVisible()
    expect(page.address()).toBe('/Dump/')
    expect(sent()).toEqual(['CANCELLED/B000000001 CANCELLED 10 DEAD'])
  })

  it('says that an error occurred when the server does not confirm, and stays', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [dumped]))
    server.answer('POST dump', () => ({ Message: 'The season is closed' }))
    const page = open('/Dump/30000001')
    await lineOf('B000000001')
    page.scan('%T.DUMP')
    await waitFor(() => expect(page.outcome()).toBe('Error occurred. The season is closed'))
    expect(page.address()).toBe('/Dump/30000001')
  })

  it.each(['DUMPED', 'CANCELLED'])('is for reading only once it is %s', async (status) => {
    server.dumps.set('30000001', dumpOf('30000001', { Status: status }, [{ ...dumped, Status: status }]))
    open('/Dump/30000001')
    expect(
      await screen.findByText(`30000001 is ${status}. You can look at it but not change it.`),
    ).toBeVisible()
    expect(within(await lineOf('B000000001')).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Cancel Dump/ })).toBeNull()
  })

  it('is not opened when its details cannot be had', async () => {
    server.answer('GET dump/:id', () => problemAnswer('internal_error'))
    open('/Dump/30000001')
    expect(await screen.findByText('An error occurred')).toBeVisible()
  })
})
