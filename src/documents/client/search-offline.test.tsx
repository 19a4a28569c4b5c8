import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'
import { memoryStorage } from '#tests/support/memory-storage.ts'

// Searching a number in a list while the server is unreachable.

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: 'B000000001', Qty: 40 }]))
})
const offlineText = 'No connection. This is what this device knows.'
const goOffline = () => {
  for (const call of ['GET issuance', 'GET issuance/:id'])
    server.answer(call, () => problemAnswer('unavailable'))
}
type Page = ReturnType<typeof openScreens>
const search = async (page: Page, number: string) => {
  const field = await screen.findByRole('searchbox', { name: /^Search/ })
  await page.user.clear(field)
  await page.user.type(field, `${number}{Enter}`)
}

it('finds a document that was open on this device, and opens it', async () => {
  const memory = memoryStorage()
  const before = openScreens(server.base, '/Issuance/Grower/10000001', { outbox: memory.storage })
  await lineOf('B000000001')
  await waitFor(() => expect(memory.documents.size).toBe(1))
  before.unmount()
  goOffline()
  const page = openScreens(server.base, '/Issuance/', { outbox: memory.storage })
  await search(page, '10000001')
  expect(await screen.findByText(offlineText, { exact: false })).toBeVisible()
  const [row] = screen.getAllByRole('link', { name: /10000001/ })
  if (row) await page.user.click(row)
  await waitFor(() => expect(page.address()).toBe('/Issuance/Grower/10000001'))
})

it('finds a document of a loaded list, and reports that another one is not on this device', async () => {
  const page = openScreens(server.base, '/Issuance/')
  expect(await screen.findAllByRole('link', { name: /10000001/ })).not.toEqual([])
  goOffline()
  await search(page, '10000001')
  expect(await screen.findByText(offlineText, { exact: false })).toBeVisible()
  expect(screen.getAllByRole('link', { name: /10000001/ })).not.toEqual([])
  await search(page, '10000002')
  expect(await screen.findByText(/10000002 is not on this device/)).toBeVisible()
  expect(screen.queryByText(offlineText, { exact: false })).toBeNull()
})
