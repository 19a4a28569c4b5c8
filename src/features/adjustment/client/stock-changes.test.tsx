// Tests stock on Adjust Trim that other users change.
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { publishNews, requestReload } from '#app/state/live.ts'
import { type ContractServer, startContractServer, stockOf } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

const barcode = 'B000000001'
let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.stock.set(barcode, stockOf())
  server.answer('GET adjustmentrequest', () => ({ Records: [] }))
})

const announceChange = (Kind: 'stock' | 'issuance', Number: string, Step: string) =>
  publishNews({ Type: 'change', Kind, Number, Step, By: 'ravi', At: '2026-11-22T10:00:00.000Z', Key: '' })
const open = async () => {
  const page = openScreens(server.base, '/AdjustTrim/')
  page.scan(barcode)
  expect(await screen.findByText('100 on hand')).toBeVisible()
  server.stock.set(barcode, stockOf({ Qty: 60 }))
  return page
}
const reads = () => server.asked.filter(({ path }) => path === 'plantinventory').length

it.each([
  ['everything is to be read again', requestReload],
  ['another person ships plants', () => announceChange('issuance', '10000001', 'ship')],
  ['another person corrects it', () => announceChange('stock', barcode, 'adjust')],
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['the page is visible again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('is read again when %s', async (_name, change) => {
  await open()
  act(() => {
    change()
  })
  expect(await screen.findByText('60 on hand')).toBeVisible()
})

it('keeps the typed quantity and shows the old stock while it is read again', async () => {
  const page = await open()
  const quantity = screen.getByRole('textbox', { name: `Quantity of ${barcode}` })
  await page.user.clear(quantity)
  await page.user.type(quantity, '58')
  const answer = server.hold('GET plantinventory')
  act(requestReload)
  expect(screen.getByText('100 on hand')).toBeVisible()
  answer()
  expect(await screen.findByText('60 on hand')).toBeVisible()
  expect(quantity).toHaveValue('58')
})

it('is read once more for many changes during a read, and not for changes of other barcodes', async () => {
  await open()
  const before = reads()
  act(() => announceChange('stock', 'B000000002', 'adjust'))
  expect(reads()).toBe(before)
  const answer = server.hold('GET plantinventory')
  act(() => {
    for (const number of ['10000001', '10000002', '10000003', '10000004'])
      announceChange('issuance', number, 'ship')
  })
  answer()
  expect(await screen.findByText('60 on hand')).toBeVisible()
  server.stock.set(barcode, stockOf({ Qty: 40 }))
  expect(await screen.findByText('40 on hand')).toBeVisible()
  expect(reads()).toBe(before + 2)
})
