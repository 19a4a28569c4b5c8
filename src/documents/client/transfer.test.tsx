import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { userLocationsAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { chooseOption } from '#tests/support/choose-option.ts'
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

// Confirms the question about a received quantity that differs from the shipped one; it names the line.
const agreeTo = async (page: ReturnType<typeof receive>, name: string, barcode: string, at: number) => {
  const question = await screen.findByRole('alertdialog', { name })
  expect(question).toHaveTextContent(barcode)
  page.scan('%T.YES', at)
}

describe('the lists of transfers', () => {
  it('are two tabs; the receiving tab has no creation, and shows transfers shipped to this location', async () => {
    const page = openScreens(server.base, '/Transfer/ReceivingList')
    expect(await screen.findByText('2 of 2')).toBeVisible()
    expect(server.asked.find(({ path }) => path === 'transfers')?.query).toMatchObject({
      destinationlocationid: 'WAT',
      status: 'SHIPPED',
      limit: '25',
    })
    expect(screen.queryByRole('button', { name: /New transfer/ })).toBeNull()
    await chooseOption(page.user, screen.getByRole('combobox', { name: 'Status' }), 'All Transfers')
    await waitFor(() =>
      expect(server.asked.filter(({ path }) => path === 'transfers').at(-1)?.query.status).toBe(
        'SHIPPED,RECEIVED',
      ),
    )
    await page.command('nextTab')
    expect(page.address()).toBe('/Transfer/Open')
    expect(await screen.findByRole('button', { name: /New transfer/ })).toBeVisible()
  })

  it('report an invalid number, and a failed load', async () => {
    const page = openScreens(server.base, '/Transfer/Open')
    await page.command('searchNumber', { number: '99' })
    expect(await screen.findByText('Invalid Transfer Number')).toBeVisible()
    server.answer('GET transfers/:id', () => problemAnswer('internal_error'))
    await page.command('searchNumber', { number: '98' })
    expect(await screen.findByText('Failed to fetch Transfer')).toBeVisible()
  })
})

describe('a received transfer at its origin', () => {
  const openAtOrigin = () => {
    const lines = [
      { ...transferLine('B000000001', 1, 'RECEIVED'), PickQty: 38, ReceivedQty: 30 },
      { ...transferLine('B000000002', 2, 'RECEIVED'), ReceivedQty: 40 },
    ]
    server.answer('GET transfers/:id', () => ({
      TransferHeader: transferHeader('20000001', {
        OriginLocationID: 'WAT',
        DestinationLocationID: 'SAL',
        Status: 'RECEIVED',
      }),
      TransferLines: lines,
    }))
    return openScreens(server.base, '/TransferInventory/20000001')
  }

  it('shows the ordered, shipped and received quantities', async () => {
    openAtOrigin()
    const line = await lineOf('B000000001')
    expect(within(line).getByText(/Ordered 40 · shipped 38 · received 30/)).toBeVisible()
    expect(line).toHaveAttribute('data-short')
    expect(await lineOf('B000000002')).not.toHaveAttribute('data-short')
    expect(screen.getByText(/70 of 80 plants/)).toHaveTextContent('1 line short by 10')
  })

  it('shows them as columns with sums on a terminal', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('min-width') }))
    onTestFinished(() => void vi.unstubAllGlobals())
    openAtOrigin()
    await screen.findByRole('row', { name: 'B000000001' })
    const [sums] = screen.getAllByRole('row').slice(-1)
    expect(sums).toHaveTextContent('Total2 lines807870')
  })
})

describe('receiving', () => {
  it('takes the shipped quantity or a typed one, and reports an earlier receipt', async () => {
    const page = receive()
    expect(await screen.findByText('0 of 2 lines')).toBeVisible()
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: received 40 of 40.'))
    page.typeQuantity('37')
    page.scan('B000000002')
    await agreeTo(page, 'Pick/Receive Qty from 40 to 37?', 'B000000002', 500)
    await waitFor(() => expect(page.outcome()).toBe('B000000002: received 37 of 40.'))
    expect(screen.getByText('2 of 2 lines')).toBeVisible()
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toMatch(/B000000001 is received already: 40 of 40/))
    expect(server.posts()).toHaveLength(2)
    page.scan('%T.RECEIVE', 2000)
    expect(await screen.findByText('Received 37 of 40. An adjustment request will be opened.')).toBeVisible()
    expect(server.posts()).toHaveLength(2)
    page.scan('%T.ANYWAY', 3000)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await page.says('Transfer Received Successfully')
    expect(page.bugs).toEqual([])
  })

  describe('quantities that differ from the shipped ones', () => {
    /** From here on the transfer is received, 37 of 40 on one line, with or without the request's number. */
    const short = (request: object) => {
      server.answer('POST transfers', (asked) => {
        if (asked.body.TransferHeader.Status === 'RECEIVED') {
          server.answer('GET transfers/:id', () => ({
            TransferHeader: transferHeader('20000001', { Status: 'RECEIVED', ...request }),
            TransferLines: [
              { ...transferLine('B000000001', 1, 'RECEIVED'), ReceivedQty: 37 },
              { ...transferLine('B000000002', 2, 'RECEIVED'), ReceivedQty: 40 },
            ],
          }))
        }
        return transferSaved(asked)
      })
    }
    const receiveShort = async () => {
      const page = receive()
      await screen.findByText('0 of 2 lines')
      page.typeQuantity('37')
      page.scan('B000000001')
      await agreeTo(page, 'Pick/Receive Qty from 40 to 37?', 'B000000001', 500)
      await waitFor(() => expect(page.outcome()).toBe('B000000001: received 37 of 40.'))
      page.scan('B000000002', 1000)
      await waitFor(() => expect(page.outcome()).toBe('B000000002: received 40 of 40.'))
      page.scan('%T.RECEIVE', 2000)
      await screen.findByRole('dialog', { name: 'Before you receive' })
      page.scan('%T.ANYWAY', 3000)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await page.says('Transfer Received Successfully')
      return page
    }
    const requestText =
      'Transfer Received Successfully. 1 line differs from what was shipped: adjustment request 50000001 was opened, SAL decides on it.'

    it('are reported with the opened request, which is linked for people who may decide', async () => {
      short({ RequestID: 50000001 })
      const page = await receiveShort()
      await waitFor(() => expect(page.outcome()).toBe(requestText))
      act(() =>
        store.set(userLocationsAtom, [
          { id: null, username: 'pia', location: 'WAT' },
          { id: null, username: 'pia', location: 'SAL' },
        ]),
      )
      expect(await screen.findByText(requestText)).toBeVisible()
      const link = screen.getByRole('link', { name: 'Open request 50000001' })
      await page.user.click(link)
      expect(page.address()).toBe('/AdjustmentRequests/50000001')
    })

    it('are reported without a link for a person who may not see the request, even after a reload', async () => {
      short({ RequestID: 50000001 })
      const page = await receiveShort()
      page.unmount()
      receive()
      expect(await screen.findByText(requestText)).toBeVisible()
      expect(screen.queryByRole('link', { name: /Open request/ })).toBeNull()
    })

    it('are reported without the number if the server does not send it', async () => {
      short({})
      const page = await receiveShort()
      await waitFor(() =>
        expect(page.outcome()).toMatch(
          /^Transfer Received Successfully\. 1 line differs .* request of that transfer was opened/,
        ),
      )
    })
  })

  it('reports no differences if everything was received', async () => {
    server.answer('GET transfers/:id', () => ({
      TransferHeader: transferHeader('20000001', { Status: 'RECEIVED' }),
      TransferLines: [{ ...transferLine('B000000001', 1, 'RECEIVED'), ReceivedQty: 40 }],
    }))
    receive()
    expect(await screen.findByText('1 of 1 line')).toBeVisible()
    expect(screen.queryByText(/differ/)).toBeNull()
  })

  it('finds a barcode on another transfer to this location, and reports one that is on none', async () => {
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
    expect(server.posts()).toEqual([])
  })

  it('restores the temperature after an invalid one, and saves a valid one', async () => {
    const page = receive()
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Receive Temp' })
    await page.user.clear(field)
    await page.user.type(field, '-{Enter}')
    await page.says('Please input correct temperature')
    expect(field).toHaveValue('4')
    await page.user.clear(field)
    await page.user.type(field, '-12.25{Enter}')
    await page.says('Receive Temperature Updated')
    expect(server.posts().at(-1)?.body.TransferHeader).toMatchObject({ ReceiptPlantTemperature: '-12.25' })
  })

  it.each(['1234', '999999', '1234.56', '1.234', '3,5', '-123.4567'])(
    'refuses a temperature of %s: the input stays with its error, and Enter restores the saved value',
    async (typed) => {
      const page = receive()
      const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Receive Temp' })
      expect(screen.getByText('°C')).toBeVisible()
      await page.user.clear(field)
      await page.user.type(field, typed)
      expect(field).toHaveValue(typed)
      expect(field).toHaveAttribute('aria-invalid', 'true')
      expect(screen.getByRole('alert')).toHaveTextContent(
        'A temperature is between -50 and 60 °C, with up to 2 digits after the point.',
      )
      await page.user.type(field, '{Enter}')
      await page.says('Please input correct temperature')
      expect(field).toHaveValue('4')
      expect(server.posts()).toEqual([])
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
