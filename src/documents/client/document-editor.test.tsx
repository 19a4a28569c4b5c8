import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { chooseOption } from '#tests/support/choose-option.ts'
import { type ContractServer, issuanceOf, stockOf } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'
import { addLine, openEditor, quantityOf, startEditor } from '#tests/support/issuance-editor.ts'

let server: ContractServer
beforeEach(async () => {
  server = await startEditor()
})

const edit = (options = {}) => openEditor(server, options)
const searches = () => server.asked.filter(({ path }) => path === 'plantinventory').map(({ query }) => query)

it('has its bar right below the strip if there are no lines', async () => {
  for (const name of ['--shell-top', '--covered']) document.documentElement.style.removeProperty(name)
  edit()
  await screen.findByText('No lines yet')
  expect(document.documentElement.style.getPropertyValue('--shell-top')).toBe('0px')
  expect(document.documentElement.style.getPropertyValue('--covered')).toBe('100px')
})

describe('a scanned barcode in the editor', () => {
  it('becomes a line and focuses its quantity; Enter orders it and frees the focus for the next scan', async () => {
    const page = edit()
    const quantity = await addLine(page, 'B000000001')
    expect(quantity.selectionEnd).toBe(quantity.value.length)
    await page.user.keyboard('40{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 40.'))
    expect(within(await lineOf('B000000001')).getByText('RESERVED')).toBeVisible()
    expect(within(await lineOf('B000000001')).getByText(/Albion · Plug · A-01/)).toBeVisible()
    expect(quantity).not.toHaveFocus()
    expect(server.posts()).toHaveLength(1)
    expect(server.posts()[0]?.body.IssuanceHeader.Status).toBe('RESERVED')
    expect(server.posts()[0]?.key).toBeTruthy()
    expect(page.bugs).toEqual([])
  })

  it('keeps ten scans in order with slow replies, and loses none', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    server.delay = 40
    const barcodes = Array.from({ length: 10 }, (_, index) => `B00000000${index}`)
    for (const barcode of barcodes) page.scan(barcode)
    expect(page.depth()).toBe(10)
    await waitFor(() => expect(page.depth()).toBe(0), { timeout: 8000 })
    const shown = screen.getAllByRole('article').map((line) => line.getAttribute('aria-label'))
    expect(shown).toEqual(barcodes)
    expect(await quantityOf('B000000009')).toHaveFocus()
  })

  it('is ordered immediately with a quantity that was typed before it', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    page.typeQuantity('25')
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 25.'))
    expect(server.posts()[0]?.body.InventoryLines).toMatchObject([
      { BarcodeID: 'B000000001', OrderQty: 25, ID: null },
    ])
  })

  it('does not change a quantity that is being typed, and does not take its focus', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    // The first barcode's search still runs while its quantity is typed.
    const release = server.hold('GET plantinventory')
    page.scan('B000000001')
    page.scan('B000000002')
    const quantity = await quantityOf('B000000001')
    // The next digits belong to the second line, unless the person clicks the first one.
    expect(quantity).not.toHaveFocus()
    await page.user.click(quantity)
    await page.user.keyboard('4')
    release()
    await lineOf('B000000002')
    await page.user.keyboard('0')
    expect(quantity).toHaveFocus()
    expect(quantity).toHaveValue('40')
    await page.user.keyboard('{Enter}')
    const second = await quantityOf('B000000002')
    await waitFor(() => expect(second).toHaveFocus())
  })

  it('takes the focus from a quantity that was typed before the scan', async () => {
    const page = edit()
    const quantity = await addLine(page, 'B000000001')
    await page.user.keyboard('40')
    page.scan('B000000002')
    const second = await quantityOf('B000000002')
    await waitFor(() => expect(second).toHaveFocus())
    expect(quantity).toHaveValue('40')
  })

  it('counts as an open line until it is saved', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    page.scan('B000000001')
    expect(await screen.findByText('0 of 1 line')).toBeVisible()
    const quantity = await quantityOf('B000000001')
    await waitFor(() => expect(quantity).toHaveFocus())
    await page.user.keyboard('40{Enter}')
    expect(await screen.findByText('1 of 1 line')).toBeVisible()
    expect(screen.queryByText('1 not saved')).toBeNull()
  })

  it('is listed immediately: input during the search belongs to it, and Enter waits for the search', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    const release = server.hold('GET plantinventory')
    page.scan('B000000001')
    const quantity = await quantityOf('B000000001')
    expect(within(await lineOf('B000000001')).getByText('Searching…')).toBeVisible()
    await waitFor(() => expect(quantity).toHaveFocus())
    await page.user.keyboard('40{Enter}')
    release()
    page.scan('X000000009')
    await waitFor(() => expect(server.posts()).toHaveLength(1))
    expect(server.posts()[0]?.body.InventoryLines).toMatchObject([
      { BarcodeID: 'B000000001', OrderQty: 40, StorageLocation: 'A-01' },
    ])
    // The barcode without stock leaves the list with its reply.
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  })

  it('focuses its listed line, and does not add it again', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    page.scan('B000000001')
    await lineOf('B000000001')
    await waitFor(() => expect(page.depth()).toBe(0))
    page.scan('B000000001', 1000)
    await waitFor(() => expect(page.outcome()).toMatch(/on the list already/))
    expect(screen.getAllByRole('article')).toHaveLength(1)
  })

  it('reports missing stock, or stock of a type that the destination does not get', async () => {
    server.stock.set('F000000001', stockOf({ Qty: 10, StockType: 'FOUNDATION' }))
    const page = edit()
    await screen.findByText('No lines yet')
    page.scan('X000000009')
    await waitFor(() => expect(page.outcome()).toBe('No data available for X000000009 Inventory.'))
    page.scan('F000000001')
    await waitFor(() => expect(page.outcome()).toMatch(/10 here, FOUNDATION; this document takes COMMERCIAL/))
    expect(searches().at(-2)?.stocktype).toBe('COMMERCIAL')
  })

  it('is refused until the header of a new issuance is saved', async () => {
    const page = openScreens(server.base, '/Issuance/Edit/New')
    await screen.findByRole('heading', { name: 'New issuance' })
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toMatch(/Create the document first/))
  })
})

describe('search', () => {
  it('looks up a typed barcode at its tenth character, and not earlier', async () => {
    const page = edit()
    const field = await screen.findByRole('textbox', { name: 'Barcode' })
    await page.user.type(field, 'b00000000')
    expect(searches()).toEqual([])
    await page.user.type(field, '3')
    const quantity = await quantityOf('B000000003')
    await waitFor(() => expect(quantity).toHaveFocus())
    expect(field).toHaveValue('')
  })

  it('waits for no quantity of an unknown barcode: the next digits belong to the next scan', async () => {
    const page = edit()
    const field = await screen.findByRole('textbox', { name: 'Barcode' })
    await page.user.type(field, 'X000000009')
    await waitFor(() => expect(page.outcome()).toMatch(/X000000009/))
    expect(page.waitsFor()).toBeUndefined()
    page.typeQuantity('25')
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 25.'))
  })

  it('finds plants by variety and trim type, without stock type, and adds them', async () => {
    const page = edit()
    await page.user.click(await screen.findByRole('button', { name: 'Advanced Search' }))
    expect(screen.queryByLabelText('Stock Type')).toBeNull()
    await chooseOption(page.user, screen.getByLabelText('Variety'), 'Albion')
    await page.user.click(screen.getByRole('button', { name: 'Search' }))
    expect(await screen.findByText('12 of 12 found')).toBeVisible()
    expect(searches().at(-1)).toMatchObject({ varietycode: 'ALB', stocktype: 'COMMERCIAL' })
    await page.user.click(await screen.findByRole('button', { name: 'Add B000000002' }))
    expect(await quantityOf('B000000002')).toBeVisible()
    expect(await screen.findByText('Added')).toBeVisible()
  })

  it('reports that nothing was found', async () => {
    server.stock.clear()
    const page = edit()
    await page.user.click(await screen.findByRole('button', { name: 'Advanced Search' }))
    await page.user.click(screen.getByRole('button', { name: 'Search' }))
    expect(await screen.findByText('Not found')).toBeVisible()
  })
})

describe('unsaved work', () => {
  it('survives a reload', async () => {
    const page = edit()
    await addLine(page, 'B000000001')
    // Before it is found, its scan survives the reload (scan-engine.reload.test.ts).
    await page.says('B000000001 added from A-01. Enter its quantity.')
    await page.user.keyboard('33')
    window.dispatchEvent(new Event('pagehide'))
    page.unmount()
    edit()
    expect(await quantityOf('B000000001')).toHaveValue('33')
    expect(screen.getByText('1 not saved')).toBeVisible()
  })
})

describe('a read-only person', () => {
  it('sees everything, and the reason why nothing can be changed', async () => {
    server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: 'B000000001' }]))
    const page = edit({ readOnly: true })
    expect(await quantityOf('B000000001')).toHaveAttribute('readonly')
    expect(screen.getAllByText(/Read-only access/).length).toBeGreaterThan(0)
    // A disabled button can be pressed: it shows the reason.
    const remove = screen.getByRole('button', { name: 'Delete B000000001' })
    expect(remove).toHaveAttribute('aria-disabled', 'true')
    expect(remove).toHaveAttribute('title', expect.stringMatching(/Read-only access/))
    await userEvent.click(remove)
    await waitFor(() => expect(page.outcome()).toMatch(/Read-only access/))
    expect(server.posts()).toEqual([])
  })
})
