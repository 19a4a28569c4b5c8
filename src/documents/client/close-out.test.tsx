import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { giveNoReason, lineOf, openScreens } from '#tests/support/document-screens.tsx'
import { transferHeader, transferLine, transferSaved } from '#tests/support/transfer-screens.ts'

const ONE = 'B000000001'
const TWO = 'B000000002'
const NEW = 'B000000003'
const DETAIL = '/Issuance/Grower/10000001'
const EDITOR = '/Issuance/Edit/10000001'

// An answer about a finding confirms only this finding, not the end.
const SETTLED = 'Ready. Nothing to fix. Press the button or key again to finish.'

let server: ContractServer
beforeEach(async () => {
  localStorage.clear()
  server = await startContractServer()
  for (const barcode of [ONE, TWO, NEW]) {
    server.stock.set(barcode, { VarietyCode: 'ALB', TrimType: 'Plug', Qty: 100, StockType: 'COMMERCIAL' })
  }
  server.issuances.set(
    '10000001',
    issuanceOf('10000001', {}, [
      { BarcodeID: ONE, Qty: 40 },
      { BarcodeID: TWO, Qty: 15 },
    ]),
  )
})
afterEach(() => server.close())

const open = (path = DETAIL) => openScreens(server.base, path)
type Page = ReturnType<typeof open>
const saved = () =>
  server.asked
    .filter(({ method, path }) => method === 'POST' && path === 'issuance')
    .map(({ body }) => body.IssuanceHeader.Status)
const sheet = async () => within(await screen.findByRole('dialog', { name: 'Before you ship' }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const quantityOf = async (barcode: string) => within(await lineOf(barcode)).getByRole('textbox')

// Times increase: the same code within 400 ms counts as trigger bounce.
let at = 0
const scan = (page: Page, text: string) => {
  at += 1000
  page.scan(text, at)
}

const ORDERED: Readonly<Record<string, number>> = { [ONE]: 40, [TWO]: 15 }
// Picks the given quantity of each barcode on the detail screen.
const pick = async (page: Page, quantities: Readonly<Record<string, number>>) => {
  await screen.findByText('0 of 2 lines')
  for (const [barcode, quantity] of Object.entries(quantities)) {
    page.typeQuantity(String(quantity))
    scan(page, barcode)
    if (quantity !== ORDERED[barcode]) {
      await screen.findByRole('alertdialog', { name: /^Change Pick Qty from/ })
      scan(page, '%T.YES')
    }
    if (quantity < (ORDERED[barcode] ?? 0)) await giveNoReason()
    await waitFor(() => expect(page.outcome()).toContain(`${barcode}: picked ${quantity}`))
  }
}

it('takes the step immediately if there are no findings, and reports plants and lines', async () => {
  const page = open()
  await pick(page, { [ONE]: 40, [TWO]: 15 })
  scan(page, '%T.SHIP')
  await waitFor(() => expect(page.outcome()).toBe('Issuance SHIPPED: 55 plants, 2 lines.'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(page.address()).toBe(DETAIL))
  expect(saved().at(-1)).toBe('SHIPPED')
})

describe('the list of findings', () => {
  it('has the focus, moves by arrow keys, and restores the focus when it closes', async () => {
    const page = open()
    await pick(page, { [ONE]: 30, [TWO]: 20 })
    await page.user.click(await quantityOf(TWO))
    scan(page, '%T.SHIP')
    const left = await sheet()
    const first = left.getByRole('button', {
      name: `1 ${ONE} Picked 30 of 40. 30 will ship, 10 fewer than ordered.`,
    })
    const second = left.getByRole('button', {
      name: `2 ${TWO} Picked 20 of 15. 20 will ship, 5 more than ordered.`,
    })
    expect(first).toHaveFocus()
    expect(left.getByRole('button', { name: /^Pick 40/ })).toBeVisible()
    await page.user.keyboard('{ArrowDown}')
    expect(second).toHaveFocus()
    expect(left.getByRole('button', { name: /^Pick 15/ })).toBeVisible()
    await page.user.keyboard('{ArrowDown}{ArrowUp}')
    expect(first).toHaveFocus()
    await page.user.keyboard('{Escape}')
    await closed()
    await waitFor(() => expect(page.outcome()).toBe('Not shipped: 2 to check.'))
    await waitFor(async () => expect(await quantityOf(TWO)).toHaveFocus())
    expect(saved()).not.toContain('SHIPPED')
    expect((await page.whyNot())?.steps).toContain('listLeft')
  })

  it('opens a line by its digit, and a command opens the list again', async () => {
    const page = open()
    await pick(page, { [ONE]: 30, [TWO]: 20 })
    scan(page, '%T.SHIP')
    await sheet()
    scan(page, '%T.D.2')
    await closed()
    await page.says(`${TWO}: Picked 20 of 15. 20 will ship, 5 more than ordered.`)
    await waitFor(async () => expect(await quantityOf(TWO)).toHaveFocus())
    scan(page, '%T.LEFT')
    expect((await sheet()).getByRole('button', { name: /^2 B000000002/ })).toBeVisible()
  })

  it('ships the document as it is by one command', async () => {
    const page = open()
    await pick(page, { [ONE]: 30, [TWO]: 15 })
    scan(page, '%T.SHIP')
    expect((await sheet()).getByRole('button', { name: /^Ship anyway/ })).toBeVisible()
    scan(page, '%T.ANYWAY')
    await waitFor(() =>
      expect(page.outcome()).toBe('Issuance SHIPPED: 45 of 55 plants, 2 lines. 1 line short by 10.'),
    )
    expect(saved().at(-1)).toBe('SHIPPED')
  })

  it('settles the findings one by one, and ships only on a new command', async () => {
    const page = open()
    await pick(page, { [ONE]: 30, [TWO]: 20 })
    scan(page, '%T.SHIP')
    await sheet()
    scan(page, '%T.KEEP')
    await waitFor(() => expect(screen.getByRole('button', { name: /^1 B000000002/ })).toBeVisible())
    expect(screen.queryByRole('button', { name: /^1 B000000001/ })).toBeNull()
    expect(saved()).not.toContain('SHIPPED')
    scan(page, '%T.FILL')
    await screen.findByRole('alertdialog', { name: 'Change Pick Qty from 20 to 15' })
    scan(page, '%T.YES')
    await waitFor(() => expect(page.outcome()).toBe(SETTLED))
    expect(saved()).not.toContain('SHIPPED')
    scan(page, '%T.SHIP')
    await waitFor(() =>
      expect(page.outcome()).toBe('Issuance SHIPPED: 45 of 55 plants, 2 lines. 1 line short by 10.'),
    )
  })

  it('lists an accepted finding again when its quantities have changed', async () => {
    const page = open()
    await pick(page, { [ONE]: 30, [TWO]: 20 })
    scan(page, '%T.SHIP')
    await sheet()
    scan(page, '%T.KEEP')
    await waitFor(() => expect(screen.getByRole('button', { name: /^1 B000000002/ })).toBeVisible())
    scan(page, '%T.NO')
    await closed()
    page.typeQuantity('29')
    scan(page, ONE)
    await screen.findByRole('alertdialog', { name: 'Change Pick Qty from 30 to 29' })
    scan(page, '%T.YES')
    await giveNoReason()
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: picked 29 of 40.`))
    scan(page, '%T.LEFT')
    expect((await sheet()).getByRole('button', { name: /^1 B000000001 Picked 29 of 40/ })).toBeVisible()
  })

  it('deletes an unpicked line after a question, and ships the rest only on a new command', async () => {
    const page = open()
    await pick(page, { [ONE]: 40 })
    scan(page, '%T.SHIP')
    expect((await sheet()).queryByRole('button', { name: /anyway/ })).toBeNull()
    scan(page, '%T.DELETE')
    await screen.findByRole('alertdialog', { name: `Delete Inventory ${TWO}?` })
    scan(page, '%T.NO')
    await sheet()
    scan(page, '%T.DELETE')
    await screen.findByRole('alertdialog')
    scan(page, '%T.YES')
    await waitFor(() => expect(page.outcome()).toBe(SETTLED))
    expect(saved()).not.toContain('SHIPPED')
    scan(page, '%T.SHIP')
    await waitFor(() => expect(page.outcome()).toBe('Issuance SHIPPED: 40 plants, 1 line.'))
    expect(server.issuances.get('10000001')?.lines.map(({ BarcodeID }) => BarcodeID)).toEqual([ONE])
  })

  it('closes for a scan of a listed barcode, and for no other scan', async () => {
    const page = open()
    await pick(page, { [ONE]: 40 })
    scan(page, '%T.SHIP')
    await sheet()
    scan(page, NEW)
    await waitFor(() => expect(page.depth()).toBe(1))
    expect(screen.getByRole('dialog')).toBeVisible()
    scan(page, TWO)
    await closed()
    await waitFor(() => expect(screen.getByText('2 of 2 lines')).toBeVisible())
  })

  it('ships nothing if it was only opened to look at', async () => {
    const page = open()
    await pick(page, { [ONE]: 30, [TWO]: 15 })
    scan(page, '%T.LEFT')
    await sheet()
    scan(page, '%T.KEEP')
    await waitFor(() => expect(page.outcome()).toBe('Ready. Nothing to fix.'))
    expect(saved()).not.toContain('SHIPPED')
  })
})

describe('unsaved input in the editor', () => {
  /** Adds a line in the editor, without confirming its quantity. */
  const addNew = async (page: Page, typed = '') => {
    await lineOf(ONE)
    scan(page, NEW)
    await waitFor(() => expect(page.outcome()).toBe(`${NEW} added from A-01. Enter its quantity.`))
    if (typed === '') return
    await page.user.clear(await quantityOf(NEW))
    await page.user.type(await quantityOf(NEW), typed)
  }
  const fromEditorToPicked = async (typed = '') => {
    const page = open(EDITOR)
    await addNew(page, typed)
    await page.command('goToDetail')
    await waitFor(() => expect(page.address()).toBe(DETAIL))
    await pick(page, { [ONE]: 40, [TWO]: 15 })
    return page
  }

  it('stops a shipment on the detail screen, is listed, and opens from the list', async () => {
    const page = await fromEditorToPicked('25')
    scan(page, '%T.SHIP')
    const left = await sheet()
    expect(left.getByRole('button', { name: `1 ${NEW} 25 is not saved. It is in the editor.` })).toBeVisible()
    expect(left.queryByRole('button', { name: /anyway/ })).toBeNull()
    expect(saved()).not.toContain('SHIPPED')
    scan(page, '%T.D.1')
    await waitFor(() => expect(page.address()).toBe(EDITOR))
    await waitFor(async () => expect(await quantityOf(NEW)).toHaveFocus())
    expect(await quantityOf(NEW)).toHaveValue('25')
    scan(page, '%T.LEFT')
    await waitFor(() => expect(page.address()).toBe(DETAIL))
    await sheet()
  })

  it('is saved from the list by one key, and its line must then be picked', async () => {
    const page = await fromEditorToPicked('25')
    scan(page, '%T.SHIP')
    await sheet()
    scan(page, '%T.SAVE')
    expect(await screen.findByRole('button', { name: `1 ${NEW} Not picked. 25 ordered.` })).toBeVisible()
    expect(server.issuances.get('10000001')?.lines.at(-1)).toMatchObject({ BarcodeID: NEW, OrderQty: 25 })
    scan(page, NEW)
    await waitFor(() => expect(page.outcome()).toBe(`${NEW}: picked 25 of 25.`))
    scan(page, '%T.SHIP')
    await waitFor(() => expect(page.outcome()).toBe('Issuance SHIPPED: 80 plants, 3 lines.'))
  })

  it('does not block later scans when the end is requested again during the save', async () => {
    const editor = open(EDITOR)
    const typed = await quantityOf(ONE)
    await editor.user.clear(typed)
    await editor.user.type(typed, '30')
    await waitFor(() => expect(Object.values({ ...localStorage }).join()).toContain('"30"'))
    editor.unmount()
    const page = open()
    await lineOf(ONE)
    scan(page, '%T.SHIP')
    await sheet()
    const release = server.hold('GET issuance/:id')
    scan(page, '%T.SAVE')
    await closed()
    await page.user.click(screen.getByRole('button', { name: /^Ship/ }))
    await sheet()
    release()
    await closed()
    scan(page, TWO)
    await waitFor(() => expect(page.outcome()).toBe(`${TWO}: picked 15 of 15.`))
  })

  it('is removed when it is discarded, and the document ships on a new command', async () => {
    const page = await fromEditorToPicked()
    scan(page, '%T.SHIP')
    expect((await sheet()).getByText(/New line, not saved. It is in the editor./)).toBeVisible()
    scan(page, '%T.DELETE')
    await waitFor(() => expect(page.outcome()).toBe(SETTLED))
    expect(saved()).not.toContain('SHIPPED')
    scan(page, '%T.SHIP')
    await waitFor(() => expect(page.outcome()).toBe('Issuance SHIPPED: 55 plants, 2 lines.'))
    expect(Object.keys(localStorage).filter((key) => key.includes('lines.'))).toEqual([])
  })

  it('stops a shipment in the editor, which opens the list', async () => {
    const page = open()
    await pick(page, { [ONE]: 40, [TWO]: 15 })
    await page.command('goToEdit')
    await addNew(page)
    scan(page, '%T.SHIP')
    expect((await sheet()).getByRole('button', { name: /^1 B000000003/ })).toBeVisible()
    expect(page.address()).toBe(DETAIL)
    expect(saved()).not.toContain('SHIPPED')
  })

  it('leaves the editor in the palette after the detail screen was left', async () => {
    const page = await fromEditorToPicked('25')
    page.unmount()
    const parked: unknown = JSON.parse(localStorage.getItem('trimline.parked.pia') ?? '')
    expect(parked).toMatchObject([{ route: 'issuanceEdit', code: 'parked.unsaved' }])
  })

  it('includes the header: the list opens its form', async () => {
    const page = open(EDITOR)
    await lineOf(ONE)
    await page.command('editHeader')
    await page.user.type(await screen.findByLabelText(/^Ref #/), 'PO-7')
    await page.command('goToDetail')
    await waitFor(() => expect(page.address()).toBe(DETAIL))
    await pick(page, { [ONE]: 40, [TWO]: 15 })
    scan(page, '%T.SHIP')
    expect(
      (await sheet()).getByRole('button', { name: '1 The changed details are not saved.' }),
    ).toHaveFocus()
    scan(page, '%T.D.1')
    await waitFor(() => expect(page.address()).toBe(EDITOR))
    expect(await screen.findByLabelText(/^Ref #/)).toHaveValue('PO-7')
    await page.command('saveHeader')
    await waitFor(() => expect(screen.queryByLabelText(/^Ref #/)).toBeNull())
    scan(page, '%T.LEFT')
    await waitFor(() => expect(page.outcome()).toBe('Ready. Nothing to fix.'))
  })
})

describe('pending changes', () => {
  it('are sent first: a shipment behind them waits for their replies and opens no list', async () => {
    const page = open()
    await screen.findByText('0 of 2 lines')
    const release = server.hold('POST issuance')
    scan(page, ONE)
    scan(page, TWO)
    scan(page, '%T.SHIP')
    expect(await screen.findByText('2 of 2 lines')).toBeVisible()
    release()
    await waitFor(() => expect(page.outcome()).toBe('Issuance SHIPPED: 55 plants, 2 lines.'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are listed while their replies are missing, and the document ships once they arrive', async () => {
    const page = open()
    await screen.findByText('0 of 2 lines')
    const release = server.hold('POST issuance')
    scan(page, ONE)
    scan(page, TWO)
    scan(page, '%T.SHIP')
    const left = await sheet()
    expect(left.getAllByText('On this device only. Not sent yet.')).toHaveLength(2)
    expect(left.queryByRole('button', { name: /anyway/ })).toBeNull()
    release()
    await waitFor(() => expect(page.outcome()).toBe('Issuance SHIPPED: 55 plants, 2 lines.'))
  })

  it('are listed with the other findings, and leave the list once they are confirmed', async () => {
    const page = open()
    await screen.findByText('0 of 2 lines')
    const release = server.hold('POST issuance')
    scan(page, ONE)
    expect(await screen.findByText('1 of 2 lines')).toBeVisible()
    scan(page, '%T.SHIP')
    const left = await sheet()
    const waits = `1 ${ONE} On this device only. Not sent yet.`
    expect(left.getByRole('button', { name: waits })).toBeVisible()
    expect(left.getByRole('button', { name: `2 ${TWO} Not picked. 15 ordered.` })).toBeVisible()
    release()
    expect(await left.findByRole('button', { name: `1 ${TWO} Not picked. 15 ordered.` })).toBeVisible()
    expect(left.queryByText(ONE)).toBeNull()
  })
})

describe('a transfer with a temperature from shipping', () => {
  const received = { ...transferLine(ONE, 1, 'RECEIVED'), ReceivedQty: 40 }
  let header: Readonly<Record<string, string>>
  beforeEach(() => {
    header = transferHeader('20000001', { ShipPlantTemperature: '4', ReceiptPlantTemperature: '' })
    server.answer('GET transfers/:id', () => ({ TransferHeader: header, TransferLines: [received] }))
    server.answer('POST transfers', (asked) => {
      header = { ...header, ...asked.body.TransferHeader }
      return transferSaved(asked)
    })
  })
  const receive = () => openScreens(server.base, '/ReceiveInventory/20000001')
  const list = () => screen.findByRole('dialog', { name: 'Before you receive' })

  it('reports that the received temperature is missing, and focuses its field', async () => {
    const page = receive()
    await screen.findByText('1 of 1 line')
    scan(page, '%T.RECEIVE')
    await list()
    expect(screen.getByText('No Receive Temp. It was 4 °C at shipping.')).toBeVisible()
    scan(page, '%T.D.1')
    await waitFor(() => expect(screen.getByLabelText(/^Receive Temp/)).toHaveFocus())
    await page.user.keyboard('5{Enter}')
    await waitFor(() => expect(header).toMatchObject({ ReceiptPlantTemperature: '5' }))
    scan(page, '%T.RECEIVE')
    await waitFor(() => expect(page.outcome()).toBe('Transfer Received Successfully: 40 plants, 1 line.'))
  })

  it('keeps an unsaved temperature when the screen is left, and saves it before the end', async () => {
    const page = receive()
    await page.user.type(await screen.findByLabelText(/^Receive Temp/), '6')
    page.unmount()
    const again = receive()
    expect(await screen.findByLabelText(/^Receive Temp/)).toHaveValue('6')
    await screen.findByText('1 of 1 line')
    scan(again, '%T.RECEIVE')
    expect(within(await list()).queryByRole('button', { name: /anyway/ })).toBeNull()
    expect(screen.getByText('Receive Temp 6 is not saved.')).toBeVisible()
    scan(again, '%T.SAVE')
    await waitFor(() => expect(again.outcome()).toBe(SETTLED))
    expect(header).toMatchObject({ ReceiptPlantTemperature: '6', Status: 'SHIPPED' })
    scan(again, '%T.RECEIVE')
    await waitFor(() => expect(again.outcome()).toBe('Transfer Received Successfully: 40 plants, 1 line.'))
    expect(header).toMatchObject({ ReceiptPlantTemperature: '6', Status: 'RECEIVED' })
  })
})
