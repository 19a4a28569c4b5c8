// Tests the question about a request line while another user changes its stock.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type ContractServer, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
let stock = 60
beforeEach(async () => {
  stock = 60
  server = await startContractServer()
  server.answer('GET adjustmentrequest/:id', () => ({
    Adjustment: {
      RequestID: 7,
      TransferNbr: '20000001',
      Status: 'OPEN',
      OriginLocationID: 'WAT',
      TrimSeason: 'S1',
    },
    AdjustmentLines: [
      { LineID: 1, BarcodeID: 'B000000001', ShippedQty: 40, ReceivedQty: 43, Qty: stock, Status: '' },
    ],
  }))
})

const openQuestion = async (button: RegExp, question: RegExp) => {
  const page = openScreens(server.base, '/AdjustmentRequests/7')
  const line = await screen.findByRole('article', { name: 'B000000001' })
  await page.user.click(within(line).getByRole('button', { name: button }))
  await screen.findByRole('alertdialog', { name: question })
  stock = 100
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await within(line).findByText(/\b100\b/)).toBeInTheDocument()
  return page
}

it.each([
  ['accepts', /^Accept/, /^Accept B000000001\? 60 on hand will be 57/, /^Accept .* 100 on hand will be 97/],
  ['rejects', /^Reject/, /^Reject B000000001\? Stock stays at 60/, /^Reject B000000001\? Stock stays at 100/],
])('%s only with the confirmed stock: asks again when it has changed', async (_, button, question, again) => {
  const page = await openQuestion(button, question)
  page.scan('%T.YES')
  const repeated = await screen.findByRole('alertdialog', { name: again })
  expect(repeated).toHaveTextContent('The stock changed while you were asked. Check the new figures.')
  expect(server.posts()).toEqual([])
  page.scan('%T.YES', 1000)
  await waitFor(() => expect(server.posts()).toHaveLength(1))
  expect(server.posts()[0]?.body.AdjustmentLine).toMatchObject({ Qty: 100 })
})

it('does nothing when the user answers No to the new stock', async () => {
  const page = await openQuestion(/^Accept/, /60 on hand will be 57/)
  page.scan('%T.YES')
  await screen.findByRole('alertdialog', { name: /100 on hand will be 97/ })
  page.scan('%T.NO', 1000)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.posts()).toEqual([])
})
