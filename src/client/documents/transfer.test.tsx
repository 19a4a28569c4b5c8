import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userLocationsAtom } from '#client/state/session.ts'
import { store } from '#client/state/store.ts'
import {
  type Answer,
  type ContractServer,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

const header = (number: string, change: Readonly<Record<string, string>> = {}) => ({
  TransferNbr: number,
  OriginLocationID: 'SAL',
  DestinationLocationID: 'WAT',
  ExpectedShipDate: '2026-11-20',
  ExpectedArrivalDate: '2026-11-21',
  ReceiptPlantTemperature: '4',
  Status: 'SHIPPED',
  TrimSeasonID: 'S1',
  ...change,
})
const line = (barcode: string, id: number, status = 'SHIPPED') => ({
  ID: id,
  BarcodeID: barcode,
  Status: status,
  Qty: 40,
  OrderQty: 40,
  PickQty: 40,
})

const save: Answer = ({ body }) => ({
  Message: '',
  TransferNbr: body.TransferHeader.TransferNbr || 20000009,
  TransferLines: body.TransferLines.map((each: { ID: number; BarcodeID: string; Status: string }) => ({
    ...each,
    Message: `Transfer Line ${each.Status} successfully`,
  })),
})

let server: ContractServer
beforeEach(async () => {
  localStorage.clear()
  server = await startContractServer()
  server.answer('GET transfers', () => ({
    Records: [header('20000001'), header('20000002')],
    TotalRowCount: 2,
  }))
  server.answer('GET transfers/:id', ({ path }) => {
    if (path.endsWith('20000001')) {
      return {
        TransferHeader: header('20000001'),
        TransferLines: [line('B000000001', 1), line('B000000002', 2)],
      }
    }
    return path.endsWith('20000002')
      ? { TransferHeader: header('20000002'), TransferLines: [line('B000000003', 3)] }
      : problemAnswer('not_found')
  })
  server.answer('POST transfers', save)
})
afterEach(() => server.close())

const receive = () => openScreens(server.base, '/ReceiveInventory/20000001')
const notices = () => within(screen.getByRole('list', { name: 'notices' }))
const posts = () => server.asked.filter(({ method }) => method === 'POST')

describe('the lists of transfers', () => {
  it('are two tabs, the receiving one without creating and with what was shipped here', async () => {
    const page = openScreens(server.base, '/Transfer/ReceivingList')
    expect(await screen.findByText('2 of 2')).toBeVisible()
    expect(server.asked.find(({ path }) => path === 'transfers')?.query).toMatchObject({
      destinationlocationid: 'WAT',
      status: 'SHIPPED',
      limit: '25',
    })
    expect(screen.queryByRole('button', { name: /New transfer/ })).toBeNull()
    await page.user.click(screen.getByRole('checkbox', { name: 'All Transfers' }))
    await waitFor(() =>
      expect(server.asked.filter(({ path }) => path === 'transfers').at(-1)?.query.status).toBe(
        'SHIPPED,RECEIVED',
      ),
    )
    await page.command('nextTab')
    expect(page.address()).toBe('/Transfer/Open')
    expect(await screen.findByRole('button', { name: /New transfer/ })).toBeVisible()
  })

  it('say that a number is none, and that they cannot be had', async () => {
    const page = openScreens(server.base, '/Transfer/Open')
    await page.command('searchNumber', { number: '99' })
    expect(await screen.findByText('Invalid Transfer Number')).toBeVisible()
    server.answer('GET transfers/:id', () => problemAnswer('internal_error'))
    await page.command('searchNumber', { number: '98' })
    expect(await screen.findByText('Failed to fetch Transfer')).toBeVisible()
  })
})

describe('receiving', () => {
  it('takes what was shipped, the number that was typed before, and tells what came before', async () => {
    const page = receive()
    expect(await screen.findByText('0 of 2 lines')).toBeVisible()
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: received 40 of 40.'))
    page.typeQuantity('37')
    page.scan('B000000002')
    await waitFor(() => expect(page.outcome()).toBe('B000000002: received 37 of 40.'))
    expect(screen.getByText('2 of 2 lines')).toBeVisible()
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toMatch(/B000000001 is received already: 40 of 40/))
    expect(posts()).toHaveLength(2)
    page.scan('%T.RECEIVE', 2000)
    expect(await notices().findByText('Transfer Received Successfully')).toBeVisible()
    expect(page.bugs).toEqual([])
  })

  describe('other than was shipped', () => {
    /** From here on the transfer is received, 37 of 40 on one line, and the server names the request or does not. */
    const short = (request: object) => {
      server.answer('POST transfers', (asked) => {
        if (asked.body.TransferHeader.Status === 'RECEIVED') {
          server.answer('GET transfers/:id', () => ({
            TransferHeader: header('20000001', { Status: 'RECEIVED', ...request }),
            TransferLines: [
              { ...line('B000000001', 1, 'RECEIVED'), ReceivedQty: 37 },
              { ...line('B000000002', 2, 'RECEIVED'), ReceivedQty: 40 },
            ],
          }))
        }
        return save(asked)
      })
    }
    const receiveShort = async () => {
      const page = receive()
      await screen.findByText('0 of 2 lines')
      page.typeQuantity('37')
      page.scan('B000000001')
      await waitFor(() => expect(page.outcome()).toBe('B000000001: received 37 of 40.'))
      page.scan('B000000002', 1000)
      await waitFor(() => expect(page.outcome()).toBe('B000000002: received 40 of 40.'))
      page.scan('%T.RECEIVE', 2000)
      expect(await notices().findByText('Transfer Received Successfully')).toBeVisible()
      return page
    }
    const told =
      'Received. 1 line differs from what was shipped: adjustment request 50000001 was opened, SAL decides on it.'

    it('says that lines differ and which request was opened, and leads to it who may decide', async () => {
      short({ RequestID: 50000001 })
      const page = await receiveShort()
      await waitFor(() => expect(page.outcome()).toBe(told))
      act(() =>
        store.set(userLocationsAtom, [
          { id: null, username: 'pia', location: 'WAT' },
          { id: null, username: 'pia', location: 'SAL' },
        ]),
      )
      expect(await screen.findByText(told)).toBeVisible()
      const link = screen.getByRole('link', { name: 'Open request 50000001' })
      await page.user.click(link)
      expect(page.address()).toBe('/AdjustmentRequests/50000001')
    })

    it('offers no way to a request that this person may not see, and says so after a reload as well', async () => {
      short({ RequestID: 50000001 })
      const page = await receiveShort()
      page.unmount()
      receive()
      expect(await screen.findByText(told)).toBeVisible()
      expect(screen.queryByRole('link', { name: /Open request/ })).toBeNull()
    })

    it('says it without the number where the server does not tell', async () => {
      short({})
      const page = await receiveShort()
      await waitFor(() =>
        expect(page.outcome()).toMatch(/^Received\. 1 line differs .* request of that transfer was opened/),
      )
    })
  })

  it('says nothing of differences where everything has come', async () => {
    server.answer('GET transfers/:id', () => ({
      TransferHeader: header('20000001', { Status: 'RECEIVED' }),
      TransferLines: [{ ...line('B000000001', 1, 'RECEIVED'), ReceivedQty: 40 }],
    }))
    receive()
    expect(await screen.findByText('1 of 1 line')).toBeVisible()
    expect(screen.queryByText(/differ/)).toBeNull()
  })

  it('knows what is on another transfer to this location, and what is on none', async () => {
    const page = receive()
    await screen.findByText('0 of 2 lines')
    page.scan('B000000003')
    const question = within(
      await screen.findByRole('alertdialog', {
        name: /^B000000003 is on transfer 20000002, not on 20000001\./,
      }),
    )
    await page.user.click(question.getByRole('button', { name: /^Ignore it/ }))
    await waitFor(() => expect(page.outcome()).toMatch(/^B000000003 was ignored\./))
    page.scan('B000000009', 1000)
    await waitFor(() =>
      expect(page.outcome()).toMatch(/^B000000009 is on no transfer to this location\..*ask SAL\./),
    )
    server.answer('GET transfers', () => problemAnswer('unavailable'))
    page.scan('B000000008', 2000)
    await waitFor(() => expect(page.outcome()).toMatch(/could not be checked/))
    expect(posts()).toEqual([])
  })

  it('restores a temperature that is none, and saves one that is', async () => {
    const page = receive()
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Receive Temp' })
    await page.user.clear(field)
    await page.user.type(field, '-{Enter}')
    expect(await notices().findByText('Please input correct temperature')).toBeVisible()
    expect(field).toHaveValue('4')
    await page.user.clear(field)
    await page.user.type(field, '-12.25{Enter}')
    expect(await notices().findByText('Receive Temperature Updated')).toBeVisible()
    expect(posts().at(-1)?.body.TransferHeader).toMatchObject({ ReceiptPlantTemperature: '-12.25' })
  })

  it.each(['1234', '999999', '1234.56', '1.234', '3,5', '-123.4567'])(
    'takes no temperature of %s: it stays as typed with what is wrong, and Enter restores what the server has',
    async (typed) => {
      const page = receive()
      const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Receive Temp' })
      expect(screen.getByText('°C')).toBeVisible()
      await page.user.clear(field)
      await page.user.type(field, typed)
      expect(field).toHaveValue(typed)
      expect(field).toHaveAttribute('aria-invalid', 'true')
      expect(screen.getByRole('alert')).toHaveTextContent(
        'A temperature has up to 3 digits, and up to 2 after the point.',
      )
      await page.user.type(field, '{Enter}')
      expect(await notices().findByText('Please input correct temperature')).toBeVisible()
      expect(field).toHaveValue('4')
      expect(posts()).toEqual([])
    },
  )

  it('shows a top-level message as an error', async () => {
    const page = receive()
    await screen.findByText('0 of 2 lines')
    server.answer('POST transfers', () => ({ Message: 'Season is closed', TransferNbr: 20000001 }))
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toMatch(/Season is closed/))
  })
})

describe('a transfer that cannot be saved', () => {
  /** One that starts here: its lines and status as a test wants them. */
  const fromHere = (status: string, lines: readonly object[]) =>
    server.answer('GET transfers/:id', () => ({
      TransferHeader: header('20000003', {
        OriginLocationID: 'WAT',
        DestinationLocationID: 'SAL',
        Status: status,
      }),
      TransferLines: lines,
    }))
  const ship = () => openScreens(server.base, '/TransferInventory/20000003')
  const picked = () => [line('B000000001', 1, 'PICKED'), line('B000000002', 2, 'PICKED')]

  it('as a new one says so, keeps what is filled in, and is one change however often it is sent', async () => {
    const page = openScreens(server.base, '/Transfer/Edit/New')
    await page.user.click(await screen.findByRole('combobox', { name: /Destination/ }))
    await page.user.click(await screen.findByRole('option', { name: /Salinas/ }))
    await page.user.type(screen.getByRole('textbox', { name: 'Carrier Name' }), 'Coast Freight')
    server.answer('POST transfers', () => problemAnswer('unavailable'))
    await page.user.click(screen.getByRole('button', { name: /Create/ }))
    const failed = await screen.findByRole('alert')
    expect(failed).toHaveTextContent(
      /^Failed to Create\/Update Transfer Header\. The server cannot answer now/,
    )
    expect(screen.getByRole('textbox', { name: 'Carrier Name' })).toHaveValue('Coast Freight')
    expect(screen.getByRole('combobox', { name: /Destination/ })).toHaveDisplayValue(/Salinas/)
    server.answer('POST transfers', save)
    await page.user.click(screen.getByRole('button', { name: /Create/ }))
    expect(await notices().findByText('Transfer Header Created Successfully')).toBeVisible()
    expect(posts()).toHaveLength(2)
    expect(posts()[1]?.key).toBe(posts()[0]?.key)
  })

  it('because its temperature is none keeps that as typed, and says why it cannot be created', async () => {
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
    expect(await screen.findByRole('alert')).toHaveTextContent(/up to 3 digits/)
    await page.user.clear(field)
    await page.user.type(field, '-12.5')
    await waitFor(() => expect(create).not.toHaveAccessibleDescription())
    expect(screen.queryByRole('alert')).toBeNull()
    await page.user.click(create)
    await waitFor(() =>
      expect(posts()[0]?.body.TransferHeader).toMatchObject({ ShipPlantTemperature: '-12.5' }),
    )
  })

  it('with another header says so with the word of the server, and keeps what was typed', async () => {
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
    server.answer('POST transfers', save)
    await page.user.click(screen.getByRole('button', { name: /Update/ }))
    expect(await notices().findByText('Transfer Header Updated Successfully')).toBeVisible()
  })

  it('as shipped says so, and stays as it is with its picks', async () => {
    fromHere('RESERVED', picked())
    const page = ship()
    expect(await screen.findByText('2 of 2 lines')).toBeVisible()
    server.answer('POST transfers', () => problemAnswer('internal_error'))
    await page.user.click(screen.getByRole('button', { name: /^Ship/ }))
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Update\. The server failed/))
    const heading = screen.getByRole('heading', { name: 'Transfer 20000003' })
    expect(heading.parentElement).toHaveTextContent('RESERVED')
    expect(await lineOf('B000000001')).toHaveTextContent('PICKED')
    server.answer('POST transfers', save)
    await page.user.click(screen.getByRole('button', { name: /^Ship/ }))
    expect(await notices().findByText('Transfer Shipped Successfully')).toBeVisible()
    expect(posts()[1]?.key).toBe(posts()[0]?.key)
  })

  it('as cancelled says so, and is still there to be shipped', async () => {
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
    expect(notices().queryByText('Transfer Cancelled Successfully')).toBeNull()
  })

  it('as received says so, and keeps what was received', async () => {
    const page = receive()
    await screen.findByText('0 of 2 lines')
    page.scan('B000000001')
    page.scan('B000000002')
    expect(await screen.findByText('2 of 2 lines')).toBeVisible()
    server.answer('POST transfers', () => problemAnswer('unavailable'))
    await page.command('receive')
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Update\. The server cannot answer now/))
    expect(screen.getByText('2 of 2 lines')).toBeVisible()
    expect(notices().queryByText('Transfer Received Successfully')).toBeNull()
  })

  it('with its temperature says so, keeps what was typed, and Esc restores what the server has', async () => {
    const page = receive()
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Receive Temp' })
    server.answer('POST transfers', () => problemAnswer('internal_error'))
    await page.user.clear(field)
    await page.user.type(field, '12{Enter}')
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Update\. The server failed/))
    expect(field).toHaveValue('12')
    await page.user.type(field, '{Escape}')
    expect(field).toHaveValue('4')
  })

  it('with a line taken back says so, and the line stays received', async () => {
    const page = receive()
    await screen.findByText('0 of 2 lines')
    page.typeQuantity('37')
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: received 37 of 40.'))
    server.answer('POST transfers', () => problemAnswer('internal_error'))
    await page.command('undo')
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Update\. The server failed/))
    const card = await lineOf('B000000001')
    expect(card).toHaveTextContent('Failed to Update')
    expect(card).toHaveTextContent('RECEIVED')
    expect(within(card).getByRole('textbox')).toHaveValue('37')
    // It would receive the line once more.
    expect(within(card).queryByRole('button', { name: /Send again/ })).toBeNull()
    expect(screen.getByText('1 of 2 lines')).toBeVisible()
    server.answer('POST transfers', save)
    await page.command('undo')
    expect(await screen.findByText('0 of 2 lines')).toBeVisible()
    expect(posts().at(-1)?.key).toBe(posts().at(-2)?.key)
  })
})
