import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { formatTime } from '#app/ui/format-moment.ts'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'
import { memoryStorage } from '#tests/support/memory-storage.ts'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
})

const serverFailed = 'The server failed. Your entries are kept. Try again; if it fails again, call for help.'

// A failed list must not look empty, whatever was cached.
it.each([
  ['/Issuance/', 'GET issuance', 'There are no open documents here.', 'Failed to fetch Issuances'],
  ['/Transfer/Open', 'GET transfers', 'There are no open documents here.', 'Failed to fetch Transfer'],
  ['/AdjustTrim/', 'GET adjustmentrequest', 'No Requests', 'The adjustment requests could not be loaded.'],
  [
    '/Print/',
    'GET printservers',
    'There is no print server at WAT yet. Reports open as a PDF in a new tab.',
    'The print servers could not be loaded.',
  ],
  ['/Maintenance/growers', 'GET maintenance/:id', 'There is nothing here yet.', serverFailed],
  ['/History/Barcode/B000000001', 'GET history/:id', 'No history at your locations.', serverFailed],
])(
  '%s, empty before an outage, reports a failed load, and loads again on request',
  async (path, call, nothing, failed) => {
    const empty = () => ({ Records: [], TotalRowCount: 0 })
    server.answer(call, empty)
    const page = openScreens(server.base, path, { canMaintainGrowers: true })
    expect(await screen.findByText(nothing)).toBeVisible()
    server.answer(call, () => problemAnswer('internal_error'))
    await page.reloadData()
    const error = (await screen.findByText(failed)).closest('[role=alert]')
    expect(screen.queryByText(nothing)).toBeNull()
    if (!(error instanceof HTMLElement)) throw new Error('The failure is no alert')
    server.answer(call, empty)
    await page.user.click(within(error).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(nothing)).toBeVisible()
    await waitFor(() => expect(screen.queryByText(failed)).toBeNull())
  },
)

// A document that was cached a day ago.
const keptIssuance = async () => {
  const memory = memoryStorage()
  server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: 'B000000001', Qty: 40 }]))
  const before = openScreens(server.base, '/Issuance/Grower/10000001', { outbox: memory.storage })
  await lineOf('B000000001')
  await waitFor(() => expect(memory.documents.size).toBe(1))
  before.unmount()
  const at = Date.now() - 24 * 60 * 60_000
  for (const [lane, kept] of memory.documents) memory.documents.set(lane, { ...kept, at })
  return { memory, cachedText: `No connection. Shown as of ${formatTime(at)}.` }
}

it.each(['/Issuance/Grower/10000001', '/Issuance/Edit/10000001'])(
  '%s without a network shows the cached document with its time, as a note and not as an error',
  async (path) => {
    const { memory, cachedText } = await keptIssuance()
    await server.close()
    openScreens(server.base, path, { outbox: memory.storage })
    expect(await lineOf('B000000001')).toBeVisible()
    expect(await screen.findByText(cachedText)).toHaveRole('status')
    expect(screen.queryByText(/Failed to fetch/)).toBeNull()
  },
)

it('a document that the server cannot load is shown from the cache, with the error', async () => {
  const { memory } = await keptIssuance()
  server.answer('GET issuance/:id', () => problemAnswer('internal_error'))
  openScreens(server.base, '/Issuance/Grower/10000001', { outbox: memory.storage })
  expect(await lineOf('B000000001')).toBeVisible()
  expect(await screen.findByText(/^Failed to fetch Issuance Details/)).toHaveRole('alert')
})
