import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ContractServer, issuanceOf, problemAnswer } from '#tests/support/contract-server.ts'
import { lineOf } from '#tests/support/document-screens.tsx'
import { addLine, openEditor, quantityOf, startEditor } from '#tests/support/issuance-editor.ts'

let server: ContractServer
beforeEach(async () => {
  server = await startEditor()
})

const edit = (options = {}) => openEditor(server, options)

describe('an order', () => {
  const add = async (barcode = 'B000000001') => {
    const page = edit()
    const quantity = await addLine(page, barcode)
    return { page, quantity }
  }

  it('of more than there is keeps the line and the quantity, for another one', async () => {
    const { page, quantity } = await add()
    await page.user.keyboard('500{Enter}')
    const line = await lineOf('B000000001')
    expect(await within(line).findByText('Insufficient quantity. Please enter New Amount')).toBeVisible()
    expect(quantity).toHaveValue('500')
    await waitFor(() => expect(quantity).toHaveFocus())
    await page.user.keyboard('100{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 100.'))
  })

  it('that the server refuses in other words is told, and the new line goes', async () => {
    const { page } = await add()
    server.answer('POST issuance', () => ({
      Message: '',
      InventoryLines: [{ Message: 'Barcode is on hold', ID: null, BarcodeID: 'B000000001' }],
    }))
    await page.user.keyboard('5{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: Barcode is on hold'))
    expect(screen.queryByRole('article')).toBeNull()
  })

  it.each([
    ['B000000001 is on the document already', 'B000000001 is on the list already.'],
    ['10000001 is shipped', 'B000000001: Not while 10000001 is shipped.'],
    ['Quantity is missing', 'B000000001: Enter a whole number of at most 9 digits.'],
  ])('that the server refuses with "%s" is told in our words', async (Message, sentence) => {
    const { page } = await add()
    server.answer('POST issuance', () => ({
      Message: '',
      InventoryLines: [{ Message, ID: null, BarcodeID: 'B000000001' }],
    }))
    await page.user.keyboard('5{Enter}')
    await waitFor(() => expect(page.outcome()).toBe(sentence))
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('of 0 on a new line asks to save or delete', async () => {
    const { page } = await add()
    await page.user.keyboard('{Enter}')
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Ordered Qty: 0. Do you want to Save or Delete?',
    })
    await page.user.click(within(dialog).getByRole('button', { name: /^Delete ?D$/ }))
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
    expect(server.posts()).toEqual([])
  })

  it('of 0 can be saved, by scan as well', async () => {
    const { page } = await add()
    await page.user.keyboard('{Enter}')
    await screen.findByRole('alertdialog')
    page.scan('%T.SAVE')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 0.'))
    expect(server.posts()[0]?.body.InventoryLines).toMatchObject([{ OrderQty: 0 }])
  })

  it('of 0 on a saved line asks in its own words, and Escape leaves everything as it was', async () => {
    server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: 'B000000001', Qty: 30 }]))
    const page = edit()
    const quantity = await quantityOf('B000000001')
    await page.user.clear(quantity)
    await page.user.type(quantity, '0{Enter}')
    await screen.findByRole('alertdialog', { name: 'Qty is 0. Do you want to Delete or Save?' })
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await quantityOf('B000000001')).toHaveValue('0')
    expect(server.posts()).toEqual([])
  })

  it('without an answer is saved here, and goes out again by itself under the same key', async () => {
    const { page } = await add()
    server.answer('POST issuance', () => problemAnswer('unavailable'))
    await page.user.keyboard('12{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 12 saved here.'))
    const line = await lineOf('B000000001')
    expect(within(line).getByText('Saved here')).toBeInTheDocument()
    server.answer('POST issuance', undefined)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 12.'))
    expect(within(line).queryByText('Saved here')).toBeNull()
    const [first, second] = server.posts()
    expect(second?.key).toBe(first?.key)
    expect(second?.body).toEqual(first?.body)
  })

  it('of every line that waits is one command', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    for (const barcode of ['B000000001', 'B000000002']) {
      await addLine(page, barcode)
      await page.user.keyboard('7')
    }
    expect(screen.getByText('2 not saved')).toBeVisible()
    await page.user.click(screen.getByRole('button', { name: /Order 2 lines/ }))
    await waitFor(() => expect(page.outcome()).toBe('2 lines saved.'))
    await waitFor(() =>
      expect(server.posts().map(({ body }) => body.InventoryLines[0].BarcodeID)).toEqual([
        'B000000001',
        'B000000002',
      ]),
    )
  })

  it('meets a document that someone else has shipped: it says so and shows it', async () => {
    const { page } = await add()
    const issuance = issuanceOf('10000001', { Status: 'SHIPPED' })
    server.answer('POST issuance', () => {
      server.issuances.set('10000001', issuance)
      return problemAnswer('state_conflict', 'The issuance is SHIPPED')
    })
    await page.user.keyboard('5{Enter}')
    await waitFor(() =>
      expect(page.outcome()).toBe('Issuance 10000001 is SHIPPED now. Not done: B000000001 5.'),
    )
    const [told] = await screen.findAllByText('10000001 is SHIPPED. You can look at it but not change it.')
    expect(told).toBeVisible()
    expect(await quantityOf('B000000001')).toHaveValue('5')
  })
})

describe('lines that go', () => {
  beforeEach(() => {
    server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: 'B000000001' }]))
  })
  const pressDelete = async (page: ReturnType<typeof edit>) => {
    await page.user.click(await screen.findByRole('button', { name: 'Delete B000000001' }))
    return screen.findByRole('alertdialog', { name: 'Delete Inventory B000000001?' })
  }

  it('open the document again after the last one: another server gets the header as it is now', async () => {
    const page = edit({ extensions: ['printing'] })
    const dialog = await pressDelete(page)
    Object.assign(server.issuances.get('10000001')?.header ?? {}, { Comments: 'gate 5' })
    await page.user.click(within(dialog).getByRole('button', { name: /^Yes ?Y$/ }))
    await page.says('Inventory Line Deleted')
    await waitFor(() => expect(server.posts()).toHaveLength(1))
    expect(server.posts()[0]?.body.IssuanceHeader).toMatchObject({ Status: 'OPEN', Comments: 'gate 5' })
  })

  it('are asked about and deleted; our own server opens the document by itself', async () => {
    const page = edit()
    const dialog = await pressDelete(page)
    expect(within(dialog).getByRole('button', { name: /^No ?N$/ })).toHaveFocus()
    await page.user.click(within(dialog).getByRole('button', { name: /^Yes ?Y$/ }))
    await page.says('Inventory Line Deleted')
    expect(await screen.findByText('No lines yet')).toBeVisible()
    expect(server.posts()).toEqual([])
  })

  it('stay when the answer is no, or the server will not delete them', async () => {
    const page = edit()
    await pressDelete(page)
    page.scan('%T.NO')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    server.answer('DELETE issuancedetail', () => ({ Message: 'Unable to delete the line' }))
    await pressDelete(page)
    await page.user.keyboard('y')
    await page.user.click(screen.getByRole('button', { name: /^Yes ?Y$/ }))
    await waitFor(() => expect(page.outcome()).toBe('Failed to Delete. Unable to delete the line'))
    expect(await lineOf('B000000001')).toBeVisible()
  })

  it('were never saved: they go at a press, without a question', async () => {
    const page = edit()
    await lineOf('B000000001')
    page.scan('B000000002')
    await lineOf('B000000002')
    await page.user.click(screen.getByRole('button', { name: 'Cancel B000000002' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  })

  it('come back with undo: the line that was added last is taken off again', async () => {
    const page = edit()
    await lineOf('B000000001')
    page.typeQuantity('5')
    page.scan('B000000002')
    await waitFor(() => expect(page.outcome()).toBe('B000000002: ordered 5.'))
    await page.command('undo')
    await waitFor(() => expect(page.outcome()).toBe('Undone: B000000002.'))
    expect(server.issuances.get('10000001')?.lines.map(({ BarcodeID }) => BarcodeID)).toEqual(['B000000001'])
  })

  it('come back with undo: a picked line that was ordered anew is picked again, not deleted', async () => {
    server.issuances.get('10000001')?.lines.forEach((line) => {
      Object.assign(line, { Status: 'PICKED', OrderQty: 40, PickQty: 30, Qty: 30 })
    })
    const page = edit()
    await lineOf('B000000001')
    page.typeQuantity('50')
    page.scan('B000000001')
    await screen.findByRole('alertdialog', { name: 'Change the saved quantity from 40 to 50?' })
    page.scan('%T.YES')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 50.'))
    await page.command('undo')
    await waitFor(() => expect(page.outcome()).toBe('Undone: B000000001.'))
    expect(server.issuances.get('10000001')?.lines).toMatchObject([
      { BarcodeID: 'B000000001', Status: 'PICKED', PickQty: 30 },
    ])
  })
})

describe('a quantity that is no whole number', () => {
  it.each(['1.5', '1.5 -e2a', '-3', '1e2', '12 kg', '4,0'])(
    'typed as "%s" is said at once and stays as it was typed',
    async (typed) => {
      const page = edit()
      const quantity = await addLine(page, 'B000000001')
      await page.user.keyboard(typed)
      expect(quantity).toHaveValue(typed)
      expect(quantity).toHaveAttribute('aria-invalid', 'true')
      const line = await lineOf('B000000001')
      expect(within(line).getByRole('alert')).toHaveTextContent('Enter a whole number of at most 9 digits.')
      await page.user.keyboard('{Enter}')
      await waitFor(() => expect(page.outcome()).toBe('Enter a whole number of at most 9 digits.'))
      expect(quantity).toHaveValue(typed)
      expect(server.posts()).toEqual([])
      await page.user.clear(quantity)
      await page.user.type(quantity, '15{Enter}')
      await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 15.'))
    },
  )

  it('is shown again after a reload, with what is wrong', async () => {
    const page = edit()
    await screen.findByText('No lines yet')
    page.scan('B000000001')
    await waitFor(async () => expect(await quantityOf('B000000001')).toHaveFocus())
    await page.user.keyboard('1.5')
    page.unmount()
    edit()
    expect(await quantityOf('B000000001')).toHaveValue('1.5')
    expect(within(await lineOf('B000000001')).getByRole('alert')).toHaveTextContent(/Enter a whole number/)
  })

  it('never is a barcode: that leaves the field as it was', async () => {
    const page = edit()
    const quantity = await addLine(page, 'B000000001')
    await page.user.keyboard('40')
    await page.user.paste('B000000002')
    expect(quantity).toHaveValue('40')
    const line = await lineOf('B000000001')
    expect(within(line).getByRole('alert')).toHaveTextContent(/looks like a barcode/)
  })
})
