import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type ContractServer, problemAnswer, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
})

const serverFailed = 'The server failed. Your entries are kept. Try again; if it fails again, call for help.'

// A failed list may claim nothing, whatever was cached.
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
  '%s, empty before an outage, says that it could not be read, and tries again',
  async (path, call, nothing, failed) => {
    const empty = () => ({ Records: [], TotalRowCount: 0 })
    server.answer(call, empty)
    const page = openScreens(server.base, path, { keepsGrowers: true })
    expect(await screen.findByText(nothing)).toBeVisible()
    server.answer(call, () => problemAnswer('internal_error'))
    await page.readAgain()
    const error = (await screen.findByText(failed)).closest('[role=alert]')
    expect(screen.queryByText(nothing)).toBeNull()
    if (!(error instanceof HTMLElement)) throw new Error('The failure is no alert')
    server.answer(call, empty)
    await page.user.click(within(error).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(nothing)).toBeVisible()
    await waitFor(() => expect(screen.queryByText(failed)).toBeNull())
  },
)
