// The handheld's guide: its current line, its other lines, and typing a quantity.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type ContractServer,
  dumpOf,
  issuanceOf,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { giveNoReason, type OpenOptions, openScreens } from '#tests/support/document-screens.tsx'
import { actAsHandheld } from '#tests/support/handheld.ts'
import { startTransfers } from '#tests/support/transfer-screens.ts'
import { loadLanguage } from '#text/languages.ts'

const [ONE, TWO, TEN, NONE] = ['B000000001', 'B000000002', 'B000000010', 'B000000099']

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set(
    '10000001',
    issuanceOf('10000001', {}, [
      { BarcodeID: TEN, Qty: 10, StorageLocation: 'A-10' },
      { BarcodeID: NONE, Qty: 99, StorageLocation: '' },
      { BarcodeID: ONE, Qty: 11, StorageLocation: 'A-1' },
      { BarcodeID: TWO, Qty: 12, StorageLocation: 'A-2' },
    ]),
  )
})

// A handheld's screen: touch is its main input.
const openOnHandheld = (base: string, path: string, options: OpenOptions = {}) => {
  actAsHandheld()
  return openScreens(base, path, options)
}
const openPick = (options: OpenOptions = {}) =>
  openOnHandheld(server.base, '/Issuance/Grower/10000001', options)

const nameOf = (element: Element | null | undefined) => element?.getAttribute('aria-label')
const card = () => document.querySelector<HTMLElement>('.guide-card')
const atHand = () => nameOf(card())
const rows = () => [...document.querySelectorAll('.guide-row')].map(nameOf)
const row = (barcode: string) => screen.getByRole('article', { name: barcode })
const key = (name: string) =>
  within(screen.getByRole('group', { name: 'Keypad' })).getByRole('button', { name })
const quantity = () => within(card() as HTMLElement).getByRole<HTMLInputElement>('textbox')

describe('picking on a handheld', () => {
  it('shows shelf after shelf, and continues from the line that was scanned', async () => {
    const page = openPick()
    await waitFor(() => expect(atHand()).toBe(ONE))
    expect(rows()).toEqual([TWO, TEN, NONE])
    expect(card()).toHaveTextContent('A-1')
    expect(quantity()).toHaveValue('11')

    page.scan(TEN)
    await waitFor(() => expect(atHand()).toBe(NONE))
    expect(rows()).toEqual([ONE, TWO])
    expect(card()).toHaveTextContent('No shelf')
    page.scan(NONE)
    await waitFor(() => expect(atHand()).toBe(ONE))

    await page.user.click(screen.getByRole('button', { name: /^2 done/ }))
    expect(row(TEN)).toHaveTextContent('Picked 10 of 10')
  })

  it('separates thousands until a quantity is typed', async () => {
    server.issuances.set(
      '10000001',
      issuanceOf('10000001', {}, [
        { BarcodeID: ONE, Qty: 1175, StorageLocation: 'A-1' },
        { BarcodeID: TWO, Qty: 12_500, StorageLocation: 'A-2' },
      ]),
    )
    const page = openPick()
    await waitFor(() => expect(atHand()).toBe(ONE))
    expect(quantity()).toHaveValue('1,175')
    expect(card()).toHaveTextContent('Ordered 1,175')
    expect(row(TWO)).toHaveTextContent('12,500')
    await page.user.click(quantity())
    expect(quantity()).toHaveValue('1175')
    const { selectionStart, selectionEnd } = quantity()
    expect([selectionStart, selectionEnd]).toEqual([0, 4])
    await page.user.keyboard('1100')
    expect(quantity()).toHaveValue('1100')
    page.scan(TWO)
    await waitFor(() => expect(page.outcome()).toBe(`${TWO}: picked 12,500 of 12,500.`))
  })

  it('shows the quantity for all scans beside the ordered one, and a button uses it too', async () => {
    const page = openPick()
    await waitFor(() => expect(atHand()).toBe(ONE))
    page.scan('%T.Q.5.KEEP')
    await waitFor(() => expect(quantity()).toHaveValue('5'))
    expect(card()).toHaveTextContent('Ordered 11')
    expect(row(TWO)).toHaveTextContent(/002 ?5$/)
    page.scan(ONE, 1000)
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: picked 5 of 11.`))
    await waitFor(() => expect(atHand()).toBe(TWO))
    expect(quantity()).toHaveValue('5')
    await page.user.click(within(card() as HTMLElement).getByRole('button', { name: `Pick ${TWO}` }))
    expect(await screen.findByRole('alertdialog', { name: 'Change Pick Qty from 12 to 5' })).toBeVisible()
    page.scan('%T.YES', 2000)
    await waitFor(() => expect(page.outcome()).toBe(`${TWO}: picked 5 of 12.`))
    await waitFor(() => expect(atHand()).toBe(TEN))
    page.scan('%T.Q.END', 3000)
    await waitFor(() => expect(quantity()).toHaveValue('10'))
  })

  it('moves the owner behind More while the quantity for all scans is shown above the lines', async () => {
    server.issuances.set(
      '10000001',
      issuanceOf('10000001', { OwnedBy: 'lena.lead' }, [{ BarcodeID: ONE, Qty: 11, StorageLocation: 'A-1' }]),
    )
    const page = openPick()
    expect(await screen.findByText('lena.lead is picking this', { selector: 'p' })).toBeVisible()
    page.scan('%T.Q.5.KEEP')
    expect(await screen.findByText('5 for every scan. Stop: -')).toBeVisible()
    expect(screen.getByText('lena.lead is picking this', { selector: 'p' })).not.toBeVisible()
    await page.user.click(screen.getByRole('button', { name: 'More' }))
    expect(screen.getByText('lena.lead is picking this', { selector: 'p' })).toBeVisible()
    page.scan('%T.Q.END', 1000)
    await waitFor(() => expect(screen.queryByText(/each until/)).toBeNull())
    await page.user.click(screen.getByRole('button', { name: 'More' }))
    expect(screen.getByText('lena.lead is picking this', { selector: 'p' })).toBeVisible()
  })

  it('shows the button that ends the document only once it can be pressed', async () => {
    const page = openPick()
    await waitFor(() => expect(atHand()).toBe(ONE))
    for (const barcode of [ONE, TWO, TEN]) page.scan(barcode)
    await waitFor(() => expect(atHand()).toBe(NONE))
    expect(screen.queryByRole('button', { name: /^Ship/ })).toBeNull()
    page.scan(NONE)
    await page.user.click(await screen.findByRole('button', { name: /^Ship/ }))
    await waitFor(() => expect(page.outcome()).toMatch(/^Issuance SHIPPED/))
  })

  it('keeps a line that was already picked as the current one, until the next scan', async () => {
    const page = openPick()
    await waitFor(() => expect(atHand()).toBe(ONE))
    page.scan(ONE)
    await waitFor(() => expect(atHand()).toBe(TWO))
    page.scan(ONE, 1000)
    await waitFor(() => expect(page.outcome()).toMatch(/is picked already/))
    expect(atHand()).toBe(ONE)
    expect(quantity()).toHaveFocus()
    page.scan(TEN, 2000)
    await waitFor(() => expect(atHand()).toBe(NONE))
    expect(document.activeElement).not.toBeInstanceOf(HTMLInputElement)
  })

  it('makes a line the current one by a press, even a done one, and continues after work on it', async () => {
    const page = openPick()
    await waitFor(() => expect(atHand()).toBe(ONE))
    await page.user.click(within(row(TEN)).getByRole('button'))
    expect(atHand()).toBe(TEN)
    await page.user.click(within(card() as HTMLElement).getByRole('button', { name: `Pick ${TEN}` }))
    await waitFor(() => expect(atHand()).toBe(NONE))

    await page.user.click(screen.getByRole('button', { name: /^1 done/ }))
    await page.user.click(within(row(TEN)).getByRole('button'))
    expect(atHand()).toBe(TEN)
    await page.command('undo')
    await waitFor(() => expect(page.outcome()).toBe(`Undone: ${TEN}.`))
    expect(atHand()).toBe(TEN)
    page.scan(ONE, 1000)
    await waitFor(() => expect(atHand()).toBe(TWO))
  })

  it('shows the refusal of a line that is not current, and returns to this line', async () => {
    const page = openPick()
    await waitFor(() => expect(atHand()).toBe(ONE))
    server.answer('POST issuance', ({ body }) =>
      body.InventoryLines[0].BarcodeID === ONE
        ? { Message: '', InventoryLines: [{ Message: 'Barcode is on hold', ID: 3, BarcodeID: ONE }] }
        : undefined,
    )
    page.scan(ONE)
    await waitFor(() => expect(page.outcome()).toMatch(/Barcode is on hold/))
    expect(card()).toHaveAttribute('data-problem')
    page.scan(TWO, 1000)
    await waitFor(() => expect(page.outcome()).toMatch(new RegExp(`^${TWO}: picked`)))
    expect(atHand()).toBe(TEN)
    expect(row(ONE)).toHaveAttribute('data-problem')
    expect(row(ONE)).toHaveTextContent('Barcode is on hold')
    page.scan(TEN, 2000)
    page.scan(NONE, 3000)
    await waitFor(() => expect(atHand()).toBe(ONE))
    expect(within(card() as HTMLElement).getByRole('alert')).toBeVisible()
  })

  it('shows all lines of an ended document, and the reason why it is read-only', async () => {
    const ended = issuanceOf('10000001', { Status: 'SHIPPED' }, [
      { BarcodeID: ONE, Status: 'SHIPPED', PickQty: 8 },
      { BarcodeID: TWO, Status: 'SHIPPED', PickQty: 40 },
    ])
    server.issuances.set('10000001', ended)
    openPick()
    expect(
      await screen.findByText('10000001 is SHIPPED. You can look at it but not change it.'),
    ).toBeVisible()
    expect(row(ONE)).toHaveTextContent('Picked 8 of 40')
    expect(screen.queryByRole('button', { name: /^Ship/ })).toBeNull()
  })
})

describe('the keypad', () => {
  it('writes into the pressed field, and Enter ends the number', async () => {
    const page = openPick()
    await waitFor(() => expect(atHand()).toBe(ONE))
    expect(screen.queryByRole('group', { name: 'Keypad' })).toBeNull()
    await page.user.click(quantity())
    expect(quantity()).toHaveAttribute('inputmode', 'none')
    quantity().select()
    for (const name of ['7', '5', 'Delete the last digit']) await page.user.click(key(name))
    expect(quantity()).toHaveValue('7')
    expect(quantity()).toHaveFocus()
    await page.user.click(key('Enter'))
    expect(await screen.findByRole('alertdialog', { name: 'Change Pick Qty from 11 to 7' })).toBeVisible()
    page.scan('%T.YES')
    await giveNoReason()
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: picked 7 of 11.`))
  })

  it('never has the focus, so no key presses it', async () => {
    const page = openPick()
    await waitFor(() => expect(atHand()).toBe(ONE))
    await page.user.click(quantity())
    const press = fireEvent.mouseDown(key('5'))
    expect(press, 'the field keeps the focus').toBe(false)
    expect(key('5')).toHaveAttribute('tabindex', '-1')
    await page.user.tab()
    expect(document.activeElement?.closest('[role="group"]')).toBeNull()
  })

  it('writes the quantity of the line whose scan waits for it', async () => {
    for (const barcode of [ONE, TWO]) server.stock.set(barcode, stockOf())
    server.issuances.set('10000001', issuanceOf('10000001'))
    const page = openOnHandheld(server.base, '/Issuance/Edit/10000001')
    expect(await screen.findByText('No lines yet')).toBeVisible()
    page.scan(ONE)
    await waitFor(() => expect(quantity()).toHaveFocus())
    await waitFor(() => expect(page.waitsFor()).toBe(ONE))
    for (const name of ['2', '5', 'Enter']) await page.user.click(key(name))
    await waitFor(() => expect(page.outcome()).toBe(`${ONE}: ordered 25.`))
    // An entry screen has no next line: the last scanned line stays current, and the others are below.
    expect(atHand()).toBe(ONE)
    expect(screen.queryByRole('group', { name: 'Keypad' })).toBeNull()
    page.typeQuantity('7')
    page.scan(TWO, 1000)
    await waitFor(() => expect(page.outcome()).toBe(`${TWO}: ordered 7.`))
    expect(atHand()).toBe(TWO)
    expect(rows()).toEqual([ONE])
  })
})

it('a quantity that is being typed keeps its focus when the layout changes', async () => {
  const page = openPick()
  await waitFor(() => expect(atHand()).toBe(ONE))
  await page.user.click(quantity())
  await page.user.keyboard('7')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  fireEvent(window, new Event('resize'))
  await waitFor(() => expect(card()).toBeNull())
  const field = await screen.findByRole('textbox', { name: `Quantity of ${ONE}` })
  expect(field).toHaveFocus()
  await page.user.keyboard('{Enter}')
  expect(await screen.findByRole('alertdialog', { name: /^Change Pick Qty from 11 to/ })).toBeVisible()
})

describe('the guide follows the declaration of each kind', () => {
  it('for a receipt, line by line', async () => {
    const transfers = await startTransfers()
    const page = openOnHandheld(transfers.base, '/ReceiveInventory/20000001')
    await waitFor(() => expect(atHand()).toBe(ONE))
    expect(quantity()).toHaveValue('40')
    page.scan(TWO)
    await waitFor(() => expect(page.outcome()).toMatch(/received 40/))
    expect(atHand()).toBe(ONE)
  })

  it('for a dump, with open lines first', async () => {
    server.dumps.set(
      '30000001',
      dumpOf('30000001', {}, [
        { BarcodeID: ONE, Qty: 10, Status: 'DUMPED' },
        { BarcodeID: TWO, Qty: 5 },
      ]),
    )
    openOnHandheld(server.base, '/Dump/30000001', { keys: ['DUMPKEY', 'DUMPCREATEKEY'] })
    await waitFor(() => expect(atHand()).toBe(TWO))
    expect(screen.getByRole('button', { name: /^1 done/ })).toBeVisible()
  })
})

describe('a shortage on a handheld', () => {
  it('is shown in the total, in the row and in the outcome of the end', async () => {
    server.issuances.set(
      '10000001',
      issuanceOf('10000001', {}, [
        { BarcodeID: ONE, Qty: 850, Status: 'PICKED', PickQty: 500 },
        { BarcodeID: TWO, Qty: 40, Status: 'PICKED', PickQty: 40 },
      ]),
    )
    const page = openPick()
    const status = await screen.findByText('540/890 plants')
    expect(status.closest('p')).toHaveTextContent('1 line short by 350')
    expect(row(ONE)).toHaveTextContent('500/850')
    expect(row(ONE).querySelector('.guide-row-mark')).toHaveAttribute('data-mark', 'warning')
    expect(row(ONE)).toHaveTextContent('short by 350')
    expect(row(TWO).querySelector('.guide-row-mark')).toHaveAttribute('data-mark', 'check')
    page.scan('%T.SHIP', 1000)
    await screen.findByRole('button', { name: /^Ship anyway/ })
    page.scan('%T.ANYWAY', 2000)
    await waitFor(() =>
      expect(page.outcome()).toBe('Issuance SHIPPED: 540 of 890 plants, 2 lines. 1 line short by 350.'),
    )
  })
})

describe('receiving on a handheld', () => {
  it("names received quantities in the workstation's language, and none as picked", async () => {
    onTestFinished(() => loadLanguage('en'))
    await loadLanguage('es')
    const transfers = await startTransfers()
    const page = openOnHandheld(transfers.base, '/ReceiveInventory/20000001')
    await waitFor(() => expect(atHand()).toBe(ONE))
    expect(row(TWO)).not.toHaveTextContent(/PICKED|SHIPPED/)
    page.scan(TWO)
    await waitFor(() => expect(page.outcome()).toMatch(/recibid/))
    page.scan(ONE, 1000)
    await waitFor(() => expect(page.outcome()).toMatch(/^B000000001: recibid/))
    await waitFor(() => expect(row(TWO).querySelector('.guide-row-mark')).toHaveTextContent(/^recibido$/i))
    expect(document.querySelector('main, body')).not.toHaveTextContent(/PICKED|RECEIVED|SHIPPED/)
  })

  it('marks received lines as done, not shipped ones', async () => {
    const transfers = await startTransfers()
    const page = openOnHandheld(transfers.base, '/ReceiveInventory/20000001')
    await waitFor(() => expect(atHand()).toBe(ONE))
    expect(row(TWO).querySelector('.guide-row-mark')).not.toHaveAttribute('data-mark')
    page.scan(TWO)
    await waitFor(() => expect(page.outcome()).toMatch(/received 40/))
    page.scan(ONE, 1000)
    await waitFor(() => expect(page.outcome()).toMatch(/^B000000001: received 40/))
    expect(await screen.findByRole('article', { name: TWO })).toBeVisible()
    expect(row(TWO).querySelector('.guide-row-mark')).toHaveAttribute('data-mark', 'check')
  })
})
