import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rightsReadAtAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { type ContractServer, problemAnswer } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'
import {
  startTransfers,
  transferHeader,
  transferLine,
  transferSaved,
} from '#tests/support/transfer-screens.ts'

let server: ContractServer
beforeEach(async () => {
  server = await startTransfers()
})

const receive = () => openScreens(server.base, '/ReceiveInventory/20000001')

describe('a transfer that cannot be saved', () => {
  /** A transfer from here, with the given lines and status. */
  const fromHere = (status: string, lines: readonly object[]) =>
    server.answer('GET transfers/:id', () => ({
      TransferHeader: transferHeader('20000003', {
        OriginLocationID: 'WAT',
        DestinationLocationID: 'SAL',
        Status: status,
      }),
      TransferLines: lines,
    }))
  const ship = () => openScreens(server.base, '/TransferInventory/20000003')
  const picked = () => [transferLine('B000000001', 1, 'PICKED'), transferLine('B000000002', 2, 'PICKED')]

  it('reports a failed creation, and keeps the input', async () => {
    const page = openScreens(server.base, '/Transfer/Edit/New')
    await page.user.click(await screen.findByRole('combobox', { name: /Destination/ }))
    await page.user.click(await screen.findByRole('option', { name: /Salinas/ }))
    await page.user.type(screen.getByRole('textbox', { name: 'Carrier Name' }), 'Coast Freight')
    server.answer('POST transfers', () => problemAnswer('state_conflict', 'The season is closed'))
    await page.user.click(screen.getByRole('button', { name: /Create/ }))
    const failed = await screen.findByRole('alert')
    expect(failed).toHaveTextContent(/^Failed to Create\/Update Transfer Header\. \w/)
    expect(screen.getByRole('textbox', { name: 'Carrier Name' })).toHaveValue('Coast Freight')
    expect(screen.getByRole('combobox', { name: /Destination/ })).toHaveDisplayValue(/Salinas/)
    server.answer('POST transfers', transferSaved)
    await page.user.click(screen.getByRole('button', { name: /Create/ }))
    await page.says('Transfer Header Created Successfully')
  })

  it('is kept here without the right to its location, reports why, and is created once the right is back', async () => {
    const page = openScreens(server.base, '/Transfer/Edit/New')
    await page.user.click(await screen.findByRole('combobox', { name: /Destination/ }))
    await page.user.click(await screen.findByRole('option', { name: /Salinas/ }))
    server.answer('POST transfers', () => problemAnswer('location_not_allowed'))
    await page.user.click(screen.getByRole('button', { name: /Create/ }))
    await page.says(
      'is on this device only. Your access to this location was withdrawn. Your work is kept here.',
    )
    expect(page.address()).toMatch(/^\/Transfer\/Edit\/NEW-/)
    server.answer('POST transfers', transferSaved)
    server.answer('GET transfers/:id', () => ({
      TransferHeader: transferHeader('20000009', { Status: 'OPEN' }),
      TransferLines: [],
    }))
    act(() => store.set(rightsReadAtAtom, 1))
    expect(await screen.findByRole('heading', { name: 'Transfer 20000009' })).toBeVisible()
    const keys = server.posts().map(({ key }) => key)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('keeps an invalid temperature as typed, and shows why it cannot be created', async () => {
    const page = openScreens(server.base, '/Transfer/Edit/New')
    await page.user.click(await screen.findByRole('combobox', { name: /Destination/ }))
    await page.user.click(await screen.findByRole('option', { name: /Salinas/ }))
    const create = screen.getByRole('button', { name: /Create/ })
    await waitFor(() => expect(create).not.toHaveAccessibleDescription())
    const field = screen.getByRole('textbox', { name: 'Ship Temp' })
    await page.user.type(field, '-')
    expect(field).not.toHaveAttribute('aria-invalid')
    await waitFor(() => expect(create).toHaveAccessibleDescription('Please input correct temperature'))
    await page.user.type(field, '1234.56')
    expect(field).toHaveValue('-1234.56')
    expect(await screen.findByRole('alert')).toHaveTextContent(/between -50 and 60 °C/)
    await page.user.clear(field)
    await page.user.type(field, '-12.5')
    await waitFor(() => expect(create).not.toHaveAccessibleDescription())
    expect(screen.queryByRole('alert')).toBeNull()
    await page.user.click(create)
    await waitFor(() =>
      expect(server.posts()[0]?.body.TransferHeader).toMatchObject({ ShipPlantTemperature: '-12.5' }),
    )
  })

  it("reports the server's message about a changed header, and keeps the input", async () => {
    fromHere('OPEN', [])
    const page = openScreens(server.base, '/Transfer/Edit/20000003')
    await screen.findByText('No lines yet')
    await page.command('editHeader')
    await page.user.type(await screen.findByRole('textbox', { name: 'Truck ID' }), 'T-7')
    server.answer('POST transfers', () => ({ Message: 'Truck is unknown', TransferNbr: 20000003 }))
    await page.user.click(screen.getByRole('button', { name: /Update/ }))
    const failed = await screen.findByRole('alert')
    expect(failed).toHaveTextContent('Failed to Create/Update Transfer Header. Truck is unknown')
    expect(screen.getByRole('textbox', { name: 'Truck ID' })).toHaveValue('T-7')
    server.answer('POST transfers', transferSaved)
    await page.user.click(screen.getByRole('button', { name: /Update/ }))
    await page.says('Transfer Header Updated Successfully')
  })

  it('reports a failed shipment, and stays unchanged with its picks', async () => {
    fromHere('RESERVED', picked())
    const page = ship()
    expect(await screen.findByText('2 of 2 lines')).toBeVisible()
    server.answer('POST transfers', () => problemAnswer('internal_error'))
    await page.user.click(screen.getByRole('button', { name: /^Ship/ }))
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Update\. The server failed/))
    const heading = screen.getByRole('heading', { name: 'Transfer 20000003' })
    expect(heading.parentElement).toHaveTextContent('RESERVED')
    expect(await lineOf('B000000001')).toHaveTextContent('PICKED')
    server.answer('POST transfers', transferSaved)
    await page.user.click(screen.getByRole('button', { name: /^Ship/ }))
    await page.says('Transfer Shipped Successfully')
    expect(server.posts()[1]?.key).toBe(server.posts()[0]?.key)
  })

  it('reports a failed cancellation, and can still be shipped', async () => {
    fromHere('RESERVED', picked())
    const page = ship()
    server.answer('POST transfers', () => ({ Message: 'Season is closed', TransferNbr: 20000003 }))
    await page.user.click(await screen.findByRole('button', { name: /Cancel Transfer/ }))
    await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to permanently Cancel Transfer?',
    })
    page.scan('%T.YES')
    await waitFor(() => expect(page.outcome()).toBe('Failed to Update. Season is closed'))
    expect(screen.getByRole('button', { name: /Cancel Transfer/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /^Ship/ })).not.toHaveAttribute('aria-disabled')
    expect(page.outcome()).not.toContain('Transfer Cancelled Successfully')
  })

  it('reports a failed receipt, and keeps the received quantities', async () => {
    const page = receive()
    await screen.findByText('0 of 2 lines')
    page.scan('B000000001')
    page.scan('B000000002')
    await waitFor(() => expect(page.outcome()).toMatch(/^B000000002: received/))
    server.answer('POST transfers', () => problemAnswer('unavailable'))
    await page.command('receive')
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Update\. The server cannot answer now/))
    expect(screen.getByText('2 of 2 lines')).toBeVisible()
    expect(page.outcome()).not.toContain('Transfer Received Successfully')
  })

  it('reports a failed temperature and keeps the input; Escape restores the saved value', async () => {
    const page = receive()
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Receive Temp' })
    server.answer('POST transfers', () => problemAnswer('state_conflict', 'The season is closed'))
    await page.user.clear(field)
    await page.user.type(field, '12{Enter}')
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Update\. \w/))
    expect(field).toHaveValue('12')
    await page.user.type(field, '{Escape}')
    await waitFor(() => expect(field).toHaveValue('4'))
  })

  it('keeps an undone line on this device, and sends it again automatically', async () => {
    const page = receive()
    await screen.findByText('0 of 2 lines')
    page.typeQuantity('37')
    page.scan('B000000001')
    await screen.findByRole('alertdialog', { name: 'Pick/Receive Qty from 40 to 37?' })
    page.scan('%T.YES')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: received 37 of 40.'))
    server.answer('POST transfers', () => problemAnswer('internal_error'))
    await page.command('undo')
    await waitFor(() => expect(page.outcome()).toBe('Undone: B000000001.'))
    expect(await screen.findByText('0 of 2 lines')).toBeVisible()
    const card = await lineOf('B000000001')
    expect(within(card).getByText('On this device only')).toBeInTheDocument()
    server.answer('POST transfers', transferSaved)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(within(card).queryByText('On this device only')).toBeNull())
    expect(server.posts().at(-1)?.key).toBe(server.posts().at(-2)?.key)
  })
})
