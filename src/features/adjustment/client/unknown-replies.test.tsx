// Tests unknown replies to a correction and to a decision on a request.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ContractServer, startContractServer, stockOf } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

const LOCKED = 'Stock is locked by j.doe'
let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.stock.set('B000000001', stockOf())
})
const adjust = async (options: Parameters<typeof openScreens>[2], quantity = '150') => {
  const page = openScreens(server.base, '/AdjustTrim/', options)
  await screen.findByText('No Requests')
  page.typeQuantity(quantity)
  page.scan('B000000001')
  const dialog = await screen.findByRole('alertdialog', { name: `Change Qty from 100 to ${quantity}` })
  await page.user.type(await within(dialog).findByRole('combobox', { name: 'Reason' }), '1{Enter}')
  return page
}
const labels = () => screen.queryByText(/Do you want to print extra/)
const tone = (page: ReturnType<typeof openScreens>) => page.entries().at(-1)?.tone

describe('a correction', () => {
  it.each([
    ['another server', { extensions: [] }],
    ['a server that makes labels', {}],
  ])('is not made when the stock is unchanged: %s offers no labels', async (_, options) => {
    server.answer('POST plantinventory', () => ({ Message: LOCKED }))
    const page = await adjust(options)
    await page.says(`The adjustment was not made. ${LOCKED}`)
    expect(tone(page)).toBe('error')
    expect(labels()).toBeNull()
    expect(await screen.findByText('100 on hand')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Quantity of B000000001' })).toHaveValue('150')
  })

  it('is made when the stock read again has it, and offers no labels on a server that makes none', async () => {
    server.answer('POST plantinventory', () => {
      server.stock.set('B000000001', stockOf({ Qty: 150 }))
      return { Message: 'Stored by j.doe' }
    })
    const page = await adjust({ extensions: [] })
    await page.says('100 is now 150. The server says: Stored by j.doe')
    expect(tone(page)).toBe('ok')
    expect(labels()).toBeNull()
  })

  it('offers labels after the reply, not before', async () => {
    const answer = server.hold('POST plantinventory')
    const page = await adjust({})
    await waitFor(() => expect(server.posts()).toHaveLength(1))
    await page.says('100 to 150, saved on this device.')
    expect(labels()).toBeNull()
    answer()
    expect(await screen.findByText('Print 50 more labels?')).toBeVisible()
    page.scan('%T.NO')
    await page.says('Trim Adjusted. B000000001 at A-01: 100 is now 150.')
  })

  it('refused by the Trimline server offers no labels', async () => {
    server.answer('POST plantinventory', () => ({
      Message: 'Quantity has changed meanwhile: it is 90 now',
    }))
    const page = await adjust({})
    await page.says('The adjustment was not made.')
    expect(labels()).toBeNull()
  })
})

describe('a decision on a request', () => {
  const request = (Status: string) => ({
    Adjustment: { RequestID: 7, TransferNbr: 3, Status: 'OPEN', OriginLocationID: 'WAT', TrimSeason: 'S1' },
    AdjustmentLines: [1, 2].map((LineID) => ({
      LineID,
      BarcodeID: `B00000000${LineID}`,
      ShippedQty: 40,
      ReceivedQty: 37,
      Qty: 60,
      Status: LineID === 1 ? Status : '',
    })),
  })
  const decide = async () => {
    const page = openScreens(server.base, '/AdjustmentRequests/7', { extensions: [] })
    await screen.findByRole('article', { name: 'B000000001' })
    page.scan('B000000001')
    page.scan('%T.ACCEPT', 1000)
    await screen.findByRole('alertdialog')
    page.scan('%T.YES')
    return page
  }

  it('is not made when the request read again is unchanged', async () => {
    server.answer('GET adjustmentrequest/:id', () => request('OPEN'))
    server.answer('POST adjustmentrequest', () => ({ Message: LOCKED }))
    const page = await decide()
    await page.says(`Request Failed! ${LOCKED}`)
    expect(tone(page)).toBe('error')
    expect(within(screen.getByRole('article', { name: 'B000000001' })).queryByText('ACCEPT')).toBeNull()
  })

  it('is made when the request read again has it', async () => {
    server.answer('GET adjustmentrequest/:id', () => request('OPEN'))
    server.answer('POST adjustmentrequest', () => {
      server.answer('GET adjustmentrequest/:id', () => request('ACCEPT'))
      return { Message: 'Stored by j.doe' }
    })
    const page = await decide()
    await page.says('B000000001: accepted. 63 on hand now.')
    await page.says('The server says: Stored by j.doe')
    expect(tone(page)).toBe('ok')
  })
})
