import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { publishNews } from '#app/state/live.ts'
import { type ContractServer, startContractServer, stockOf } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

// Tests stock responses that were requested before a correction and arrive after it.

const ONE = 'B000000001'
let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.stock.set(ONE, stockOf())
  server.answer('GET reasoncode', () => ({
    Result: [{ Id: 1, ReasonType: 'INVENTORY', ReasonCode: 'COUNT', ReasonDescript: 'Physical count' }],
  }))
  server.answer('GET adjustmentrequest', () => ({ Records: [] }))
  server.answer('POST plantinventory', () => ({ Message: 'Adjustment processed successfully' }))
})

const recordOf = (Qty: number) => ({
  ...stockOf({ Qty }),
  BarcodeID: ONE,
  StorageLocation: 'A-01',
  AvailableQty: Qty,
})
// From here each stock read waits until the test answers it.
const holdReads = () => {
  const held: ((answer: unknown) => void)[] = []
  server.answer('GET plantinventory', () => new Promise((resolve) => held.push(resolve)))
  return held
}
const announceChange = () =>
  act(() =>
    publishNews({
      Type: 'change',
      Kind: 'stock',
      Number: ONE,
      Step: 'adjust',
      By: 'ravi',
      At: '2026-11-22T10:00:00.000Z',
      Key: '',
    }),
  )

const correctTo104 = async (page: ReturnType<typeof openScreens>) => {
  const quantity = await screen.findByRole('textbox', { name: `Quantity of ${ONE}` })
  await page.user.clear(quantity)
  await page.user.type(quantity, '104{Enter}')
  const dialog = await screen.findByRole('alertdialog', { name: 'Change Qty from 100 to 104' })
  await page.user.type(await within(dialog).findByRole('combobox', { name: 'Reason' }), '1{Enter}')
  expect(await screen.findByText('Print 4 more labels?')).toBeVisible()
  page.scan('%T.NO')
  await waitFor(() => expect(page.outcome()).toMatch(/100 is now 104/))
}

it('a refresh that started before a correction does not show the old quantity; the next one shows the new', async () => {
  const page = openScreens(server.base, '/AdjustTrim/')
  page.scan(ONE)
  expect(await screen.findByText('100 on hand')).toBeVisible()
  const held = holdReads()
  announceChange()
  await waitFor(() => expect(held).toHaveLength(1))
  await correctTo104(page)
  expect(screen.getByText('104 on hand')).toBeVisible()
  announceChange()
  await act(async () => held[0]?.({ Records: [recordOf(100)], Total: 1 }))
  await waitFor(() => expect(held).toHaveLength(2))
  expect(screen.getByText('104 on hand')).toBeVisible()
  await act(async () => held[1]?.({ Records: [recordOf(110)], Total: 1 }))
  expect(await screen.findByText('110 on hand')).toBeVisible()
})

it('a refresh answered right after the correction does not show the old quantity', async () => {
  const page = openScreens(server.base, '/AdjustTrim/')
  page.scan(ONE)
  expect(await screen.findByText('100 on hand')).toBeVisible()
  const held = holdReads()
  announceChange()
  await waitFor(() => expect(held).toHaveLength(1))
  await correctTo104(page)
  await act(async () => held[0]?.({ Records: [recordOf(100)], Total: 1 }))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.getByText('104 on hand')).toBeVisible()
})
