import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

// A step that ends a document carries its version. For the server, see conflicts/versions.test.ts.

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  const lines = [{ BarcodeID: 'B000000001', Qty: 40 }]
  server.issuances.set('10000001', issuanceOf('10000001', { DocumentVersion: 7 }, lines))
})
const open = async () => {
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  await lineOf('B000000001')
  return page
}
const picked = async () => {
  const page = await open()
  page.scan('B000000001')
  await waitFor(() => expect(page.outcome()).toMatch(/picked 40 of 40/))
  return page
}
const stored = () => {
  const found = server.issuances.get('10000001')
  if (!found) throw new Error('It is not there')
  return found
}
const ends = () => server.posts('issuance').filter(({ body }) => body.IssuanceHeader.Status !== 'RESERVED')
const versions = () => ends().map(({ body }) => body.IssuanceHeader.DocumentVersion)

it("counts this page's own changes, so that the document ships immediately", async () => {
  const page = await picked()
  page.scan('%T.SHIP')
  await waitFor(() => expect(stored().header.Status).toBe('SHIPPED'))
  expect(versions()).toEqual([8])
})

it('continues immediately if nothing visible has changed', async () => {
  const page = await picked()
  stored().header['DocumentVersion'] = 12
  page.scan('%T.SHIP')
  await waitFor(() => expect(stored().header.Status).toBe('SHIPPED'))
  expect(versions()).toEqual([8, 12])
})

it('stops if another person has changed the header since it was shown, and shows the change', async () => {
  const page = await picked()
  Object.assign(stored().header, { DocumentVersion: 9, ReferenceNbr: 'Gate 4' })
  page.scan('%T.SHIP')
  await waitFor(() => expect(page.outcome()).toMatch(/10000001 was changed meanwhile/))
  expect(stored().header.Status).toBe('RESERVED')
  expect(await screen.findByText('Gate 4')).toBeInTheDocument()
  page.scan('%T.OK', 1000)
  page.scan('%T.SHIP', 1000)
  await waitFor(() => expect(stored().header.Status).toBe('SHIPPED'))
  expect(versions()).toEqual([8, 9])
})

it('stops at a line that was added to a document which was shown as empty', async () => {
  server.issuances.set('10000001', issuanceOf('10000001', { DocumentVersion: 1 }))
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  await screen.findByText('0 of 0 lines')
  const [line] = issuanceOf('10000001', {}, [{ BarcodeID: 'B000000002' }]).lines
  if (line) stored().lines.push(line)
  stored().header['DocumentVersion'] = 2
  page.scan('%T.CANCEL')
  await screen.findByRole('alertdialog')
  page.scan('%T.YES', 1000)
  await waitFor(() => expect(page.outcome()).toMatch(/B000000002/))
  expect(stored().header.Status).not.toBe('CANCELLED')
})
