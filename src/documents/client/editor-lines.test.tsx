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

  it('of more plants than there are keeps the line and its quantity, so that it can be changed', async () => {
    const { page, quantity } = await add()
    await page.user.keyboard('500{Enter}')
    const line = await lineOf('B000000001')
    expect(await within(line).findByText('Insufficient quantity. Please enter New Amount')).toBeVisible()
    expect(quantity).toHaveValue('500')
    await waitFor(() => expect(quantity).toHaveFocus())
    await page.user.keyboard('100{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 100.'))
  })

  it('that the server refuses with another message is reported, and its new line is removed', async () => {
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
  ])('that the server refuses with "%s" is reported in our own words', async (Message, sentence) => {
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

  it('of 0 can be saved, also by scan', async () => {
    const { page } = await add()
    await page.user.keyboard('{Enter}')
    await screen.findByRole('alertdialog')
    page.scan('%T.SAVE')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 0.'))
    expect(server.posts()[0]?.body.InventoryLines).toMatchObject([{ OrderQty: 0 }])
  })

  it('of 0 on a saved line has its own question, and Escape changes nothing', async () => {
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

  it('without a reply is saved on this device, and is sent again automatically with the same key', async () => {
    const { page } = await add()
    server.answer('POST issuance', () => problemAnswer('unavailable'))
    await page.user.keyboard('12{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 12 saved on this device.'))
    const line = await lineOf('B000000001')
    expect(within(line).getByText('On this device only')).toBeInTheDocument()
    server.answer('POST issuance', undefined)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 12.'))
    expect(within(line).queryByText('On this device only')).toBeNull()
    const [first, second] = server.posts()
    expect(second?.key).toBe(first?.key)
    expect(second?.body).toEqual(first?.body)
  })

  it('of all unsaved lines is one command', async () => {
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

  it('on a document that another person has shipped reports and shows this', async () => {
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
    const [readOnlyText] = await screen.findAllByText(
      '10000001 is SHIPPED. You can look at it but not change it.',
    )
    expect(readOnlyText).toBeVisible()
    expect(await quantityOf('B000000001')).toHaveValue('5')
  })
})

describe('deleted lines', () => {
  beforeEach(() => {
    server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: 'B000000001' }]))
  })
  const pressDelete = async (page: ReturnType<typeof edit>) => {
    await page.user.click(await screen.findByRole('button', { name: 'Delete B000000001' }))
    return screen.findByRole('alertdialog', { name: 'Delete Inventory B000000001?' })
  }

  it('reopen the document after the last one: another server gets the current header', async () => {
    const page = edit({ extensions: ['printing'] })
    const dialog = await pressDelete(page)
    Object.assign(server.issuances.get('10000001')?.header ?? {}, { Comments: 'gate 5' })
    await page.user.click(within(dialog).getByRole('button', { name: /^Yes ?Y$/ }))
    await page.says('Inventory Line Deleted')
    await waitFor(() => expect(server.posts()).toHaveLength(1))
    expect(server.posts()[0]?.body.IssuanceHeader).toMatchObject({ Status: 'OPEN', Comments: 'gate 5' })
  })

  it('are deleted after a question; our own server reopens the document', async () => {
    const page = edit()
    const dialog = await pressDelete(page)
    expect(within(dialog).getByRole('button', { name: /^No ?N$/ })).toHaveFocus()
    await page.user.click(within(dialog).getByRole('button', { name: /^Yes ?Y$/ }))
    await page.says('Inventory Line Deleted')
    expect(await screen.findByText('No lines yet')).toBeVisible()
    expect(server.posts()).toEqual([])
  })

  it('stay if the answer is no, or if the server refuses', async () => {
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

  it('are removed without a question if they were never saved', async () => {
    const page = edit()
    await lineOf('B000000001')
    page.scan('B000000002')
    await lineOf('B000000002')
    await page.user.click(screen.getByRole('button', { name: 'Cancel B000000002' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  })

  it('and added ones are undone: the line that was added last is removed', async () => {
    const page = edit()
    await lineOf('B000000001')
    page.typeQuantity('5')
    page.scan('B000000002')
    await waitFor(() => expect(page.outcome()).toBe('B000000002: ordered 5.'))
    await page.command('undo')
    await waitFor(() => expect(page.outcome()).toBe('Undone: B000000002.'))
    expect(server.issuances.get('10000001')?.lines.map(({ BarcodeID }) => BarcodeID)).toEqual(['B000000001'])
  })

  it('are not the result of an undo: a picked line that was ordered again is picked again', async () => {
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

describe('a quantity that is not a whole number', () => {
  it.each(['1.5', '1.5 -e2a', '-3', '1e2', '12 kg', '4,0'])(
    'is reported immediately if typed as "%s", and stays in the field',
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

  it('is shown again after a reload, with its error', async () => {
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

  it('cannot be a barcode: the field does not change', async () => {
    const page = edit()
    const quantity = await addLine(page, 'B000000001')
    await page.user.keyboard('40')
    await page.user.paste('B000000002')
    expect(quantity).toHaveValue('40')
    const line = await lineOf('B000000001')
    expect(within(line).getByRole('alert')).toHaveTextContent(/looks like a barcode/)
  })
})
