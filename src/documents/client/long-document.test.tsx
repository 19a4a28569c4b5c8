import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

// A document with more lines than a save may have. For the server, see platform/long-document.test.ts.

const LINES = 2001
const barcodeAt = (at: number) => `L${String(at).padStart(9, '0')}`

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  const lines = Array.from({ length: LINES }, (_, at) => ({
    BarcodeID: barcodeAt(at),
    Qty: 40,
    PickQty: 40,
    Status: 'PICKED',
  }))
  server.issuances.set('10000001', issuanceOf('10000001', { DocumentVersion: 7 }, lines))
})
const open = async () => {
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  await screen.findByText(`${LINES.toLocaleString('en')} of ${LINES.toLocaleString('en')} lines`)
  return page
}
const stored = () => {
  const found = server.issuances.get('10000001')
  if (!found) throw new Error('It is not there')
  return found
}

it('the step of a long document carries the current version, and no lines', async () => {
  const page = await open()
  stored().header['DocumentVersion'] = 9
  page.scan('%T.SHIP')
  await waitFor(() => expect(stored().header.Status).toBe('SHIPPED'), { timeout: 20_000 })
  expect(server.posts('issuance').at(-1)?.body).toMatchObject({
    IssuanceHeader: { Status: 'SHIPPED', DocumentVersion: 9 },
    InventoryLines: [],
  })
})

it('the step of a long document is refused if another person has changed a line since it was shown', async () => {
  const page = await open()
  const line = stored().lines[5]
  if (line) Object.assign(line, { PickQty: 3, Qty: 3 })
  stored().header['DocumentVersion'] = 9
  page.scan('%T.SHIP')
  await waitFor(() => expect(page.outcome()).toContain(barcodeAt(5)), { timeout: 20_000 })
  expect(stored().header.Status).toBe('RESERVED')
})
