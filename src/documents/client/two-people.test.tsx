import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { publishNews } from '#app/state/live.ts'
import {
  type ContractServer,
  issuanceOf,
  refusedAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { lineOf, notices, openScreens } from '#tests/support/document-screens.tsx'
import { startTransfers, transferHeader, transferLine } from '#tests/support/transfer-screens.ts'

// A document that another person changes.

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set(
    '10000001',
    issuanceOf('10000001', {}, [
      { BarcodeID: 'B000000001', Qty: 40 },
      { BarcodeID: 'B000000002', Qty: 15 },
    ]),
  )
})

const open = () => openScreens(server.base, '/Issuance/Grower/10000001')
const reads = () =>
  server.asked.filter(({ method, path }) => method === 'GET' && path === 'issuance/10000001')

// Ravi picks a line on the server.
const raviPicks = (barcode: string, quantity: number) => {
  const line = server.issuances.get('10000001')?.lines.find(({ BarcodeID }) => BarcodeID === barcode)
  if (line) Object.assign(line, { Status: 'PICKED', PickQty: quantity, LastChangedBy: 'ravi' })
}
const sendUpdate = (more: object = {}) =>
  act(() =>
    publishNews({
      Type: 'change',
      Kind: 'issuance',
      Number: '10000001',
      Step: 'pick',
      By: 'ravi',
      At: '2026-11-22T10:00:00.000Z',
      Key: '',
      ...more,
    }),
  )

describe('a line that another person has changed', () => {
  it('shows the change immediately after the refusal, and can be picked again', async () => {
    const page = open()
    await lineOf('B000000001')
    raviPicks('B000000001', 30)
    server.answer('POST issuance', ({ body }) => {
      const [{ SeenStatus, SeenQty }] = body.InventoryLines
      if (SeenStatus === 'PICKED' && SeenQty === 30) return undefined
      const Message = 'B000000001 was changed meanwhile: PICKED 30'
      const InventoryLines = [{ Message, ID: 1, BarcodeID: 'B000000001', Status: 'PICKED', Qty: 30 }]
      return { Message: '', TagNbr: '10000001', InventoryLines }
    })
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toMatch(/Someone else changed B000000001/))
    const row = await lineOf('B000000001')
    expect(await within(row).findByText(/by ravi/)).toBeVisible()
    expect(within(row).getByText('PICKED')).toBeVisible()
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toMatch(/picked already: 30 of 40/))
    expect(server.posts()).toHaveLength(1)
  })

  it('updates, and reports who did what; input in other lines stays', async () => {
    const page = open()
    const second = within(await lineOf('B000000002')).getByRole('textbox')
    await page.user.clear(second)
    await page.user.type(second, '12')
    raviPicks('B000000001', 30)
    sendUpdate()
    expect(await notices().findByText('ravi: B000000001: picked 30 of 40.')).toBeVisible()
    expect(await screen.findByText('1 of 2 lines')).toBeVisible()
    expect(within(await lineOf('B000000001')).getByText('PICKED')).toBeVisible()
    expect(second).toHaveValue('12')
    expect(second).toHaveFocus()
    expect(page.bugs).toEqual([])
  })

  it.each(['click', 'tab'])(
    'updates the quantity in a focused field, and digits replace it (%s)',
    async (way) => {
      const page = openScreens(server.base, '/Issuance/Edit/10000001')
      const field = within(await lineOf('B000000001')).getByRole<HTMLInputElement>('textbox')
      if (way === 'click') await page.user.click(field)
      else act(() => field.focus())
      const line = server.issuances.get('10000001')?.lines[0] ?? {}
      Object.assign(line, { Qty: 25, OrderQty: 25, LastChangedBy: 'ravi' })
      sendUpdate({ Step: 'order' })
      await waitFor(() => expect(field).toHaveValue('25'))
      expect(field).toHaveFocus()
      await page.user.keyboard('7')
      expect(field).toHaveValue('7')
    },
  )

  it('is reported together with other changes that arrive at the same time, after one read', async () => {
    open()
    await lineOf('B000000001')
    const before = reads().length
    const release = server.hold('GET issuance/:id')
    sendUpdate()
    await waitFor(() => expect(reads()).toHaveLength(before + 1))
    raviPicks('B000000001', 30)
    raviPicks('B000000002', 10)
    for (let round = 0; round < 5; round += 1) sendUpdate()
    release()
    expect(await notices().findByText('ravi: changed B000000001, B000000002')).toBeVisible()
    expect(reads().length).toBeLessThanOrEqual(before + 2)
  })

  it('does not hide an error that waits for an answer', async () => {
    const page = open()
    await lineOf('B000000001')
    page.scan('B999999999')
    await waitFor(() => expect(page.outcome()).toMatch(/B999999999 is not on 10000001/))
    raviPicks('B000000001', 30)
    sendUpdate()
    await notices().findByText(/^ravi:/)
    expect(page.outcome()).toMatch(/B999999999 is not on 10000001/)
  })
})

it("an own change and another document's change cause no read", async () => {
  const page = open()
  await lineOf('B000000001')
  page.scan('B000000001')
  await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
  const before = reads().length
  sendUpdate({ By: 'pia', Key: server.posts()[0]?.key })
  sendUpdate({ Number: '10000002' })
  raviPicks('B000000002', 10)
  sendUpdate()
  await notices().findByText(/^ravi:/)
  expect(reads()).toHaveLength(before + 1)
})

it("a pending change stays visible during other people's changes, and both remain", async () => {
  const page = open()
  await lineOf('B000000001')
  const before = reads().length
  const release = server.hold('POST issuance')
  page.scan('B000000001')
  await waitFor(() => expect(server.posts()).toHaveLength(1))
  raviPicks('B000000002', 10)
  sendUpdate()
  expect(await notices().findByText('ravi: B000000002: picked 10 of 15.')).toBeVisible()
  expect(await screen.findByText('2 of 2 lines')).toBeVisible()
  release()
  await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
  expect(screen.getByText('2 of 2 lines')).toBeVisible()
  // Once, for Ravi's change: the reply shows the line as it was before the pick.
  expect(reads()).toHaveLength(before + 1)
})

it('a late reply does not undo a change that was read meanwhile', async () => {
  const page = open()
  await lineOf('B000000001')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  server.answer('POST issuance', async () => {
    await held
    const InventoryLines = [{ Message: 'Inventory Line PICKED successfully', ID: 1, BarcodeID: 'B000000001' }]
    return { Message: 'Issuance processed successfully', TagNbr: 10_000_001, InventoryLines }
  })
  page.scan('B000000001')
  await waitFor(() => expect(page.outcome()).toBe('B000000001: 40 saved on this device.'))
  await waitFor(() => expect(server.posts()).toHaveLength(1))
  // The server has accepted it; before its reply arrives, Ravi has picked the line too.
  raviPicks('B000000001', 30)
  sendUpdate()
  await waitFor(() => expect(reads()).toHaveLength(2))
  letGo()
  await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
  expect(await within(await lineOf('B000000001')).findByText(/by ravi/)).toBeVisible()
  expect(within(await lineOf('B000000001')).getByText('Picked 30 of 40')).toBeVisible()
})

it('a restarted stream of live updates reloads everything', async () => {
  open()
  await lineOf('B000000001')
  raviPicks('B000000001', 30)
  act(() => publishNews({ Type: 'reload', Since: '' }))
  expect(await within(await lineOf('B000000001')).findByText(/by ravi/)).toBeVisible()
})

it('a change that was read before its live update is reported with the update', async () => {
  open()
  const row = within(await lineOf('B000000001'))
  raviPicks('B000000001', 30)
  act(() => publishNews({ Type: 'reload', Since: '' }))
  expect(await row.findByText(/by ravi/)).toBeVisible()
  sendUpdate()
  expect(await notices().findByText('ravi: B000000001: picked 30 of 40.')).toBeVisible()
})

it("an own change between that read and the live update is not reported as another person's", async () => {
  const page = open()
  const row = within(await lineOf('B000000001'))
  raviPicks('B000000001', 30)
  act(() => publishNews({ Type: 'reload', Since: '' }))
  expect(await row.findByText(/by ravi/)).toBeVisible()
  page.scan('B000000002')
  await waitFor(() => expect(page.outcome()).toBe('B000000002: picked 15 of 15.'))
  sendUpdate()
  expect(await notices().findByText('ravi: B000000001: picked 30 of 40.')).toBeVisible()
})

it('a focused temperature updates, and digits replace it', async () => {
  const transfers = await startTransfers()
  const page = openScreens(transfers.base, '/ReceiveInventory/20000001')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Receive Temp' })
  act(() => field.focus())
  field.select()
  transfers.answer('GET transfers/:id', () => ({
    TransferHeader: transferHeader('20000001', { ReceiptPlantTemperature: '6', LastChangedBy: 'ravi' }),
    TransferLines: [transferLine('B000000001', 1)],
  }))
  sendUpdate({ Kind: 'transfer', Number: '20000001', Step: 'receiveTemperature' })
  await waitFor(() => expect(field).toHaveValue('6'))
  await page.user.keyboard('5')
  expect(field).toHaveValue('5')
})

it('a list updates', async () => {
  openScreens(server.base, '/Issuance')
  expect(await screen.findByText('1 of 1')).toBeVisible()
  server.issuances.set('10000002', issuanceOf('10000002'))
  sendUpdate({ Number: '10000002', Step: 'create' })
  expect(await screen.findByText('2 of 2')).toBeVisible()
})

it('the header names the last person who changed the document, even this person', async () => {
  const lines = [{ BarcodeID: 'B000000001', Qty: 40 }]
  server.issuances.set('10000001', issuanceOf('10000001', { LastChangedBy: 'ravi' }, lines))
  const page = open()
  await lineOf('B000000001')
  expect(screen.getByText(/^ravi/)).toBeInTheDocument()
  page.scan('B000000001')
  await page.says('B000000001: picked 40 of 40.')
  expect(await screen.findByText(/^pia, /)).toBeInTheDocument()
  expect(screen.queryByText(/^ravi/)).toBeNull()
})

it('a line that was added meanwhile stops the shipment and is shown; the next attempt ships it too', async () => {
  raviPicks('B000000001', 40)
  raviPicks('B000000002', 15)
  const page = open()
  await lineOf('B000000001')
  server.answer('POST issuance', ({ body }) => {
    if (body.InventoryLines.length === 3) return undefined
    const known = server.issuances.get('10000001')
    known?.lines.push(
      ...issuanceOf('', {}, [{ BarcodeID: 'B000000003', ID: 3, Status: 'PICKED', Qty: 7, PickQty: 7 }]).lines,
    )
    const facts = { barcode: 'B000000003', status: 'PICKED', quantity: 7, by: 'ravi' }
    return refusedAnswer('lineNotSeen', facts)
  })
  page.scan('%T.SHIP')
  await page.says('Someone else changed 10000001: added B000000003. Check it, then continue.')
  const added = await lineOf('B000000003')
  expect(within(added).getByText('PICKED')).toBeVisible()
  expect(added).toHaveAttribute('data-current', 'true')
  page.scan('%T.SHIP', 2000)
  await page.says('Issuance SHIPPED: 62 plants, 3 lines.')
  expect(server.posts().at(-1)?.body.InventoryLines).toHaveLength(3)
})

it('a line that another person has picked is not deleted, and the outcome names the person and the change', async () => {
  const page = openScreens(server.base, '/Issuance/Edit/10000001')
  await lineOf('B000000001')
  server.answer('DELETE issuancedetail', ({ query }) => {
    expect(query).toMatchObject({ seenstatus: 'RESERVED', seenqty: '40' })
    raviPicks('B000000001', 40)
    const facts = { barcode: 'B000000001', status: 'PICKED', quantity: 40, by: 'ravi' }
    return refusedAnswer('lineChangedBy', facts)
  })
  page.scan('B000000001')
  page.scan('%T.LINE.DELETE', 1000)
  await page.user.click(await screen.findByRole('button', { name: /^Yes ?Y$/ }))
  await page.says('Failed to Delete. ravi changed B000000001: it is PICKED with 40 now.')
  expect(within(await lineOf('B000000001')).getByText('PICKED')).toBeVisible()
})
