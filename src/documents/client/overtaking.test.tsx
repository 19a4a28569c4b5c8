import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'
import { pendingPick, storageWith } from '#tests/support/pending-picks.ts'

const ONE = 'B000000001'
const TWO = 'B000000002'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set(
    '10000001',
    issuanceOf('10000001', {}, [
      { BarcodeID: ONE, Qty: 40 },
      { BarcodeID: TWO, Qty: 15, Status: 'PICKED', PickQty: 15 },
    ]),
  )
})
const sent = () => server.posts('issuance').map(({ body }) => body.IssuanceHeader.Status)
const holdPick = async (path = '/Issuance/Grower/10000001') => {
  const page = openScreens(server.base, path)
  await lineOf(ONE)
  const release = server.hold('POST issuance')
  page.scan(ONE)
  await waitFor(() => expect(page.outcome()).toBe(`${ONE}: 40 saved on this device.`))
  await waitFor(() => expect(sent()).toEqual(['RESERVED']))
  return { page, release }
}

describe('14. An immediate change never overtakes pending changes of its document.', () => {
  it('a shipment is sent after the pick before it', async () => {
    const { page, release } = await holdPick()
    page.scan('%T.SHIP', 1000)
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(sent()).toEqual(['RESERVED'])
    release()
    await waitFor(() => expect(page.outcome()).toBe('Issuance SHIPPED: 55 plants, 2 lines.'))
    expect(sent()).toEqual(['RESERVED', 'SHIPPED'])
  })

  it('a cancellation is sent after the pick too', async () => {
    const { page, release } = await holdPick()
    page.scan('%T.CANCEL', 1000)
    await screen.findByRole('alertdialog')
    page.scan('%T.YES', 2000)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(sent()).toEqual(['RESERVED'])
    release()
    await waitFor(() => expect(sent()).toEqual(['RESERVED', 'CANCELLED']))
  })

  it('a cancellation is refused and sends nothing if the reply is missing', async () => {
    const { page } = await holdPick()
    // Ends the wait of ten seconds immediately.
    const later = window.setTimeout.bind(window)
    const withoutWait = (run: () => void, ms = 0) => later(run, ms === 10_000 ? 0 : ms)
    vi.spyOn(window, 'setTimeout').mockImplementation(withoutWait as never)
    page.scan('%T.CANCEL', 1000)
    await screen.findByRole('alertdialog')
    page.scan('%T.YES', 2000)
    await waitFor(() => expect(page.outcome()).toMatch(/^1 line is on this device only/))
    expect(sent()).toEqual(['RESERVED'])
    vi.restoreAllMocks()
  })

  it('a changed header is not sent while an operation is pending', async () => {
    server.hold('POST issuance')
    const outbox = storageWith(pendingPick(ONE)).storage
    const page = openScreens(server.base, '/Issuance/Edit/10000001', { outbox })
    await lineOf(ONE)
    await waitFor(() => expect(sent()).toEqual(['RESERVED']))
    await page.command('editHeader')
    await page.user.type(await screen.findByLabelText(/^Comment/), 'Gate 3')
    await page.command('saveHeader')
    await page.says('Issuance 10000001: saved on this device.')
    expect(sent()).toEqual(['RESERVED'])
  })
})
