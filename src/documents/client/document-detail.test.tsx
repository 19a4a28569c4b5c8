import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { outbox } from '#app/outbox/page-outbox.ts'
import { REPLIES } from '#core/wire/reply-messages.ts'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { giveNoReason, lineOf, openScreens } from '#tests/support/document-screens.tsx'
import { notEnough } from '#tests/support/pending-picks.ts'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set(
    '10000001',
    issuanceOf('10000001', {}, [
      { BarcodeID: 'B000000001', Qty: 40 },
      { BarcodeID: 'B000000002', Qty: 15 },
    ]),
  )
})

const pickAndShip = (options = {}) => openScreens(server.base, '/Issuance/Grower/10000001', options)
const quantityOf = async (barcode: string) =>
  within(await lineOf(barcode)).getByRole<HTMLInputElement>('textbox', { name: `Quantity of ${barcode}` })

describe('a scanned barcode on the detail', () => {
  it('picks its line with the ordered quantity', async () => {
    const page = pickAndShip()
    expect(await screen.findByText('0 of 2 lines')).toBeVisible()
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
    expect(screen.getByText('1 of 2 lines')).toBeVisible()
    expect(within(await lineOf('B000000001')).getByText('PICKED')).toBeVisible()
    expect(server.posts()[0]?.body.InventoryLines).toMatchObject([
      { BarcodeID: 'B000000001', Status: 'PICKED', PickQty: 40 },
    ])
    expect(page.bugs).toEqual([])
  })

  it('shows when a line was done offline, and when it arrived', async () => {
    const [first, second] = server.issuances.get('10000001')?.lines ?? []
    const arrived = { LastChangedDateTime: '2026-11-21T11:15:00.000Z' }
    Object.assign(first ?? {}, { ...arrived, ClaimedDateTime: '2026-11-21T09:02:00.000Z' })
    Object.assign(second ?? {}, { ...arrived, ClaimedDateTime: '2026-11-21T11:14:30.000Z' })
    pickAndShip()
    const row = await lineOf('B000000001')
    expect(within(row).getByText(/done .*:02 .* offline, arrived .*:15/)).toBeVisible()
    expect(within(await lineOf('B000000002')).queryByText(/arrived/)).toBeNull()
  })

  it('shows a short pick with the ordered quantity, and does not mark it as done', async () => {
    const [first, second] = server.issuances.get('10000001')?.lines ?? []
    Object.assign(first ?? {}, { Status: 'PICKED', PickQty: 30 })
    Object.assign(second ?? {}, { Status: 'PICKED', PickQty: 15 })
    pickAndShip()
    const short = await lineOf('B000000001')
    expect(within(short).getByText(/Picked 30 of 40/)).toBeVisible()
    expect(short).not.toHaveAttribute('data-done')
    expect(short).toHaveAttribute('data-short')
    expect(within(short).getByText('PICKED')).toHaveAttribute('data-short')
    expect(await lineOf('B000000002')).toHaveAttribute('data-done')
    expect(screen.getByText(/45 of 55 plants/)).toHaveTextContent('1 line short by 10')
  })

  it('shows the reason of a short pick', async () => {
    const [first] = server.issuances.get('10000001')?.lines ?? []
    Object.assign(first ?? {}, { Status: 'PICKED', PickQty: 30, ShortReasonCode: 'GOOD' })
    pickAndShip()
    expect(await within(await lineOf('B000000001')).findByText('In good order')).toBeVisible()
  })

  it('names another person who has worked on a line, until this person works on it', async () => {
    server.issuances.set(
      '10000001',
      issuanceOf('10000001', {}, [
        { BarcodeID: 'B000000001', Qty: 40, LastChangedBy: 'ravi.receiver' },
        { BarcodeID: 'B000000002', Qty: 15 },
      ]),
    )
    const page = pickAndShip()
    expect(within(await lineOf('B000000001')).getByText('by ravi.receiver')).toBeVisible()
    expect(within(await lineOf('B000000002')).queryByText(/^by /)).toBeNull()
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
    expect(within(await lineOf('B000000001')).queryByText(/^by /)).toBeNull()
  })

  it('picks the quantity that was typed before it, after a question unless it is the ordered one', async () => {
    const page = pickAndShip()
    await lineOf('B000000001')
    page.typeQuantity('38')
    page.scan('B000000001')
    const question = await screen.findByRole('alertdialog', { name: 'Change Pick Qty from 40 to 38' })
    expect(within(question).getByText(/^B000000001/)).toBeVisible()
    page.scan('%T.YES')
    await giveNoReason()
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 38 of 40.'))
    page.typeQuantity('15')
    page.scan('B000000002', 1000)
    await waitFor(() => expect(page.outcome()).toBe('B000000002: picked 15 of 15.'))
  })

  it('warns that a line is picked already, and focuses its quantity', async () => {
    const page = pickAndShip()
    await lineOf('B000000001')
    page.scan('B000000001')
    await screen.findByText('1 of 2 lines')
    await waitFor(() => expect(page.depth()).toBe(0))
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toMatch(/B000000001 is picked already: 40 of 40/))
    expect(await quantityOf('B000000001')).toHaveFocus()
    expect(server.posts()).toHaveLength(1)
  })

  it('names the next step if the barcode is not on the document', async () => {
    const page = pickAndShip()
    await lineOf('B000000001')
    page.scan('B000000009')
    await waitFor(() =>
      expect(page.outcome()).toMatch(/B000000009 is not on 10000001. Nothing was picked. Go to the editor/),
    )
    await page.command('goToEdit')
    expect(page.address()).toBe('/Issuance/Edit/10000001')
  })

  it('is undone: the line is only ordered again', async () => {
    const page = pickAndShip()
    await lineOf('B000000001')
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
    await page.command('undo')
    expect(await screen.findByText('0 of 2 lines')).toBeVisible()
    expect(server.posts().at(-1)?.body.InventoryLines).toMatchObject([{ Status: 'RESERVED', OrderQty: 40 }])
  })

  it('reports a change that another page of the device has refused with an earlier one', async () => {
    const page = pickAndShip()
    await lineOf('B000000001')
    const release = server.hold('POST issuance')
    page.scan('B000000001')
    page.scan('B000000002')
    await waitFor(() => expect(page.outcome()).toBe('B000000002: 15 saved on this device.'))
    const [, behind] = outbox().pendingOf('issuance 10000001')
    act(() => void outbox().close(behind?.id ?? '', notEnough('B000000002')))
    await waitFor(() => expect(page.outcome()).toMatch(/^Insufficient quantity/))
    release()
  })

  it('reports a refused undo instead of its success', async () => {
    const page = pickAndShip()
    await lineOf('B000000001')
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
    server.answer('POST issuance', () => ({
      Message: '',
      TagNbr: 10000001,
      InventoryLines: [{ BarcodeID: 'B000000001', Message: REPLIES.insufficientQuantity }],
    }))
    await page.command('undo')
    await waitFor(() => expect(page.outcome()).toMatch(/^Insufficient quantity/))
  })
})

describe('a pick quantity', () => {
  const change = async (text: string) => {
    const page = pickAndShip()
    const quantity = await quantityOf('B000000001')
    await page.user.clear(quantity)
    await page.user.type(quantity, `${text}{Enter}`)
    return { page, quantity }
  }

  it('is confirmed if it was changed by hand', async () => {
    const { page } = await change('30')
    const dialog = await screen.findByRole('alertdialog', { name: 'Change Pick Qty from 40 to 30' })
    await page.user.click(within(dialog).getByRole('button', { name: /^Yes ?Y$/ }))
    await giveNoReason()
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 30 of 40.'))
  })

  it('is restored after a No, also by scan', async () => {
    const { page, quantity } = await change('30')
    await screen.findByRole('alertdialog')
    page.scan('%T.NO')
    await waitFor(() => expect(quantity).toHaveValue('40'))
    expect(server.posts()).toEqual([])
  })

  it('cannot be 0', async () => {
    const { page } = await change('0')
    const dialog = await screen.findByRole('alertdialog', { name: 'Quantity cannot be zero' })
    await page.user.click(within(dialog).getByRole('button', { name: /^OK ?C$/ }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.posts()).toEqual([])
  })

  it('accepts nine digits, and no barcode', async () => {
    const page = pickAndShip()
    const quantity = await quantityOf('B000000001')
    await page.user.clear(quantity)
    await page.user.type(quantity, '1234567890')
    expect(quantity).toHaveValue('123456789')
    await page.user.clear(quantity)
    await page.user.type(quantity, 'B-')
    expect(quantity).toHaveValue('B-')
    expect(screen.queryByText(/looks like a barcode/)).toBeNull()
    await page.user.clear(quantity)
    await page.user.paste('B000000002')
    expect(quantity).toHaveValue('')
    expect(await screen.findByText(/B000000002 looks like a barcode, not a quantity/)).toBeVisible()
  })

  it("is shown without 'of 0' if nothing was ordered", async () => {
    server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: 'B000000001', Qty: 0 }]))
    const page = pickAndShip()
    await lineOf('B000000001')
    page.typeQuantity('20')
    page.scan('B000000001')
    await screen.findByRole('alertdialog', { name: 'Change Pick Qty from 0 to 20' })
    page.scan('%T.YES')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 20, none were ordered.'))
    expect(within(await lineOf('B000000001')).getByText('Picked 20, none were ordered')).toBeVisible()
    page.scan('B000000001', 1000)
    await waitFor(() =>
      expect(page.outcome()).toMatch(/^B000000001 is picked already: 20, none were ordered/),
    )
  })

  it('stays in the field if the server lacks the plants, so that it can be changed', async () => {
    server.answer('POST issuance', () => ({
      Message: '',
      InventoryLines: [{ Message: 'insufficient quantity', ID: 1, BarcodeID: 'B000000001' }],
    }))
    const page = pickAndShip()
    await lineOf('B000000001')
    page.typeQuantity('90')
    page.scan('B000000001')
    await screen.findByRole('alertdialog')
    page.scan('%T.YES')
    await waitFor(() => expect(page.outcome()).toBe('Insufficient quantity. Please enter New Amount'))
    expect(await quantityOf('B000000001')).toHaveValue('90')
  })
})

describe('failures', () => {
  it('keeps a pick on this device if the server fails, and sends it again automatically', async () => {
    const page = pickAndShip()
    await lineOf('B000000001')
    server.answer('POST issuance', () => problemAnswer('internal_error'))
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 40 saved on this device.'))
    expect(screen.getByText('1 of 2 lines')).toBeVisible()
    server.answer('POST issuance', undefined)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
    expect(new Set(server.posts().map(({ key }) => key)).size).toBe(1)
  })

  it('reports that the details cannot be loaded, and loads them on request', async () => {
    server.answer('GET issuance/:id', () => problemAnswer('internal_error'))
    const page = pickAndShip()
    expect(await screen.findByText('Failed to fetch Issuance Details')).toBeVisible()
    server.answer('GET issuance/:id', undefined)
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await lineOf('B000000001')).toBeVisible()
  })

  it('reports that an issuance does not exist', async () => {
    openScreens(server.base, '/Issuance/Grower/99')
    expect(await screen.findByText('TagNbr not found')).toBeVisible()
  })

  it('refuses all changes of a read-only person, and gives the reason', async () => {
    const page = pickAndShip({ readOnly: true })
    await lineOf('B000000001')
    expect(screen.getByRole('button', { name: /^Ship/ })).toHaveAccessibleDescription(/Read-only access/)
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toMatch(/Read-only access/))
    expect(server.posts()).toEqual([])
  })

  it('renders only the line of a scan', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      BarcodeID: `C${String(index).padStart(9, '0')}`,
    }))
    server.issuances.set('10000001', issuanceOf('10000001', {}, many))
    const page = pickAndShip()
    expect(await screen.findByText('0 of 500 lines')).toBeVisible()
    expect(screen.getAllByRole('article').length).toBeLessThan(60)
    const other = await lineOf('C000000001')
    const drawn: MutationRecord[] = []
    const observer = new MutationObserver((records) => drawn.push(...records))
    observer.observe(other, { subtree: true, childList: true, attributes: true, characterData: true })
    page.scan('C000000000')
    await screen.findByText('1 of 500 lines')
    expect(drawn).toEqual([])
    observer.disconnect()
  })
})
