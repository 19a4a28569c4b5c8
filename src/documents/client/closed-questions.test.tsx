// Questions about a document that another person ends before the answer.
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { publishNews } from '#app/state/live.ts'
import { formatMoment } from '#app/ui/format-moment.ts'
import {
  type ContractServer,
  issuanceOf,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

const [ONE, TWO] = ['B000000001', 'B000000002']
const AT = new Date(new Date().setHours(7, 39, 0, 0)).toISOString()
const closed = (done: string) =>
  `Issuance 10000001 was ${done} by lena.lead at ${formatMoment(AT)}. Your question was closed: nothing was done. Saved work is kept. Put back plants that you still hold.`
const CANCELLED = closed('cancelled')

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set(
    '10000001',
    issuanceOf('10000001', {}, [
      { BarcodeID: ONE, Qty: 40 },
      { BarcodeID: TWO, Qty: 15 },
    ]),
  )
})

const pickAndShip = () => openScreens(server.base, '/Issuance/Grower/10000001')
type Page = ReturnType<typeof pickAndShip>

const endOnServer = (Status: string) => {
  const issuance = server.issuances.get('10000001')
  Object.assign(issuance?.header ?? {}, { Status, LastChangedBy: 'lena.lead', LastChangedDateTime: AT })
  for (const line of issuance?.lines ?? []) Object.assign(line, { Status })
}
const lenaEnds = (Status: 'CANCELLED' | 'SHIPPED' = 'CANCELLED') => {
  endOnServer(Status)
  act(() =>
    publishNews({
      Type: 'change',
      Kind: 'issuance',
      Number: '10000001',
      Step: Status === 'SHIPPED' ? 'ship' : 'cancel',
      By: 'lena.lead',
      At: AT,
      Key: '',
    }),
  )
}
const isClosed = async (page: Page) => {
  await waitFor(() => expect(page.entries().some(({ tone }) => tone === 'error')).toBe(true))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(page.entries().filter(({ tone }) => tone === 'error')).toHaveLength(1)
  expect(server.posts()).toEqual([])
  expect(page.bugs).toEqual([])
}
const changeQuestion = async (page: Page) => {
  await lineOf(ONE)
  page.typeQuantity('38')
  page.scan(ONE)
  await screen.findByRole('alertdialog', { name: 'Change Pick Qty from 40 to 38' })
}

it.each([
  ['CANCELLED', 'cancelled'],
  ['SHIPPED', 'shipped'],
] as const)('closes the question about a cancellation when the issuance is %s', async (status, done) => {
  const page = pickAndShip()
  await page.user.click(await screen.findByRole('button', { name: /Cancel Issuance/ }))
  await screen.findByRole('alertdialog')
  lenaEnds(status)
  await isClosed(page)
  await waitFor(() => expect(page.outcome()).toBe(closed(done)))
})

it('closes the question about a quantity, and processes the next scan', async () => {
  const page = pickAndShip()
  await changeQuestion(page)
  lenaEnds()
  await isClosed(page)
  await waitFor(() => expect(page.outcome()).toBe(CANCELLED))
  page.scan(TWO, 1000)
  await waitFor(() => expect(page.outcome()).toMatch(/10000001 is CANCELLED/))
})

it('closes the list of reasons, and does not pick without one', async () => {
  const page = pickAndShip()
  await lineOf(ONE)
  await waitFor(() => expect(server.asked.some(({ query }) => query.reasontype === 'INVENTORY')).toBe(true))
  await changeQuestion(page)
  page.scan('%T.YES', 1000)
  await screen.findByRole('alertdialog', { name: 'Why 38 of 40?' })
  lenaEnds()
  await isClosed(page)
  await waitFor(() => expect(page.outcome()).toBe(CANCELLED))
})

it('closes the list of shelves', async () => {
  server.stock.set(TWO, stockOf({ Qty: 60 }))
  server.otherShelves.set(TWO, [{ ...stockOf({ Qty: 30 }), BarcodeID: TWO, StorageLocation: 'B-2' }])
  server.issuances.set('10000001', issuanceOf('10000001'))
  const page = openScreens(server.base, '/Issuance/Edit/10000001')
  await screen.findByText('No lines yet')
  page.scan(TWO)
  await screen.findByRole('alertdialog', { name: /Which one\?$/ })
  lenaEnds()
  await isClosed(page)
  await waitFor(() => expect(page.outcome()).toBe(CANCELLED))
})

it('closes the list of findings before the end', async () => {
  const page = pickAndShip()
  await lineOf(ONE)
  page.scan('%T.SHIP')
  await screen.findByRole('dialog', { name: 'Before you ship' })
  lenaEnds()
  await isClosed(page)
  await waitFor(() => expect(page.outcome()).toBe(CANCELLED))
})

it('closes the question about a deletion after a read without a live update', async () => {
  const page = openScreens(server.base, '/Issuance/Edit/10000001')
  await lineOf(ONE)
  await page.user.click(screen.getByRole('button', { name: `Delete ${ONE}` }))
  await screen.findByRole('alertdialog')
  endOnServer('CANCELLED')
  act(() => void window.dispatchEvent(new Event('online')))
  await isClosed(page)
  await waitFor(() => expect(page.outcome()).toBe(CANCELLED))
})

it('leaves a question open when another person only changes a line', async () => {
  const page = pickAndShip()
  await changeQuestion(page)
  Object.assign(server.issuances.get('10000001')?.lines[1] ?? {}, { Status: 'PICKED', PickQty: 15 })
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByText('1 of 2 lines')
  expect(screen.getByRole('alertdialog', { name: 'Change Pick Qty from 40 to 38' })).toBeVisible()
})
