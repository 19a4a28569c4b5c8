import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { type ContractServer, dumpOf, problemAnswer } from '#tests/support/contract-server.ts'
import { lineOf } from '#tests/support/document-screens.tsx'
import { openDumps, sentOf, startDumps } from '#tests/support/dump-screens.ts'

let server: ContractServer
beforeEach(async () => {
  server = await startDumps()
})

const open = (path: string, keys?: readonly SecurityKey[]) => openDumps(server, path, keys)
const sent = () => sentOf(server)
const dialog = () => screen.findByRole('alertdialog', { name: 'Select a reason code' })

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

  it('waits for the reasons if their barcodes are scanned earlier', async () => {
    const release = server.hold('GET reasoncode')
    const page = open('/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.typeQuantity('12')
    page.scan('B000000001')
    await dialog()
    page.scan('%T.R.MOLD', 1000)
    page.scan('%T.YES', 2000)
    release()
    await waitFor(() => expect(page.outcome()).toBe('B000000001: dumped 12.'))
    expect(sent()).toEqual(['OPEN/B000000001 OPEN 12 MOLD', 'OPEN/B000000001 DUMPED 12 MOLD'])
  })

  it('leaves the line unchanged when no reason is chosen', async () => {
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

  it('does not count a line with this reason that is refused, immediately or later', async () => {
    const page = open('/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.scan('%T.R.1')
    expect(await screen.findByText('Reason for the next scans: Dead plants, 0 lines so far')).toBeVisible()
    page.typeQuantity('500')
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toBe('Insufficient quantity. Please enter New Amount'))
    expect(screen.getByText('Reason for the next scans: Dead plants, 0 lines so far')).toBeVisible()
    page.scan('%T.OK', 2000)
    const release = server.hold('POST dump')
    page.typeQuantity('500')
    page.scan('B000000002', 3000)
    expect(await screen.findByText('Reason for the next scans: Dead plants, 1 line so far')).toBeVisible()
    release()
    expect(await screen.findByText('Reason for the next scans: Dead plants, 0 lines so far')).toBeVisible()
  })

  it('keeps a reason that is ticked in the dialog until the document is left', async () => {
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

  it('only saves the line of a person who may not dump, and another person dumps it on the detail screen', async () => {
    const page = open('/Dump/Edit/30000001', ['DUMPHOMEKEY', 'DUMPCREATEKEY'])
    await screen.findByText('No lines yet')
    page.scan('%T.R.DEAD')
    await screen.findByText(/Reason for the next scans/)
    page.typeQuantity('7')
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 7 to dump, not dumped yet.'))
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

  it('shows another message of the server as an error and resets the quantity', async () => {
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
    // The stored quantity is the one of the first save.
    expect(quantity).toHaveValue('25')
  })

  it('reports the later refusal of a quantity that was saved on this device with its dump', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [{ BarcodeID: 'B000000001', Qty: 10 }]))
    const page = open('/Dump/30000001')
    const quantity = within(await lineOf('B000000001')).getByRole('textbox')
    const release = server.hold('POST dump')
    await page.user.clear(quantity)
    await page.user.type(quantity, '500{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 500 saved on this device.'))
    release()
    await waitFor(() => expect(page.outcome()).toBe('Insufficient quantity. Please enter New Amount'))
    expect(quantity).toHaveValue('10')
    expect(sent()).toEqual(['OPEN/B000000001 OPEN 500 DEAD'])
  })

  it('refuses more plants than there are before a question for the reason, and keeps the quantity', async () => {
    const page = open('/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.typeQuantity('500')
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('Insufficient quantity. Please enter New Amount'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(within(await lineOf('B000000001')).getByRole('textbox')).toHaveValue('500')
    expect(sent()).toEqual([])
  })

  it('treats a dumped line as final: its scan waits for no quantity', async () => {
    server.dumps.set(
      '30000001',
      dumpOf('30000001', {}, [{ BarcodeID: 'B000000001', Qty: 10, Status: 'DUMPED' }]),
    )
    const page = open('/Dump/Edit/30000001')
    await lineOf('B000000001')
    page.scan('B000000001')
    await waitFor(() =>
      expect(page.outcome()).toBe(
        'B000000001 is DUMPED: 10. It cannot be changed any more. Scan the next one.',
      ),
    )
    expect(page.waitsFor()).toBeUndefined()
  })

  it("asks about 0 with a dump's own words", async () => {
    const page = open('/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.typeQuantity('0')
    page.scan('B000000001')
    const name = 'Dump Qty: 0. Do you want to Save or Delete?'
    expect(await screen.findByRole('alertdialog', { name })).toBeVisible()
  })

  it('keeps reason and quantity of a refused new line, and needs only another quantity', async () => {
    const page = open('/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    // Others have taken plants since the lookup.
    server.answer('POST dump', () => ({
      Message: 'Dump processed successfully',
      InventoryLines: [{ Message: 'insufficient quantity', BarcodeID: 'B000000001', ID: null }],
    }))
    page.typeQuantity('90')
    page.scan('B000000001')
    await within(await dialog()).findByRole('option', { name: /Mould/ })
    page.scan('%T.R.MOLD')
    await waitFor(() => expect(page.outcome()).toBe('Reason: Mould'))
    page.scan('%T.YES', 1000)
    await waitFor(() => expect(page.outcome()).toBe('Insufficient quantity. Please enter New Amount'))
    const line = within(await lineOf('B000000001'))
    expect(line.getByRole('button', { name: 'Reason of B000000001' })).toHaveTextContent('Mould')
    expect(line.getByRole('textbox')).toHaveValue('90')
    server.answer('POST dump', undefined)
    await page.user.clear(line.getByRole('textbox'))
    await page.user.type(line.getByRole('textbox'), '50{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: dumped 50.'))
    expect(sent().at(-1)).toBe('OPEN/B000000001 DUMPED 50 MOLD')
  })

  it('keeps a quantity on this device if the server fails, and sends it again automatically', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [{ BarcodeID: 'B000000001', Qty: 10 }]))
    const page = open('/Dump/30000001')
    const quantity = within(await lineOf('B000000001')).getByRole('textbox')
    server.answer('POST dump', () => problemAnswer('internal_error'))
    await page.user.type(quantity, '25{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 25 saved on this device.'))
    server.answer('POST dump', undefined)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(page.outcome()).not.toMatch(/saved on this device/))
    expect(sent().at(-1)).toMatch(/B000000001 \w+ 25/)
  })

  it('refuses 0 for a dump, and asks about it in the editor', async () => {
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
    await waitFor(() => expect(page.outcome()).toBe('Inventory Line Deleted'))
  })
})
